import { availableParallelism } from 'node:os';
import type { SpokenPiece } from '@ownvoice/audio';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { Piscina } from 'piscina';
import type { PreparedText, PrepareOptions } from '../text/index.js';
import type { JoinedPieces } from './pool-worker.js';

/** The sample rate of every answer, in Hz. */
export const OUTPUT_SAMPLE_RATE = 24_000;
const WAV_HEADER_BYTES = 44;
const WAV_BYTES_PER_SECOND = OUTPUT_SAMPLE_RATE * 2;

/** A whole answer. */
export interface FinishedSpeech {
  /** A complete RIFF/WAVE file. */
  readonly wav: Buffer;
  /** Duration; 0 when nothing is audible. */
  readonly seconds: number;
  /** Where each piece begins, in seconds. One that is not heard begins where the next one does, or at the end. */
  readonly starts: readonly number[];
}

function startSeconds(starts: JoinedPieces['starts'], end: number): number[] {
  let next = end;
  const fromTheEnd = starts.toReversed().map((start) => {
    if (start !== undefined) next = start / OUTPUT_SAMPLE_RATE;
    return next;
  });
  return fromTheEnd.reverse();
}

/** A worker pool for the work that would block the event loop: preparing texts and joining audio. */
export class WorkerPool {
  readonly #pool: Piscina;

  constructor() {
    const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
    this.#pool = new Piscina({
      filename: builtEntry(import.meta.url, './pool-worker.js').href,
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
   * Joins the pieces of an answer and encodes them as one WAV file.
   *
   * @param pieces at {@link OUTPUT_SAMPLE_RATE}; their samples move to the worker; empty ones are not heard
   */
  async finish(pieces: readonly SpokenPiece[], signal: AbortSignal): Promise<FinishedSpeech> {
    const transferList = [...new Set(pieces.map(({ samples }) => samples.buffer as ArrayBuffer))];
    const task = { pieces, sampleRate: OUTPUT_SAMPLE_RATE };
    const { file, starts }: JoinedPieces = await this.#pool.run(task, { name: 'finish', signal, transferList });
    const seconds = (file.byteLength - WAV_HEADER_BYTES) / WAV_BYTES_PER_SECOND;
    return {
      wav: Buffer.from(file.buffer, file.byteOffset, file.byteLength),
      seconds,
      starts: startSeconds(starts, seconds),
    };
  }

  /** Ends the threads and drops their work. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
