import { limitPeaks } from './limiter.js';
import { matchingGains, speechLevel } from './loudness.js';
import { speechBounds } from './speech-bounds.js';

/** One piece of speech and the pause after it. */
export interface SpokenPiece {
  /** Mono in [-1, 1], all pieces at one sample rate. */
  readonly samples: Float32Array;
  /** The pause that follows, in seconds; ignored for the last piece. */
  readonly pauseAfter: number;
}

const FADE_SECONDS = 0.006;
/** Silence kept at either end, so a soft onset or decay is never cut. */
const MARGIN_SECONDS = 0.015;

/**
 * Joins the pieces of one utterance: trims the silence around each, brings all to one level, fades their ends over 6 ms,
 * inserts the pauses and limits peaks to -0.3 dBFS.
 *
 * @param pieces in playing order; silent pieces are left out
 * @param sampleRate in Hz, of all pieces
 * @param onPiece called with the index of each piece that is heard and the sample at which it begins
 * @returns speech and silence in turn, mono in [-1, 1]; none when every piece is silent
 */
export function* joinSpeech(
  pieces: readonly SpokenPiece[],
  sampleRate: number,
  onPiece: (index: number, sample: number) => void = () => {},
): Generator<Float32Array> {
  const margin = Math.round(MARGIN_SECONDS * sampleRate);
  const audible = pieces.flatMap((piece, at) => {
    const bounds = speechBounds(piece.samples, sampleRate);
    if (!bounds) return [];
    const start = Math.max(0, bounds.start - margin);
    const end = Math.min(piece.samples.length, bounds.end + margin);
    return [
      {
        at,
        samples: piece.samples.subarray(start, end),
        silentBefore: bounds.start - start,
        silentAfter: end - bounds.end,
        pause: Math.round(piece.pauseAfter * sampleRate),
      },
    ];
  });
  const gains = matchingGains(audible.map(({ samples }) => speechLevel(samples, sampleRate)));
  let position = 0;
  for (const [index, { at, samples, pause, silentAfter }] of audible.entries()) {
    onPiece(at, position);
    const gain = gains[index] ?? 1;
    const levelled = samples.map((sample) => sample * gain);
    yield fadeEnds(limitPeaks(levelled, sampleRate), sampleRate);
    const next = audible[index + 1];
    const silence = next ? Math.max(0, pause - silentAfter - next.silentBefore) : 0;
    if (silence > 0) yield new Float32Array(silence);
    position += samples.length + silence;
  }
}

/** Raised-cosine fades of 6 ms at both ends, in place: the piece starts and ends at exactly zero. */
function fadeEnds(piece: Float32Array, sampleRate: number): Float32Array {
  const length = Math.min(Math.round(FADE_SECONDS * sampleRate), Math.floor(piece.length / 2));
  for (let index = 0; index < length; index += 1) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * index) / length);
    piece[index] = (piece[index] ?? 0) * gain;
    const mirror = piece.length - 1 - index;
    piece[mirror] = (piece[mirror] ?? 0) * gain;
  }
  return piece;
}
