import { availableParallelism } from 'node:os';
import { builtEntry } from '@ownvoice/shared/built-entry';
import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { Piscina } from 'piscina';
import type { PreparedText, PrepareOptions, Pronunciation } from '../text/index.js';
import type { PoolData } from './pool-worker.js';

/** A thread takes 90 MB with its language statistics, and a third of a second to start. */
const IDLE_MS = 30_000;

/** A worker pool for the work that would block the event loop: preparing texts. Threads that are idle end. */
export class WorkerPool {
  readonly #pool: Piscina;

  /** @param lexicon pronunciations of the server */
  constructor(lexicon: readonly Pronunciation[]) {
    const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
    this.#pool = new Piscina({
      filename: builtEntry(import.meta.url, './pool-worker.js').href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      workerData: { lexicon } satisfies PoolData,
    });
  }

  /** @see prepareText */
  prepare(input: string, options: PrepareOptions, signal: AbortSignal): Promise<PreparedText> {
    return this.#pool.run({ input, options }, { name: 'prepare', signal });
  }

  /** @see certainLanguage */
  languageOf(text: string, signal: AbortSignal): Promise<LanguageCode | undefined> {
    return this.#pool.run({ text }, { name: 'languageOf', signal });
  }

  /** Ends the threads and drops their work. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
