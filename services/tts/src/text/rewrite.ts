import type { SpokenSentence } from './segment/spoken-sentences.js';

/** A text and its sentences. */
export interface TextInSentences {
  readonly text: string;
  readonly sentences: readonly SpokenSentence[];
}

/** A text in which something was replaced. */
export interface RewrittenText extends TextInSentences {
  /** Where an offset was in the text before; to be asked in ascending order. Inside a replacement: its end. */
  readonly before: (offset: number) => number;
}

/** A range of one text that has another length in the other. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** A range of a text and what is spoken instead. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly say: string;
}

/** Replaces ranges of a text, which are in order and do not overlap. The sentences stay those of the text before. */
export function rewrite({ text, sentences }: TextInSentences, replacements: readonly Replacement[]): RewrittenText {
  const changes = replacements.map(({ start, end, say }) => ({ start, end, length: say.length }));
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, say } of replacements) {
    parts.push(text.slice(copied, start), say);
    copied = end;
  }
  parts.push(text.slice(copied));
  const moved = movement(changes);
  const ends = sentences.map(({ end }) => moved(end));
  return {
    before: movement(reversed(changes)),
    text: parts.join(''),
    sentences: sentences.map((sentence, index) => ({
      ...sentence,
      start: ends[index - 1] ?? 0,
      end: ends[index] ?? 0,
    })),
  };
}

/** The changes that lead back. */
function reversed(changes: readonly Change[]): Change[] {
  let shift = 0;
  return changes.map(({ start, end, length }) => {
    const from = start + shift;
    shift += length - (end - start);
    return { start: from, end: from + length, length: end - start };
  });
}

/** Where an offset of one text is in the other; to be asked in ascending order. Inside a change: its end. */
function movement(changes: readonly Change[]): (offset: number) => number {
  let index = 0;
  let shift = 0;
  return (offset) => {
    for (;;) {
      const next = changes[index];
      if (!next || next.start >= offset) return offset + shift;
      const grown = next.length - (next.end - next.start);
      if (next.end > offset) return next.end + shift + grown;
      shift += grown;
      index += 1;
    }
  };
}
