import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { HANGUL, UNSPACED } from '../characters.js';

/** A cut inside a sentence that is too long, and the kind of pause there. */
export interface Cut {
  readonly offset: number;
  readonly pauseAfter: 'clause' | 'word' | 'none';
}

/** The end of a clause: its mark and closing marks. Latin marks count only before white space, for `10:30`. */
const CLAUSE_END = /(?:[,;:…)\]»”]+(?=\s)|\s[—–-]+(?=\s)|[，、；：」』】）]+)["'”’」』）]*\s*|\s(?=[(—–«“„])/gu;

/** Shortest chunk that is cut at a clause, as a share of what fits. */
const LEAST_CLAUSE = 0.25;
const DICTIONARY_WINDOW = 60;
const GRAPHEME_WINDOW = 40;

/** `(text, furthest)` → where to cut `text`, of which at most `furthest` UTF-16 units fit. */
export type Cutter = (text: string, furthest: number) => Cut;

/**
 * Cuts after the last clause, else the last word, else the last word of the dictionary (East Asian text), else the last
 * grapheme, and inside one only if it alone is too long.
 */
export function cutter(language: LanguageCode): Cutter {
  // Created on first use: construction is slow, and most texts need no segmenter.
  let words: Intl.Segmenter | undefined;
  let graphemes: Intl.Segmenter | undefined;
  return (text, furthest) => {
    const clause = lastEnd(text, CLAUSE_END, furthest);
    if (clause >= furthest * LEAST_CLAUSE) return { offset: clause, pauseAfter: 'clause' };
    const space = text.lastIndexOf(' ', furthest) + 1;
    if (space > furthest * LEAST_CLAUSE) return { offset: space, pauseAfter: 'word' };
    if (clause > 0) return { offset: clause, pauseAfter: 'clause' };
    if (space > 1) return { offset: space, pauseAfter: 'word' };
    const near = text.slice(Math.max(0, furthest - 2), furthest + 2);
    if (UNSPACED.test(near) || HANGUL.test(near)) {
      words ??= new Intl.Segmenter(language, { granularity: 'word' });
      const word = lastBoundary(text, furthest, DICTIONARY_WINDOW, words, CLOSING);
      if (word > 0) return { offset: word, pauseAfter: 'word' };
    }
    graphemes ??= new Intl.Segmenter(language, { granularity: 'grapheme' });
    const grapheme = lastBoundary(text, furthest, GRAPHEME_WINDOW, graphemes, NEVER);
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

/** Stays with the word before it. */
const CLOSING = /[\p{Po}\p{Pe}\p{Pf}ー]/u;
const NEVER = /(?!)/u;

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
