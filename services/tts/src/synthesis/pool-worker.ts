import { encodeWav, joinSpeech, type SpokenPiece } from '@ownvoice/audio';
import { move } from 'piscina';
import { type PreparedText, type PrepareOptions, prepareText } from '../text/index.js';

// The entry of the worker threads: one exported function for each task.

/** @see prepareText */
export function prepare({ input, options }: { input: string; options: PrepareOptions }): PreparedText {
  return prepareText(input, options);
}

/** Joins the pieces of an answer and encodes them as one WAV file. */
export function finish({ pieces, sampleRate }: { pieces: SpokenPiece[]; sampleRate: number }): unknown {
  return move(encodeWav(joinSpeech(pieces, sampleRate), sampleRate));
}
