import { removeSymbols } from '../symbols.js';

const BRACKETS = /[[\]{}]+/gu;
const TAG = /<(?=[/!?]?[a-z])([^<>]{0,1000})>/giu;
const REFERENCE = /&(#?\w{1,31});/gu;
const PIPE = /(?<!\|)\|(?!\|)/gu;
/** The beginning and end of a comment, and of a template string. */
const COMMENT = /(?<=^|\s)(?:\/{2,}|\/?\*+\/?|#+|<?!?--+>?|--+)(?=\s|$)|`+/gu;

/** What a line of code must have to be code, when only its indentation says so. */
const CODE_SIGN = /[{}[\]<>|\\=_`]|\/\/|&\w+;|\w\(\)|;[ \t]*$|^[ \t]*[$#] /u;

/**
 * A line of a code block as words: names, numbers and operators stay, brackets and the marks of comments, tags,
 * tables and references go, which nobody reads aloud.
 */
export function codeWords(line: string): string {
  return line
    .replace(COMMENT, ' ')
    .replace(TAG, ' $1 ')
    .replace(REFERENCE, ' $1 ')
    .replace(BRACKETS, ' ')
    .replace(PIPE, ' ');
}

/** Whether indented lines are code rather than indented prose. */
export function looksLikeCode(lines: readonly string[]): boolean {
  return lines.some((line) => CODE_SIGN.test(line));
}

const JSON_TOKEN = /"((?:[^"\\]|\\.)*)"|[{}[\]]|[^"{}[\]]+/gu;

/** The keys and values of a JSON document as words, `undefined` if the text is none. */
export function jsonWords(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/^(?:\{\s*["}]|\[\s*["{[\]\d])/u.test(trimmed) || !/[}\]]$/u.test(trimmed)) return undefined;
  if (!/["{]/u.test(trimmed)) return undefined;
  try {
    JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  return trimmed
    .replace(JSON_TOKEN, (token, string: string | undefined) => {
      if (string !== undefined) return removeSymbols(JSON.parse(token) as string);
      return /^[{}[\]]$/u.test(token) ? ' ' : token;
    })
    .replace(/\s+/gu, ' ')
    .replace(/ (?=[,:])/gu, '')
    .trim();
}
