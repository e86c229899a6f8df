import type { Language } from '../languages.js';
import { abbreviationKinds } from './abbreviations.js';
import { isGermanOrdinal } from './german-ordinals.js';

/** A part of a text, by UTF-16 offsets: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const closers = /[\p{Pe}\p{Pf}"'”’»]+$/u;
const openers = /^[\p{Ps}\p{Pi}"'“‘«„‚¿¡\s—–-]+/u;
const lowerCase = /^\p{Ll}/u;
const upperCase = /^\p{Lu}/u;

/** No abbreviation, initial or ordinal is longer: what is looked at before a full stop. */
const lookBehind = 80;

/**
 * The sentences of one paragraph, in order and covering it; the white space between two sentences belongs to the
 * first. `Intl.Segmenter` proposes the boundaries; those after abbreviations, initials, ordinals, inside a quotation's
 * sentence or before a lower-case continuation are taken back.
 */
export function sentences(text: string, language: Language): Span[] {
  const proposed = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)];
  const spans: Span[] = [];
  let start = 0;
  proposed.forEach(({ index, segment }, position) => {
    const end = index + segment.length;
    const next = proposed[position + 1];
    if (
      next === undefined ||
      isSentenceEnd(text.slice(Math.max(start, end - lookBehind), end), next.segment, language)
    ) {
      spans.push({ start, end });
      start = end;
    }
  });
  return spans;
}

function isSentenceEnd(piece: string, following: string, language: Language): boolean {
  const said = piece.trimEnd();
  const bare = said.replace(closers, '');
  const next = following.slice(0, lookBehind).replace(openers, '');
  if (next === '' || lowerCase.test(next)) return false;
  if (/^[、，,;:；：)\]）」』】]/u.test(following.trimStart())) return false;
  if (bare.length < said.length && /^(?:と|って|との|という)/u.test(following)) return false;
  if (/(?:…|\.{3})$/u.test(bare)) return upperCase.test(next) || /^\p{N}/u.test(next);
  if (!bare.endsWith('.')) return true;
  return !isAbbreviated(bare.slice(0, -1), next, language);
}

function isAbbreviated(before: string, next: string, language: Language): boolean {
  if (/^\s*(?:\p{N}{1,3}|[ivxIVX]{1,4}|\p{L})$/u.test(before)) return true;
  if (language === 'de' && isGermanOrdinal(before, next)) return true;

  const word = /[\p{L}\p{M}\p{N}.№ºª'’-]+$/u.exec(before)?.[0] ?? '';
  if (word === '') return false;
  // `z. B.` and `т. е.` are written with a space as often as without.
  const spaced = /(?:\p{L}{1,4}\.\s)+\p{L}{1,6}$/u.exec(before)?.[0].replace(/\s/gu, '') ?? '';
  const initial = /^\p{Lu}$/u.test(word) && !(language === 'en' && word === 'I' && /\p{Ll}\s+I$/u.test(before));
  if (initial) return true;

  const kinds = new Set([...abbreviationKinds(word, language), ...abbreviationKinds(spaced, language)]);
  if (kinds.has('numeric') && /^[\p{N}ivxIVX]/u.test(next)) return true;
  if (kinds.has('leading') && !(kinds.has('trailing') && upperCase.test(next) && spaced === '')) return true;
  return kinds.has('trailing') && !upperCase.test(next) && !/^\p{L}/u.test(next);
}
