import type { Pause } from '@ownvoice/audio';
import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { measure, type TextMeasure } from '../duration.js';
import type { Span } from '../edits.js';
import { type Cutter, cutter } from './cuts.js';
import type { SpokenSentence } from './spoken-sentences.js';

/** A part of a text that is synthesised in one piece. */
export interface Chunk {
  readonly text: string;
  /** As it was written, where pronunciations have changed it. */
  readonly written?: string;
  /** Unicode code points of `text`. */
  readonly characters: number;
  /** Estimated duration of the speech at an ordinary pace. */
  readonly estimatedSeconds: number;
  /** What ends at its end, for the pause there; `none` inside a word and at the end of the text. */
  readonly pauseAfter: Pause;
  /** The pause that the text asks for there, in seconds, whatever ends. */
  readonly silenceAfter?: number;
  /** The name in the voice tag before it; absent: the voice of the request. */
  readonly voice?: string;
}

export interface ChunkLimits {
  /** Unicode code points, at least 1. */
  readonly maxCharacters: number;
  readonly maxSeconds: number;
}

interface Piece extends Span {
  readonly pauseAfter: Pause;
  readonly silenceAfter?: number | undefined;
  readonly endsChunk: boolean;
  /** The first part of a sentence that had to be divided. */
  readonly startsDivided: boolean;
}

/**
 * Cuts a text into chunks within both limits: at pauses that it asks for, between sentences if possible, else between
 * clauses, words and, in a word longer than a chunk, graphemes. Only white space is lost between two chunks. A single
 * character beyond the limits is still a chunk.
 */
export function chunk(
  text: string,
  sentences: readonly SpokenSentence[],
  language: LanguageCode,
  limits: ChunkLimits,
): Chunk[] {
  const measured = measure(text, language);
  const cut = cutter(language);
  const pieces = sentences.flatMap((sentence) => divide(sentence, text, cut, measured, limits));
  const packed = pack(pieces, text, measured, limits);
  return packed.map((piece, index) => {
    const { start, end } = trimmed(text, piece);
    const isLast = index === packed.length - 1;
    return {
      text: text.slice(start, end),
      characters: measured.characters(start, end),
      estimatedSeconds: measured.seconds(start, end),
      pauseAfter: isLast ? 'none' : piece.pauseAfter,
      ...(piece.silenceAfter !== undefined && !isLast && { silenceAfter: piece.silenceAfter }),
    };
  });
}

/** The parts of a divided sentence have similar lengths; each is at most this factor longer than an equal share. */
const TOLERANCE = 1.15;

function divide(
  sentence: SpokenSentence,
  text: string,
  cut: Cutter,
  measured: TextMeasure,
  limits: ChunkLimits,
): Piece[] {
  const pieces: Piece[] = [];
  let { start } = trimmed(text, sentence);
  while (!fits({ start, end: sentence.end }, text, measured, limits)) {
    const characters = measured.characters(start, sentence.end);
    const seconds = measured.seconds(start, sentence.end);
    const parts = Math.ceil(Math.max(characters / limits.maxCharacters, seconds / limits.maxSeconds));
    const share = (limit: number, whole: number): number => Math.min(limit, (whole / parts) * TOLERANCE);
    const furthest = measured.furthest(
      start,
      Math.max(1, share(limits.maxCharacters, characters)),
      share(limits.maxSeconds, seconds),
    );
    const within = (end: number) => cut(text.slice(start, end + 64), end - start);
    let { offset, pauseAfter: pause } = within(furthest);
    if (pause === 'none') {
      // A word longer than its share stays whole if a chunk can hold it.
      const limit = measured.furthest(start, limits.maxCharacters, limits.maxSeconds);
      if (limit > furthest) ({ offset, pauseAfter: pause } = within(limit));
    }
    pieces.push({
      start,
      end: start + offset,
      pauseAfter: pause,
      endsChunk: false,
      startsDivided: pieces.length === 0,
    });
    start += offset;
  }
  const { end, pauseAfter, silenceAfter, endsChunk } = sentence;
  if (start < end) pieces.push({ start, end, pauseAfter, silenceAfter, endsChunk, startsDivided: false });
  return pieces;
}

/** A chunk with this many characters ends with its paragraph or list item, so that the pause there is heard. */
const ENOUGH_FOR_BLOCKS = 200;
/** A last chunk shorter than this many characters takes over the sentence before it. */
const LEAST_LAST = 30;

function pack(pieces: readonly Piece[], text: string, measured: TextMeasure, limits: ChunkLimits): Piece[] {
  const packed: Piece[][] = [];
  for (const piece of pieces) {
    const last = packed.at(-1);
    const start = last?.[0]?.start ?? piece.start;
    // A divided sentence starts a new chunk; the chunk before it ends at a sentence.
    const before = last?.at(-1);
    const isEnded =
      before?.endsChunk || (isBlockEnd(before) && measured.characters(start, piece.start) >= ENOUGH_FOR_BLOCKS);
    if (last && !isEnded && !piece.startsDivided && fits({ start, end: piece.end }, text, measured, limits))
      last.push(piece);
    else packed.push([piece]);
  }
  lengthenLast(packed, text, measured, limits);
  return packed.flatMap((chunkPieces) => {
    const [first, last] = [chunkPieces[0], chunkPieces.at(-1)];
    return first && last ? [{ ...last, start: first.start }] : [];
  });
}

const isBlockEnd = (piece: Piece | undefined): boolean =>
  piece?.pauseAfter === 'paragraph' || piece?.pauseAfter === 'item';

/** Models speak very short utterances least reliably. */
function lengthenLast(packed: Piece[][], text: string, measured: TextMeasure, limits: ChunkLimits): void {
  const [before, last] = packed.slice(-2);
  const moved = before?.at(-1);
  const end = last?.at(-1)?.end;
  if (!before || !last || !moved || end === undefined || before.length < 2) return;
  if (moved.endsChunk || isBlockEnd(moved)) return;
  if (measured.characters(last[0]?.start ?? end, end) >= LEAST_LAST) return;
  if (fits({ start: moved.start, end }, text, measured, limits)) last.unshift(...before.splice(-1));
}

function fits(span: Span, text: string, measured: TextMeasure, limits: ChunkLimits): boolean {
  const { start, end } = trimmed(text, span);
  return measured.characters(start, end) <= limits.maxCharacters && measured.seconds(start, end) <= limits.maxSeconds;
}

/** Sanitised text has single spaces, so at most one at either end. */
function trimmed(text: string, { start, end }: Span): Span {
  return { start: text[start] === ' ' ? start + 1 : start, end: text[end - 1] === ' ' ? end - 1 : end };
}
