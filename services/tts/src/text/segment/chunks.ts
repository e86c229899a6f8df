import { measure } from '../duration.js';
import type { Language } from '../languages.js';
import { clauses, graphemes, words } from './parts.js';
import { type Span, sentences } from './sentences.js';

/** What a chunk's end is, for the silence after it. `none`: inside a word, or the end of the text. */
export type Pause = 'paragraph' | 'sentence' | 'clause' | 'word' | 'none';

/** A part of a text that is synthesised in one go. */
export interface Chunk {
  readonly text: string;
  /** Unicode code points of `text`. */
  readonly characters: number;
  /** How long it will be when spoken at an ordinary pace. */
  readonly estimatedSeconds: number;
  readonly pauseAfter: Pause;
}

export interface ChunkLimits {
  readonly maxCharacters: number;
  readonly maxSeconds: number;
}

interface Piece extends Span {
  readonly pauseAfter: Pause;
  /** A whole sentence, or the first part of one that had to be divided. */
  readonly opens: 'sentence' | 'divided' | 'rest';
}

/**
 * Cuts a text into chunks that keep both limits: between sentences where it can, else between clauses, words and, in a
 * word longer than a chunk, graphemes. Only white space is lost between two chunks.
 *
 * @param paragraphEnds offsets at which a paragraph ends, ascending, the text's own end included
 */
export function chunk(
  text: string,
  paragraphEnds: readonly number[],
  language: Language,
  limits: ChunkLimits,
): Chunk[] {
  const ruler = measure(text, language);
  const trimmed = ({ start, end }: Span): Span => {
    let from = start;
    let to = end;
    while (from < to && text[from] === ' ') from += 1;
    while (to > from && text[to - 1] === ' ') to -= 1;
    return { start: from, end: to };
  };
  const fits = (span: Span): boolean => {
    const { start, end } = trimmed(span);
    return ruler.characters(start, end) <= limits.maxCharacters && ruler.seconds(start, end) <= limits.maxSeconds;
  };

  const divide = (span: Span, level: number): Piece[] => {
    const rule = divisions[level];
    if (rule === undefined) return [{ ...span, pauseAfter: 'none', opens: 'rest' }];
    const parts = rule.cut(text.slice(span.start, span.end), language);
    return parts.flatMap((part): Piece[] => {
      const whole = { start: span.start + part.start, end: span.start + part.end };
      return fits(whole) ? [{ ...whole, pauseAfter: rule.pause, opens: 'rest' }] : divide(whole, level + 1);
    });
  };

  const pieces: Piece[] = [];
  let paragraphStart = 0;
  for (const paragraphEnd of paragraphEnds) {
    for (const sentence of sentences(text.slice(paragraphStart, paragraphEnd), language)) {
      const span = { start: paragraphStart + sentence.start, end: paragraphStart + sentence.end };
      const pauseAfter: Pause = span.end >= paragraphEnd ? 'paragraph' : 'sentence';
      if (fits(span)) pieces.push({ ...span, pauseAfter, opens: 'sentence' });
      else {
        const parts = divide(span, 0);
        parts.forEach((part, index) => {
          const last = index === parts.length - 1;
          pieces.push({
            ...part,
            pauseAfter: last ? pauseAfter : part.pauseAfter,
            opens: index === 0 ? 'divided' : 'rest',
          });
        });
      }
    }
    paragraphStart = paragraphEnd;
  }

  return pack(pieces, fits).flatMap(({ pauseAfter, ...span }, index, all) => {
    const { start, end } = trimmed(span);
    if (start === end) return [];
    return [
      {
        text: text.slice(start, end),
        characters: ruler.characters(start, end),
        estimatedSeconds: ruler.seconds(start, end),
        pauseAfter: index === all.length - 1 ? 'none' : pauseAfter,
      } satisfies Chunk,
    ];
  });
}

const divisions = [
  { cut: clauses, pause: 'clause' },
  { cut: words, pause: 'word' },
  { cut: graphemes, pause: 'none' },
] as const;

function pack(pieces: readonly Piece[], fits: (span: Span) => boolean): Piece[] {
  const packed: Piece[] = [];
  for (const piece of pieces) {
    const last = packed.at(-1);
    // A sentence that has to be divided starts a chunk of its own, so that the one before it ends with its sentence.
    if (last && piece.opens !== 'divided' && fits({ start: last.start, end: piece.end })) {
      packed[packed.length - 1] = { ...piece, start: last.start };
    } else packed.push(piece);
  }
  return packed;
}
