import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { SpokenSentence } from '../segment/spoken-sentences.js';
import type { Pronunciations } from './pronunciations.js';
import { WordEdges } from './word-edges.js';

/** A text and its sentences. */
export interface PronouncedText {
  readonly text: string;
  readonly sentences: readonly SpokenSentence[];
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly say: string;
}

/**
 * Replaces whole words and phrases by what is to be spoken: from left to right, the longest first, and never in what has
 * been replaced. A phrase does not reach across a pause. Sentences stay the ones of the text as it was written.
 *
 * @param sources of two pronunciations for the same words, that of the earlier source holds
 */
export function pronounce(
  { text, sentences }: PronouncedText,
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
  return {
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
  const found: Replacement[] = [];
  let nextPause = 0;
  for (let start = 0; start < text.length; start += 1) {
    while ((pauses[nextPause] ?? text.length) <= start && nextPause < pauses.length) nextPause += 1;
    const limit = pauses[nextPause] ?? text.length;
    const candidates = sources.flatMap((source) => source.at(text, start));
    for (const { length, say } of candidates.sort((a, b) => b.length - a.length)) {
      const end = start + length;
      if (end > limit || !edges.isStart(start) || !edges.isEnd(end)) continue;
      found.push({ start, end, say });
      start = end - 1;
      break;
    }
  }
  return found;
}

/** Where an offset of the old text is in the new one; to be asked in ascending order. Inside a replacement: its end. */
function movement(replacements: readonly Replacement[]): (offset: number) => number {
  let index = 0;
  let shift = 0;
  return (offset) => {
    for (;;) {
      const next = replacements[index];
      if (!next || next.start >= offset) return offset + shift;
      shift += next.say.length - (next.end - next.start);
      if (next.end > offset) {
        index += 1;
        return next.end + shift;
      }
      index += 1;
    }
  };
}
