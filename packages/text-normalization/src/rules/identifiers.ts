import { CODES_BEFORE } from '../currencies.js';
import type { Rule } from '../rule.js';

const LETTER = '\\p{sc=Latn}\\p{sc=Cyrl}';
const INDEX = '\\[\\d{1,9}\\]';
/** Letters and digits without a space, joined by signs; `lista[0]`; a path. */
const TOKEN = new RegExp(
  `(?<![${LETTER}\\d_.-]|\\d,)(?:[#/]|~/|\\.{1,2}/|[A-Z]:\\\\)?(?:[${LETTER}\\d]+(?:(?:${INDEX})+|[-_.:/\\\\+]{1,2})?){1,64}`,
  'gu',
);
/** Longer ones are hashes and keys. */
const MAX_LENGTH = 128;
/** `USD500`, `2h15m30s`, `3x4x5`, `6.02e-23` */
const QUANTITY = new RegExp(
  `^(?:${CODES_BEFORE})\\d|^\\d+(?:(?:[hdms]|min)\\d+){1,3}\\p{Ll}{0,4}$|^[1-9]\\d*(?:[xх×]\\d+)+|^\\d+(?:\\.\\d+)?[eE][-+]?\\d+$`,
  'u',
);
const FORMS: readonly RegExp[] = [
  // `arr[0]`, `scan_0042`, `./lib64`, `C:\dir1`, `0x1F`, `#ff8800`
  /\p{L}\[\d+\]|_|^(?:\/|~|\.{1,2}\/|\p{Lu}:\\)|^0[xX][\da-fA-F]+$|^#[\da-f]{6}$/u,
  // `2001:db8::1`, `00:1A:2B:3C`
  /^[\da-fA-F]{0,4}(?:::?[\da-fA-F]{1,4}){2,7}$/u,
  // `RX0450B`, `007B`, `N1234567`
  /\p{L}0\d\d|(?<![\p{L}\d.,:])0\d\d+\p{L}|(?<![\p{L}\d])\p{L}+\d{5}/u,
];

/** Whether a token names a thing: its letters and digits are neither words nor a quantity. */
function isIdentifier(token: string): boolean {
  if (!/\d/u.test(token) || !/\p{L}/u.test(token) || QUANTITY.test(token)) return false;
  if (token.length > MAX_LENGTH || FORMS.some((form) => form.test(token))) return true;
  // `scan0042.pdf`, `2024-report.docx`
  const stem = token.replace(/\.\p{Ll}[\p{Ll}\d]{1,3}$/u, '');
  if (stem !== token && /\d/u.test(stem) && /\p{L}|\d{3}/u.test(stem)) return true;
  const groups = token.split(/[^\p{L}\d]+/u);
  const isCapitals = /\p{Lu}/u.test(token) && !/\p{Ll}/u.test(token);
  // `a3f5c9d`, `AB12CDE`
  const runs = groups.map((group) => group.match(/\p{L}+|\d+/gu)?.length ?? 0);
  if (runs.some((count, index) => count > 3 || (count === 3 && isCapitals && (groups[index]?.length ?? 0) > 5)))
    return true;
  // `SKU-417-B`, `B-1207`, `0931-D`
  return (
    isCapitals &&
    token.includes('-') &&
    ((groups.length > 2 && !/^\d/u.test(token)) || /(?:^|-)0\d\d|\p{Lu}-\d{3}/u.test(token))
  );
}

const FURTHEST_SCORE = 1.5;

/**
 * `747-400`, `747-8`, `Boeing 737-800`: from more to less nothing reaches, and scores of hundreds are near to each other.
 *
 * @param isName whether a capital letter in a sentence tells a name
 */
function isType(token: string, before: string, isName: boolean): boolean {
  const [, from, to] = /^([1-9]\d{2})-([1-9]\d{0,2})$/u.exec(token) ?? [];
  if (from === undefined || /[+×*=] ?$/u.test(before)) return false;
  return Number(from) > FURTHEST_SCORE * Number(to) || (isName && /[\p{L},] \p{Lu}\p{L}+ $/u.test(before));
}

/** Part numbers, file names, paths, hashes and whatever else names a thing: nobody knows how it is read, so it stays. */
export const IDENTIFIERS: Rule = {
  pattern: TOKEN,
  // `1 000 000e` is a number in groups.
  verbalize: ({ text, before }, { language }) => {
    const token = text.replace(/[-_.:/\\+]+$/u, '');
    const isGrouped = /\d[ \u00a0\u202f]$/u.test(before) && /^\d{3}(?!\d)/u.test(text);
    return isType(token, before, language !== 'de') || (!isGrouped && isIdentifier(token)) ? text : undefined;
  },
};
