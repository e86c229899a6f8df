import { encodeWav, joinSpeech, type SpokenPiece } from '@ownvoice/audio';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type PreparedText, type PrepareOptions, prepareText } from '../text/index.js';

// The entry of the worker threads: one exported function for each task.

/** @see prepareText */
export function prepare({ input, options }: { input: string; options: PrepareOptions }): PreparedText {
  return prepareText(input, options);
}

/** A WAV file, and the sample at which each piece begins in it; undefined for a piece that is not heard. */
export interface JoinedPieces {
  readonly file: Uint8Array;
  readonly starts: readonly (number | undefined)[];
}

/** Joins the pieces of an answer and encodes them as one WAV file. */
export function finish({ pieces, sampleRate }: { pieces: SpokenPiece[]; sampleRate: number }): unknown {
  const starts = pieces.map((): number | undefined => undefined);
  const joined = joinSpeech(pieces, sampleRate, (index, sample) => {
    starts[index] = sample;
  });
  const file = encodeWav(joined, sampleRate);
  const value: JoinedPieces = { file, starts };
  return move({ [transferableSymbol]: file.buffer, [valueSymbol]: value });
}
