import { availableParallelism } from 'node:os';
import { builtEntry } from '@ownvoice/shared/built-entry';
import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { Piscina } from 'piscina';
import type { PreparedText, PrepareOptions, Pronunciation } from '../text/index.js';
import type { PoolData } from './prepare-worker.js';

/** A thread takes 90 MB with its language statistics, and a third of a second to start. */
const IDLE_MS = 30_000;

const defaultThreads = (): number => Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * A worker pool for the work that would block the event loop: preparing texts. Threads that are idle end. A text is prepared
 * though nobody waits for it any more: it takes milliseconds, and a pool that ends a thread forgets the texts in its queue.
 * Who waits for one of half a million characters is told at once that it is over.
 */
export class WorkerPool {
  readonly #pool: Piscina;

  /** @param lexicon pronunciations of the server */
  constructor(lexicon: readonly Pronunciation[], threads = defaultThreads()) {
    this.#pool = new Piscina({
      filename: builtEntry(import.meta.url, './prepare-worker.js').href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      workerData: { lexicon } satisfies PoolData,
    });
  }

  /** @see prepareText */
  async prepare(input: string, options: PrepareOptions, signal: AbortSignal): Promise<PreparedText> {
    return this.#run('prepare', { input, options }, signal);
  }

  /** @see certainLanguage */
  async languageOf(text: string, signal: AbortSignal): Promise<LanguageCode | undefined> {
    return this.#run('languageOf', { text }, signal);
  }

  async close(): Promise<void> {
    // A thread may still send what nobody waits for.
    this.#pool.on('error', () => {});
    await this.#pool.destroy();
  }

  async #run<Result>(name: string, task: object, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = () => reject(signal.reason);
      signal.addEventListener('abort', end, { once: true });
      this.#pool
        .run(task, { name })
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', end));
    });
  }
}
