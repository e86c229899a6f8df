import { ApiError } from '../errors/api-error.js';

const MAX_DEPTH = 32;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true });

function refuse(rule: string): never {
  throw ApiError.invalid([`body ${rule}`]);
}

/** The index of the quote that closes the string literal at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x5c) i++;
    else if (c === 0x22) return i;
  }
  return refuse('is not well-formed JSON.');
}

/** Refuses what `JSON.parse` accepts: duplicate keys, prototype keys, deep nesting. One linear pass. */
function scan(text: string): void {
  const keysOfObjects: (Set<string> | null)[] = [];
  let expectsKey = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x7b || c === 0x5b) {
      if (keysOfObjects.push(c === 0x7b ? new Set() : null) > MAX_DEPTH)
        refuse(`is nested deeper than ${MAX_DEPTH} levels.`);
      expectsKey = c === 0x7b;
    } else if (c === 0x7d || c === 0x5d) {
      keysOfObjects.pop();
      expectsKey = false;
    } else if (c === 0x2c) {
      expectsKey = keysOfObjects.at(-1) instanceof Set;
    } else if (c === 0x22) {
      const end = endOfString(text, i);
      const keys = keysOfObjects.at(-1);
      if (expectsKey && keys) {
        const key = parse(text.slice(i, end + 1)) as string;
        if (FORBIDDEN_KEYS.has(key)) refuse(`must not have a field named ${JSON.stringify(key)}.`);
        if (keys.has(key)) refuse(`has the field ${JSON.stringify([...key].slice(0, 50).join(''))} twice.`);
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
    return refuse('is not well-formed JSON.');
  }
}

/** One sentence for each string or key with a NUL or a lone surrogate, which databases refuse. */
export function textFaults(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') {
    const field = path.join('.') || 'body';
    return [
      ...(value.includes('\0') ? [`${field} must not contain NUL characters.`] : []),
      ...(value.isWellFormed() ? [] : [`${field} must be well-formed Unicode.`]),
    ];
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...textFaults(key, ['the name of a field']),
    ...textFaults(item, [...path, key]),
  ]);
}

/**
 * Parses a JSON body strictly. Refused is what parsers disagree about: invalid UTF-8, duplicate keys, `__proto__`,
 * `constructor` and `prototype`, and nesting deeper than 32.
 *
 * @param bytes the raw body
 * @returns the value; `undefined` for an empty body
 * @throws {ApiError} 400
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-4
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuse('is not valid UTF-8.');
  }
  scan(text);
  return parse(text);
}
