import { readFile } from 'node:fs/promises';
import { CheckpointError } from './checkpoint-error.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** A lookup may skip one byte: the space between the two tokens of a merge. */
const NO_GAP = -1;

/**
 * Ids of tokens by their bytes. A map of 150,000 strings would take four times as long to read, which delays the start of
 * the service, and ten times the memory.
 */
export class TokenTable {
  readonly #text: Uint8Array;
  readonly #ends: Uint32Array;
  readonly #ids: Int32Array;
  readonly #slots: Int32Array;
  #count = 0;

  /** @param capacity most tokens @param bytes most bytes of all tokens together */
  constructor(capacity: number, bytes: number) {
    this.#text = new Uint8Array(bytes);
    this.#ends = new Uint32Array(capacity + 1);
    this.#ids = new Int32Array(capacity);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * capacity + 1))).fill(-1);
  }

  get size(): number {
    return this.#count;
  }

  set(token: Uint8Array, start: number, end: number, id: number): void {
    const slot = this.#slot(token, start, end, NO_GAP);
    const existing = this.#slots[slot]!;
    if (existing >= 0) {
      this.#ids[existing] = id;
      return;
    }
    const at = this.#ends[this.#count]!;
    this.#text.set(token.subarray(start, end), at);
    this.#ids[this.#count] = id;
    this.#slots[slot] = this.#count++;
    this.#ends[this.#count] = at + end - start;
  }

  /** The id of the token `bytes[start … end]` without the byte at `gap`; −1 when there is none. */
  find(bytes: Uint8Array, start: number, end: number, gap = NO_GAP): number {
    const entry = this.#slots[this.#slot(bytes, start, end, gap)]!;
    return entry < 0 ? -1 : this.#ids[entry]!;
  }

  /** The slot of a token, or the free slot for it: FNV-1a with linear probing. */
  #slot(bytes: Uint8Array, start: number, end: number, gap: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) if (i !== gap) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = this.#slots[slot]!; entry >= 0; entry = this.#slots[slot]!) {
      if (this.#equals(entry, bytes, start, end, gap)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #equals(entry: number, bytes: Uint8Array, start: number, end: number, gap: number): boolean {
    let at = this.#ends[entry]!;
    const length = end - start - (gap === NO_GAP ? 0 : 1);
    if (this.#ends[entry + 1]! - at !== length) return false;
    for (let i = start; i < end; i++) if (i !== gap && this.#text[at++] !== bytes[i]) return false;
    return true;
  }
}

/**
 * Reads `vocab.json`: one JSON object, tokens in UTF-8 to ids.
 * @throws CheckpointError when it is missing or damaged
 */
export async function readTokenTable(path: string): Promise<TokenTable> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new CheckpointError(`${path} is missing or cannot be read.`, { cause });
  });
  const table = new TokenTable(countByte(bytes, COMMA) + 1, bytes.length);
  let at = 0;
  const damaged = () =>
    new CheckpointError(`${path} is damaged: it does not hold a JSON object of ids (at byte ${at}).`);
  const take = (): number => {
    while (isSpace(bytes[at])) at++;
    return bytes[at++] ?? -1;
  };
  const takeString = (): { from: Uint8Array; start: number; end: number } => {
    if (take() !== QUOTE) throw damaged();
    const start = at;
    let escaped = false;
    for (; bytes[at] !== QUOTE; at++) {
      if (at >= bytes.length) throw damaged();
      if (bytes[at] !== BACKSLASH) continue;
      escaped = true;
      at++;
    }
    const end = at++;
    if (!escaped) return { from: bytes, start, end };
    const from = unescaped(bytes.toString('utf8', start - 1, end + 1));
    if (!from) throw damaged();
    return { from, start: 0, end: from.length };
  };
  const takeId = (): number => {
    if (take() !== COLON) throw damaged();
    while (isSpace(bytes[at])) at++;
    const start = at;
    let id = 0;
    for (; isDigit(bytes[at]); at++) id = 10 * id + bytes[at]! - 0x30;
    if (at === start || at > start + 9) throw damaged();
    return id;
  };

  if (take() !== OPEN) throw damaged();
  for (let next = COMMA; next === COMMA; ) {
    const { from, start, end } = takeString();
    table.set(from, start, end, takeId());
    next = take();
    if (next !== COMMA && next !== CLOSE) throw damaged();
  }
  if (take() !== -1) throw damaged();
  return table;
}

/** Number of occurrences of a byte. */
export function countByte(bytes: Uint8Array, wanted: number): number {
  let found = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === wanted) found++;
  return found;
}

function unescaped(literal: string): Uint8Array | undefined {
  try {
    return Buffer.from(String(JSON.parse(literal)));
  } catch {
    return undefined;
  }
}
