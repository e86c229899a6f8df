import { availableParallelism } from 'node:os';
import type { SpokenPiece } from '@ownvoice/audio';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { Piscina } from 'piscina';
import type { PreparedText, PrepareOptions } from '../text/index.js';

/** The sample rate of every answer, in Hz. */
export const OUTPUT_SAMPLE_RATE = 24_000;
const WAV_HEADER_BYTES = 44;
const WAV_BYTES_PER_SECOND = OUTPUT_SAMPLE_RATE * 2;

/** A whole answer. */
export interface FinishedSpeech {
  /** A complete RIFF/WAVE file. */
  readonly wav: Buffer;
  /** How long it plays; 0 when nothing is heard. */
  readonly seconds: number;
}

/** Work that would hold the event loop up, in worker threads: other requests and /health go on meanwhile. */
export class Background {
  readonly #pool: Piscina;

  constructor() {
    const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
    this.#pool = new Piscina({
      filename: builtEntry(import.meta.url, './background-worker.js').href,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 30_000,
    });
  }

  /** @see prepareText */
  prepare(input: string, options: PrepareOptions, signal: AbortSignal): Promise<PreparedText> {
    return this.#pool.run({ input, options }, { name: 'prepare', signal });
  }

  /**
   * Joins the pieces of an utterance and writes them as one file.
   *
   * @param pieces at {@link OUTPUT_SAMPLE_RATE}; their samples move to the worker and are gone afterwards
   */
  async finish(pieces: readonly SpokenPiece[], signal: AbortSignal): Promise<FinishedSpeech> {
    const transferList = [...new Set(pieces.map(({ samples }) => samples.buffer as ArrayBuffer))];
    const task = { pieces, sampleRate: OUTPUT_SAMPLE_RATE };
    const file: Uint8Array = await this.#pool.run(task, { name: 'finish', signal, transferList });
    const seconds = (file.byteLength - WAV_HEADER_BYTES) / WAV_BYTES_PER_SECOND;
    return { wav: Buffer.from(file.buffer, file.byteOffset, file.byteLength), seconds };
  }

  /** Ends the threads; work in hand is given up. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
