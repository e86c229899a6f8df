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
  const spoken: SpokenSentence[] = [];
  let [start, next] = [0, 0];
  const addUpTo = (end: number, block?: Pick<SpokenSentence, 'pauseAfter' | 'endsChunk'>) => {
    const pause = pauses[next]?.offset === end ? pauses[next] : undefined;
    if (pause) next += 1;
    const silenceAfter = end < text.length ? pause?.seconds : undefined;
    const spans = end > start ? sentences(text.slice(start, end), language) : [];
    spans.forEach((span, index) => {
      const isLast = index === spans.length - 1;
      spoken.push({
        start: start + span.start,
        end: start + span.end,
        pauseAfter: (isLast && block?.pauseAfter) || 'sentence',
        endsChunk: isLast && (silenceAfter !== undefined || block?.endsChunk === true),
        ...(isLast && silenceAfter !== undefined && { silenceAfter }),
      });
    });
    start = end;
  };
  blocks.forEach(({ offset, kind }, index) => {
    for (let pause = pauses[next]; pause && pause.offset < offset; pause = pauses[next]) addUpTo(pause.offset);
    const endsChunk = kind === 'heading' || blocks[index + 1]?.kind === 'heading';
    addUpTo(offset, { pauseAfter: kind, endsChunk });
  });
  return spoken;
}
