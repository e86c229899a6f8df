import { type Edit, edited } from './edits.js';
import type { SpokenSentence } from './segment/spoken-sentences.js';

/** A text and its sentences. */
export interface TextInSentences {
  readonly text: string;
  readonly sentences: readonly SpokenSentence[];
}

/** A text in which something was replaced. */
export interface RewrittenText extends TextInSentences {
  /** Where an offset was in the text before. Inside a replacement: its end. */
  readonly before: (offset: number) => number;
}

/** Replaces ranges of a text, which are in order and do not overlap. The sentences stay those of the text before. */
export function rewrite({ text, sentences }: TextInSentences, edits: readonly Edit[]): RewrittenText {
  const { text: rewritten, after, before } = edited(text, edits);
  const moved = sentences.map((sentence, index) => ({
    ...sentence,
    start: after(sentences[index - 1]?.end ?? 0),
    end: after(sentence.end),
  }));
  return { text: rewritten, before, sentences: moved };
}
