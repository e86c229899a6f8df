import type { Language } from '../languages.js';
import type { Span } from './sentences.js';

/** A clause ends after its mark and the marks that close it; Latin marks only before white space, so that `10:30` stays. */
const clauseEnd = /(?:[,;:—–…)\]»”]+(?=\s)|\s(?=[(—–])|[，、；：——）」』】・]+)["'”’」』）]*\s*/gu;

/** The clauses of a sentence, in order and covering it. */
export function clauses(text: string): Span[] {
  return cutAfter(text, clauseEnd);
}

/** The words of a clause with the white space after them; texts that write no spaces are cut between dictionary words. */
export function words(text: string, language: Language): Span[] {
  const spaced = cutAfter(text, /\s+/gu);
  return spaced.flatMap((span) => {
    const word = text.slice(span.start, span.end);
    if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)) return [span];
    const parts: Span[] = [];
    for (const { segment, index, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(word)) {
      const end = span.start + index + segment.length;
      const last = parts.at(-1);
      // Punctuation stays with the word before it.
      if (last && isWordLike !== true) parts[parts.length - 1] = { start: last.start, end };
      else parts.push({ start: span.start + index, end });
    }
    return parts;
  });
}

/** The user-perceived characters of a word. */
export function graphemes(text: string, language: Language): Span[] {
  const spans: Span[] = [];
  for (const { segment, index } of new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(text)) {
    spans.push({ start: index, end: index + segment.length });
  }
  return spans;
}

function cutAfter(text: string, boundary: RegExp): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length;
    if (end > start) spans.push({ start, end });
    start = end;
  }
  if (start < text.length) spans.push({ start, end: text.length });
  return spans;
}
