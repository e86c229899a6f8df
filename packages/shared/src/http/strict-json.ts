import type { BrokenRule, RuleCode } from '../contract/broken-rules.js';
import { ApiError } from '../errors/api-error.js';
import { shownName } from './validation-details.js';

const MAX_DEPTH = 32;
/** Keys of objects and entries of lists in one body, unless its route has more: what is checked one by one. */
const MAX_ENTRIES = 1_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true });

function reject(code: RuleCode, parameters: BrokenRule['parameters'] = {}): never {
  throw ApiError.invalid([{ field: 'body', code, parameters }]);
}

/** The index of the quote that closes the string literal at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x5c) i++;
    else if (c === 0x22) return i;
  }
  return reject('malformed_json');
}

/** Rejects what `JSON.parse` accepts: duplicate keys, prototype keys, deep nesting, too many entries. One linear pass. */
function scan(text: string, limit: number): void {
  let entries = 0;
  const countEntry = () => {
    entries += 1;
    if (entries > limit) reject('too_many_entries', { limit });
  };
  const keysOfObjects: (Set<string> | null)[] = [];
  let expectsKey = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x7b || c === 0x5b) {
      if (keysOfObjects.push(c === 0x7b ? new Set() : null) > MAX_DEPTH) reject('too_deep', { limit: MAX_DEPTH });
      expectsKey = c === 0x7b;
      if (!expectsKey) countEntry();
    } else if (c === 0x7d || c === 0x5d) {
      keysOfObjects.pop();
      expectsKey = false;
    } else if (c === 0x2c) {
      expectsKey = keysOfObjects.at(-1) instanceof Set;
      if (!expectsKey) countEntry();
    } else if (c === 0x22) {
      const end = endOfString(text, i);
      const keys = keysOfObjects.at(-1);
      if (expectsKey && keys) {
        countEntry();
        const key = parse(text.slice(i, end + 1)) as string;
        if (FORBIDDEN_KEYS.has(key)) reject('forbidden_field', { name: JSON.stringify(key) });
        if (keys.has(key)) reject('duplicate_field', { name: shownName(key) });
        keys.add(key);
        expectsKey = false;
      }
      i = end;
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return reject('malformed_json');
  }
}

/** Each string or key with a NUL or a lone surrogate, which databases reject, as a broken rule. */
export function textFaults(value: unknown, path: readonly string[] = []): BrokenRule[] {
  if (typeof value === 'string') {
    const codes: RuleCode[] = [];
    if (value.includes('\0')) codes.push('nul');
    if (!value.isWellFormed()) codes.push('malformed_unicode');
    return codes.map((code) => ({ field: path.join('.') || 'body', code }));
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...textFaults(key, ['the name of a field']),
    ...textFaults(item, [...path, key]),
  ]);
}

/**
 * Parses a JSON body strictly. Rejected is what parsers disagree about: invalid UTF-8, duplicate keys, `__proto__`,
 * `constructor` and `prototype`, nesting deeper than 32, and more than 1,000 keys and entries, before any is built.
 *
 * @param bytes the raw body
 * @returns the value; `undefined` for an empty body
 * @throws {ApiError} 400
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-4
 */
export function parseStrictJson(bytes: Uint8Array, maxEntries = MAX_ENTRIES): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return reject('malformed_utf8');
  }
  scan(text, maxEntries);
  return parse(text);
}
