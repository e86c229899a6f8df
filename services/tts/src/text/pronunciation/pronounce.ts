import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { SpokenSentence } from '../segment/spoken-sentences.js';
import { type FoundPhrase, type Pronunciations, SearchedText } from './pronunciations.js';
import { WordEdges } from './word-edges.js';

/** A text and its sentences. */
export interface TextInSentences {
  readonly text: string;
  readonly sentences: readonly SpokenSentence[];
}

/** The same with its pronunciations. */
export interface PronouncedText extends TextInSentences {
  /** The part of the text as it was written that became a part of this one; parts are to be asked for in order. */
  readonly written: (start: number, end: number) => string;
}

/** A range of one text that has another length in the other. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

interface Replacement extends Change {
  readonly say: string;
}

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
): PronouncedText {
  const pauses = sentences.filter(({ silenceAfter }) => silenceAfter !== undefined).map(({ end }) => end);
  const replacements = findReplacements(text, sources, language, pauses);
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, say } of replacements) {
    parts.push(text.slice(copied, start), say);
    copied = end;
  }
  parts.push(text.slice(copied));
  const moved = movement(replacements);
  const ends = sentences.map(({ end }) => moved(end));
  const movedBack = movement(reversed(replacements));
  return {
    written: (start, end) => text.slice(movedBack(start), movedBack(end)).trim(),
    text: parts.join(''),
    sentences: sentences.map((sentence, index) => ({
      ...sentence,
      start: ends[index - 1] ?? 0,
      end: ends[index] ?? 0,
    })),
  };
}

function findReplacements(
  text: string,
  sources: readonly Pronunciations[],
  language: LanguageCode,
  pauses: readonly number[],
): Replacement[] {
  const edges = new WordEdges(text, language);
  const searched = new SearchedText(text);
  const found: Replacement[] = [];
  let nextPause = 0;
  for (let start = 0; start < text.length; start += 1) {
    if (!sources.some((source) => source.mayBegin(searched, start)) || !edges.isStart(start)) continue;
    while ((pauses[nextPause] ?? text.length) <= start && nextPause < pauses.length) nextPause += 1;
    const limit = pauses[nextPause] ?? text.length;
    const fits = (length: number) => start + length <= limit && edges.isEnd(start + length);
    const phrase = longest(sources.map((source) => source.longest(searched, start, fits)));
    if (!phrase) continue;
    const end = start + phrase.length;
    if (phrase.say !== undefined) found.push({ start, end, length: phrase.say.length, say: phrase.say });
    start = end - 1;
  }
  return found;
}

/** Of several as long the first, but one that is replaced before one that stays. */
function longest(phrases: readonly (FoundPhrase | undefined)[]): FoundPhrase | undefined {
  const rank = ({ length, say }: FoundPhrase) => 2 * length + (say === undefined ? 0 : 1);
  return phrases.reduce((best, phrase) => (!best || (phrase && rank(phrase) > rank(best)) ? phrase : best), undefined);
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
