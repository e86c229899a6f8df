import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Edit } from '../edits.js';
import { type RewrittenText, rewrite, type TextInSentences } from '../rewrite.js';
import { type FoundPhrase, type Pronunciations, searched } from './pronunciations.js';
import { wordEdges } from './word-edges.js';

/**
 * Replaces whole words and phrases by what is to be spoken: from left to right, the longest first, and never in what has
 * been replaced. Words that are already what an entry says stay, so a chunk that is sent alone sounds as it does in the
 * whole. A phrase does not reach across a pause. Sentences stay the ones of the text as it was written.
 *
 * @param sources of two pronunciations for the same words, that of the earlier source holds
 */
export function pronounce(
  { text, sentences }: TextInSentences,
  sources: readonly Pronunciations[],
  language: LanguageCode,
): RewrittenText {
  const pauses = sentences.filter(({ silenceAfter }) => silenceAfter !== undefined).map(({ end }) => end);
  const edges = wordEdges(text, language);
  const within = searched(text);
  const found: Edit[] = [];
  let nextPause = 0;
  for (let start = 0; start < text.length; start += 1) {
    if (!sources.some((source) => source.mayBegin(within, start)) || !edges.isStart(start)) continue;
    while ((pauses[nextPause] ?? text.length) <= start && nextPause < pauses.length) nextPause += 1;
    const limit = pauses[nextPause] ?? text.length;
    const fits = (length: number) => start + length <= limit && edges.isEnd(start + length);
    const phrase = longest(sources.map((source) => source.longest(within, start, fits)));
    if (!phrase) continue;
    const end = start + phrase.length;
    if (phrase.say !== undefined) found.push({ start, end, say: phrase.say });
    start = end - 1;
  }
  return rewrite({ text, sentences }, found);
}

/** Of several as long the first, but one that is replaced before one that stays. */
function longest(phrases: readonly (FoundPhrase | undefined)[]): FoundPhrase | undefined {
  const rank = ({ length, say }: FoundPhrase) => 2 * length + (say === undefined ? 0 : 1);
  return phrases.reduce((best, phrase) => (!best || (phrase && rank(phrase) > rank(best)) ? phrase : best), undefined);
}
