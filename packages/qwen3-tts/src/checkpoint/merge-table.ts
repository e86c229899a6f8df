import { readFile } from 'node:fs/promises';
import { byteAlphabet } from './byte-alphabet.js';
import { CheckpointError } from './checkpoint-error.js';
import { countByte, type TokenTable } from './token-table.js';

const LINE_END = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const VERSION = Buffer.from('#version');

/** The merges of a vocabulary by their pairs, with their ranks. */
export class MergeTable {
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #merged: Int32Array;
  readonly #slots: Int32Array;
  #count = 0;

  /** @param capacity most merges @param bytes `[256]`: the id of each byte */
  constructor(
    capacity: number,
    readonly bytes: Int32Array,
  ) {
    this.#left = new Int32Array(capacity);
    this.#right = new Int32Array(capacity);
    this.#merged = new Int32Array(capacity);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * capacity + 1))).fill(-1);
  }

  /** The rank is the order of the calls. */
  add(left: number, right: number, merged: number): void {
    const rank = this.#count++;
    this.#left[rank] = left;
    this.#right[rank] = right;
    this.#merged[rank] = merged;
    this.#slots[this.#slot(left, right)] = rank;
  }

  /** −1 when the pair has no merge. */
  rank(left: number, right: number): number {
    return this.#slots[this.#slot(left, right)]!;
  }

  merged(rank: number): number {
    return this.#merged[rank]!;
  }

  #slot(left: number, right: number): number {
    const mask = this.#slots.length - 1;
    const hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let rank = this.#slots[slot]!; rank >= 0; rank = this.#slots[slot]!) {
      if (this.#left[rank] === left && this.#right[rank] === right) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}

/**
 * Reads `merges.txt`: one line per pair, in the order of ranks.
 * @throws CheckpointError when it is missing or names tokens that the vocabulary lacks
 */
export async function readMergeTable(path: string, vocabulary: TokenTable): Promise<MergeTable> {
  const text = await readFile(path).catch((cause: unknown) => {
    throw new CheckpointError(`${path} is missing or cannot be read.`, { cause });
  });
  const merges = new MergeTable(countByte(text, LINE_END) + 1, byteIds(path, vocabulary));
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf(LINE_END, start);
    const lineEnd = next < 0 ? text.length : next;
    const end = text[lineEnd - 1] === RETURN && lineEnd > start ? lineEnd - 1 : lineEnd;
    const header = start === 0 && text.subarray(0, VERSION.length).equals(VERSION);
    if (end > start && !header) addLine(path, text, start, end, vocabulary, merges);
    start = lineEnd + 1;
  }
  return merges;
}

function addLine(path: string, text: Buffer, start: number, end: number, vocabulary: TokenTable, merges: MergeTable) {
  let space = start;
  while (space < end && text[space] !== SPACE) space++;
  const left = vocabulary.find(text, start, space);
  const right = vocabulary.find(text, space + 1, end);
  const merged = space < end ? vocabulary.find(text, start, end, space) : -1;
  if (left < 0 || right < 0 || merged < 0) {
    const line = JSON.stringify(text.toString('utf8', start, end).slice(0, 40));
    throw new CheckpointError(`${path} is damaged: ${line} is not a merge of this vocabulary.`);
  }
  merges.add(left, right, merged);
}

function byteIds(path: string, vocabulary: TokenTable): Int32Array {
  return Int32Array.from(byteAlphabet(), (character) => {
    const bytes = Buffer.from(character);
    const id = vocabulary.find(bytes, 0, bytes.length);
    if (id < 0) throw new CheckpointError(`${path} needs a token for ${JSON.stringify(character)} in the vocabulary.`);
    return id;
  });
}
