import { limiterReach, limitPeaks } from './limiter.js';
import { type PcmSpeech, unpackSpeech } from './packed-speech.js';

/** The boundary between two pieces of speech. */
export type Pause = 'heading' | 'paragraph' | 'item' | 'sentence' | 'clause' | 'word' | 'none';

/** In seconds at speed 1. */
const PAUSES: Readonly<Record<Pause, number>> = {
  heading: 0.9,
  paragraph: 0.6,
  item: 0.4,
  sentence: 0.25,
  clause: 0.17,
  word: 0.06,
  none: 0,
};

/**
 * The pause between two pieces of speech, in seconds.
 *
 * @param speed speaking rate relative to the voice's own; pauses shrink with it
 */
export const pauseSeconds = (pause: Pause, speed = 1): number => PAUSES[pause] / speed;

/** What is known of a piece without its samples. */
export interface MeasuredSpeech extends Pick<PcmSpeech, 'level' | 'silentBefore' | 'silentAfter'> {
  readonly samples: { readonly length: number };
}

/** One piece of an utterance and the pause after it. */
export interface SpokenPiece<Speech extends MeasuredSpeech = PcmSpeech> {
  /** Null for a piece that is missing or silent. */
  readonly speech: Speech | null;
  /** In seconds; ignored for the last piece. */
  readonly pauseAfter: number;
  /** The pause after a piece that is not heard stays, if it is longer than the one before it. */
  readonly isPauseKept?: boolean;
}

/** How the pieces of an utterance are joined. */
export interface JoinPlan {
  /** Its length in samples. */
  readonly length: number;
  /** The sample at which each piece begins; a piece that is not heard begins where the next one does, or at the end. */
  readonly starts: readonly number[];
  /** Samples of silence before the first piece that is heard. */
  readonly silenceBefore: number;
  /** One for each piece that is heard. */
  readonly places: readonly Place[];
}

const FADE_SECONDS = 0.006;
/** Samples that are put together at once: a few milliseconds of computing. */
const BLOCK_SAMPLES = 32_768;

/**
 * Joins the pieces of one utterance: brings all to one level, fades their ends over 6 ms, inserts the pauses and limits
 * peaks to -0.3 dBFS. They are put together block by block: no more than one block is ever held as floats.
 *
 * @param pieces in playing order
 * @param sampleRate in Hz, of all pieces
 * @param edges silence before the first word and after the last, in seconds
 * @returns its samples in `blocks`, mono in [-1, 1]; pieces are released as they go, so that it can be read once
 */
export function joinSpeech(pieces: readonly SpokenPiece[], sampleRate: number, edges = { before: 0, after: 0 }) {
  const plan = planJoin(pieces, sampleRate, edges);
  const audible = pieces.flatMap(({ speech }) => speech ?? []);
  return { ...plan, blocks: blocksOf(audible, plan, sampleRate) };
}

/** How `joinSpeech` joins pieces, for a caller that reads their samples one by one and puts them in place by `placedBlocks`. */
export function planJoin(
  pieces: readonly SpokenPiece<MeasuredSpeech>[],
  sampleRate: number,
  edges = { before: 0, after: 0 },
): JoinPlan {
  const audible = audiblePieces(pieces);
  const places = arrange(
    audible.map(({ speech, pauseAfter }) => ({ ...speech, pauseAfter })),
    sampleRate,
  );
  const [first, last] = [audible[0]?.speech, audible.at(-1)?.speech];
  const silenceBefore = first ? Math.max(0, Math.round(edges.before * sampleRate) - first.silentBefore) : 0;
  const lastPlace = places.at(-1);
  if (last && lastPlace) {
    const silenceAfter = Math.max(0, Math.round(edges.after * sampleRate) - last.silentAfter);
    places.splice(-1, 1, { ...lastPlace, silenceAfter });
  }
  const ends: number[] = [];
  let length = silenceBefore;
  for (const [index, { speech }] of audible.entries()) {
    length += speech.samples.length + (places[index]?.silenceAfter ?? 0);
    ends.push(length);
  }
  let heard = 0;
  const starts = pieces.map(({ speech }) => ends[(speech ? heard++ : heard) - 1] ?? silenceBefore);
  return { length, starts, silenceBefore, places };
}

interface AudiblePiece {
  readonly speech: MeasuredSpeech;
  pauseAfter: number;
}

/** The pieces that are heard, with the pauses that outlast the others. */
function audiblePieces(pieces: readonly SpokenPiece<MeasuredSpeech>[]): AudiblePiece[] {
  const audible: AudiblePiece[] = [];
  for (const { speech, pauseAfter, isPauseKept } of pieces) {
    const last = audible.at(-1);
    if (speech) audible.push({ speech, pauseAfter });
    else if (isPauseKept && last) last.pauseAfter = Math.max(last.pauseAfter, pauseAfter);
  }
  return audible;
}

/** Silence in blocks. @param length in samples */
export function* silence(length: number): Generator<Float32Array> {
  for (let left = length; left > 0; left -= BLOCK_SAMPLES) yield new Float32Array(Math.min(left, BLOCK_SAMPLES));
}

function* blocksOf(audible: PcmSpeech[], plan: JoinPlan, sampleRate: number): Generator<Float32Array> {
  yield* silence(plan.silenceBefore);
  for (const place of plan.places) {
    const speech = audible.shift();
    if (speech) yield* placedBlocks(speech, place, sampleRate);
  }
}

/** A piece in its place, with the silence after it. */
export function* placedBlocks(
  speech: PcmSpeech,
  { gain, silenceAfter }: Place,
  sampleRate: number,
): Generator<Float32Array> {
  const { length } = speech.samples;
  for (let start = 0; start < length; start += BLOCK_SAMPLES) {
    const end = Math.min(length, start + BLOCK_SAMPLES);
    yield fadeEnds(limitedBlock(speech, start, end, gain, sampleRate), start, length, sampleRate);
  }
  yield* silence(silenceAfter);
}

/** A piece as it is in the join, mono in [-1, 1]: at its level, and limited. Its ends are faded already, as those of an answer. */
export function joinedPiece(speech: PcmSpeech, gain: number, sampleRate: number): Float32Array {
  return limitedBlock(speech, 0, speech.samples.length, gain, sampleRate);
}

/** A block with as much around it as the limiter looks at, so that it comes out as in the whole. */
function limitedBlock(speech: PcmSpeech, start: number, end: number, gain: number, sampleRate: number): Float32Array {
  const reach = limiterReach(sampleRate);
  const from = Math.max(0, start - reach);
  const samples = unpackSpeech(speech, from, end + reach, gain);
  return limitPeaks(samples, sampleRate).subarray(start - from, end - from);
}

/** How a piece is joined. */
export interface Place {
  readonly gain: number;
  /** Samples of silence after it. */
  readonly silenceAfter: number;
}

/** A larger correction would turn an intended whisper into loud speech. */
const MAX_CORRECTION = 10 ** (6 / 20);

/**
 * The gains that bring all pieces to their median level, within ±6 dB, and the pauses without the silence that the pieces have themselves. For a
 * caller that joins piece by piece, with `joinedPiece`.
 *
 * @param pieces audible ones, in playing order
 * @param sampleRate in Hz, of all pieces
 */
export function arrange(
  pieces: readonly (Omit<MeasuredSpeech, 'samples'> & { readonly pauseAfter: number })[],
  sampleRate: number,
): Place[] {
  const levels = pieces.map(({ level }) => level).sort((a, b) => a - b);
  const middle = levels[Math.floor(levels.length / 2)] ?? 1;
  return pieces.map(({ level, pauseAfter, silentAfter }, index) => {
    const next = pieces[index + 1];
    const silence = next ? Math.round(pauseAfter * sampleRate) - silentAfter - next.silentBefore : 0;
    const gain = Math.min(MAX_CORRECTION, Math.max(1 / MAX_CORRECTION, middle / level));
    return { gain, silenceAfter: Math.max(0, silence) };
  });
}

/**
 * Raised-cosine fades of 6 ms at both ends of a piece, in place: it starts and ends at exactly zero.
 *
 * @param block the samples of the piece from `start` on
 * @param length of the piece
 */
function fadeEnds(block: Float32Array, start: number, length: number, sampleRate: number): Float32Array {
  const fade = Math.min(Math.round(FADE_SECONDS * sampleRate), Math.floor(length / 2));
  const gain = (distance: number) => 0.5 - 0.5 * Math.cos((Math.PI * distance) / fade);
  for (let at = start; at < Math.min(fade, start + block.length); at += 1) block[at - start]! *= gain(at);
  for (let at = Math.max(start, length - fade); at < start + block.length; at += 1) {
    block[at - start]! *= gain(length - 1 - at);
  }
  return block;
}

/** Audio in pieces as one array. */
export function concatenate(pieces: Iterable<Float32Array>): Float32Array {
  const all = [...pieces];
  const whole = new Float32Array(all.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of all) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
