import type { Language } from '../languages.js';

/** A place inside a sentence that is too long, and what the silence there should be. */
export interface Cut {
  readonly offset: number;
  readonly pauseAfter: 'clause' | 'word' | 'none';
}

/** A clause ends after its mark and the marks that close it; Latin marks only before white space, so that `10:30` stays. */
const clauseEnd = /(?:[,;:…)\]»”]+(?=\s)|\s[—–-]+(?=\s)|[，、；：」』】）]+)["'”’」』）]*\s*|\s(?=[(—–«“„])/gu;

/** A chunk that is cut at a clause should not be shorter than this part of what would fit. */
const leastClause = 0.25;
const dictionaryWindow = 60;
const graphemeWindow = 40;

/** `(text, furthest)` → where to cut `text`, of which at most `furthest` UTF-16 units fit. */
export type Cutter = (text: string, furthest: number) => Cut;

/**
 * Cuts after the last clause, else the last word, else the last word of the dictionary (East Asian text), else the last
 * grapheme, and inside one only if it alone is too long.
 */
export function cutter(language: Language): Cutter {
  // A segmenter takes longer to make than to use, and most texts need none.
  let words: Intl.Segmenter | undefined;
  let graphemes: Intl.Segmenter | undefined;
  return (text, furthest) => {
    const clause = lastEnd(text, clauseEnd, furthest);
    if (clause >= furthest * leastClause) return { offset: clause, pauseAfter: 'clause' };
    const space = text.lastIndexOf(' ', furthest) + 1;
    if (space > furthest * leastClause) return { offset: space, pauseAfter: 'word' };
    if (clause > 0) return { offset: clause, pauseAfter: 'clause' };
    if (space > 1) return { offset: space, pauseAfter: 'word' };
    if (sign.test(text.slice(Math.max(0, furthest - 2), furthest + 2))) {
      words ??= new Intl.Segmenter(language, { granularity: 'word' });
      const word = lastBoundary(text, furthest, dictionaryWindow, words, closing);
      if (word > 0) return { offset: word, pauseAfter: 'word' };
    }
    graphemes ??= new Intl.Segmenter(language, { granularity: 'grapheme' });
    const grapheme = lastBoundary(text, furthest, graphemeWindow, graphemes, never);
    return { offset: grapheme > 0 ? grapheme : furthest, pauseAfter: 'none' };
  };
}

/** The last end of a match that leaves no more than `furthest` units before it, white space at the end not counted. */
function lastEnd(text: string, pattern: RegExp, furthest: number): number {
  let last = 0;
  for (const match of text.slice(0, furthest + 2).matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (match.index + match[0].trimEnd().length <= furthest && end <= furthest + 1) last = end;
  }
  return last;
}

const sign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Stays with the word before it. */
const closing = /[\p{Po}\p{Pe}\p{Pf}ー]/u;
const never = /(?!)/u;

/** The last boundary that the segmenter sees before `furthest`, looking at no more of the text than is needed for it. */
function lastBoundary(text: string, furthest: number, window: number, segmenter: Intl.Segmenter, tied: RegExp): number {
  const from = Math.max(0, furthest - window);
  let last = 0;
  for (const { index } of segmenter.segment(text.slice(from, furthest + window))) {
    const offset = from + index;
    if (offset > furthest) break;
    // The window's own beginning is no boundary of the text.
    if (index > 0 && !tied.test(text.charAt(offset))) last = offset;
  }
  return last;
}
