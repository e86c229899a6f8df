import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Span } from '../edits.js';
import type { BlockEnd, JoinedBlocks } from '../sanitise/whitespace.js';
import { sentences } from './sentences.js';

/** A sentence of a text, or the part of one up to a pause that was asked for. */
export interface SpokenSentence extends Span {
  readonly pauseAfter: 'sentence' | BlockEnd;
  /** A chunk ends there: at a pause that was asked for, after a heading, and before one. */
  readonly endsChunk: boolean;
  /** The pause that was asked for at its end, in seconds. */
  readonly silenceAfter?: number;
}

/** The sentences of a text, in order and covering it. None crosses the end of a paragraph or a pause. */
export function spokenSentences(
  { text, ends: blocks, pauses }: JoinedBlocks,
  language: LanguageCode,
): SpokenSentence[] {
  const silences = new Map(pauses.map(({ offset, seconds }) => [offset, seconds]));
  const blockEnds = new Map(
    blocks.map(({ offset, kind }, index) => [
      offset,
      { kind, endsChunk: kind === 'heading' || blocks[index + 1]?.kind === 'heading' },
    ]),
  );
  const ends = [...new Set([...blockEnds.keys(), ...silences.keys()])].filter((end) => end > 0).sort((a, b) => a - b);
  let start = 0;
  return ends.flatMap((end) => {
    const from = start;
    start = end;
    return sentences(text.slice(from, end), language).map((span): SpokenSentence => {
      const isLast = from + span.end === end;
      const block = isLast ? blockEnds.get(end) : undefined;
      const silenceAfter = isLast && end < text.length ? silences.get(end) : undefined;
      const sentence: SpokenSentence = {
        start: from + span.start,
        end: from + span.end,
        pauseAfter: block?.kind ?? 'sentence',
        endsChunk: silenceAfter !== undefined || block?.endsChunk === true,
      };
      return silenceAfter === undefined ? sentence : { ...sentence, silenceAfter };
    });
  });
}
