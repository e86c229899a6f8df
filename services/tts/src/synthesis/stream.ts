import { addAbortSignal, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  encodePcm,
  encodeWav,
  joinSpeech,
  type MeasuredSpeech,
  pauseSeconds,
  type SpokenPiece,
  wavBytes,
} from '@ownvoice/audio';
import { ApiError } from '@ownvoice/shared';
import { SAMPLE_RATE, type SpokenChunk } from '../engines/engine.js';
import { apiError } from '../errors.js';
import type { Chunk } from '../text/index.js';
import type { SpeakableText, SpeechRequest } from './speech-request.js';

export interface ChunkTimes {
  /** Where each chunk begins in the audio, in seconds; a missing one begins where the next one does, or at the end. */
  readonly chunkStarts: readonly number[];
  readonly audioSeconds: number;
}

export interface SpeechStream extends ChunkTimes {
  /** A complete RIFF/WAVE file, or its samples alone, put together block by block as it is read. */
  readonly audio: Readable;
  readonly bytes: number;
}

/** The pause after a chunk, in seconds: as long as the text asks for, else by what ends there and the speed. */
export const pauseAfterChunk = ({ silenceAfter, pauseAfter }: Chunk, speed: number): number =>
  silenceAfter ?? pauseSeconds(pauseAfter, speed);

/** How long a text will take to play, pauses included, in seconds. */
export function estimatedSeconds({ chunks, silence }: SpeakableText, speed: number): number {
  return chunks.reduce(
    (sum, chunk) => sum + chunk.estimatedSeconds / speed + pauseAfterChunk(chunk, speed),
    silence.before + silence.after,
  );
}

export const piecesOf = <Speech extends MeasuredSpeech>(
  chunks: readonly Chunk[],
  speed: number,
  speechOf: (index: number) => Speech | null,
): SpokenPiece<Speech>[] =>
  chunks.map((chunk, index) => ({
    speech: speechOf(index),
    pauseAfter: pauseAfterChunk(chunk, speed),
    isPauseKept: chunk.silenceAfter !== undefined,
  }));

/**
 * Joins the chunks of a text to one file.
 *
 * @param spoken one for each chunk; released as it is read
 * @param signal destroys the file
 * @throws ApiError 400 or 500 when there is nothing to hear
 */
export function streamSpeech(
  { chunks, silence }: SpeakableText,
  spoken: readonly SpokenChunk[],
  { speed, format }: Pick<SpeechRequest, 'speed' | 'format'>,
  signal: AbortSignal,
): SpeechStream {
  const nothingToHear = () => ApiError.invalid([{ field: 'input', code: 'nothing_to_pronounce' }], 'nothing_to_speak');
  if (spoken.every(({ skipped }) => skipped?.cause === 'inaudible')) throw nothingToHear();
  if (spoken.every(({ skipped }) => skipped)) {
    const reasons = new Set(spoken.map(({ skipped }) => skipped?.reason));
    throw apiError('every_chunk_failed', { cause: new Error([...reasons].join(' ')) });
  }
  const pieces = piecesOf(chunks, speed, (index) => spoken[index]?.speech ?? null);
  const { length, starts, blocks } = joinSpeech(pieces, SAMPLE_RATE, silence);
  if (length === 0) throw nothingToHear();
  const file = format === 'pcm' ? encodePcm(blocks) : encodeWav(blocks, length, SAMPLE_RATE);
  return {
    audio: addAbortSignal(signal, Readable.from(oneByOne(file), { objectMode: false })),
    bytes: format === 'pcm' ? 2 * length : wavBytes(length),
    audioSeconds: length / SAMPLE_RATE,
    chunkStarts: starts.map((start) => start / SAMPLE_RATE),
  };
}

/** One block in each turn of the event loop. */
async function* oneByOne(blocks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const block of blocks) {
    yield block;
    await setImmediate();
  }
}
