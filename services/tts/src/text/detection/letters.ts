import { COUNT, LANGUAGES, STATISTICS } from '../../generated/letter-statistics.js';

export type StatisticsLanguage = (typeof LANGUAGES)[number];

/** Longest word, in bytes of UTF-8, that is examined. */
const MAX_WORD = 70;
/** Bytes of an n-gram, and how far apart two begin. */
const NGRAM = 4;
const STRIDE = 3;
/** Every n-gram of a language scores at least this much. */
const LEAST_SCORE = 53;
/** The mean score that becomes one half. */
const HALF_SCORE = 25;

const SPACE = 0x20;
const WORDS = /[\p{L}\p{M}'’`]+/gu;

const packed = Buffer.from(STATISTICS, 'base64');
/** Sorted. Where the scores of each n-gram end, and pairs of a language's index and its score. */
const hashes = new Uint32Array(packed.buffer, packed.byteOffset, COUNT);
const ends = new Uint32Array(packed.buffer, packed.byteOffset + 4 * COUNT, COUNT);
const scores = packed.subarray(8 * COUNT);

/**
 * How well the letters of a text fit each language, 0 to 1, by the frequency of their n-grams.
 *
 * @see scripts/build/letter-statistics.mjs, where the statistics come from
 */
export function letterScores(text: string): Readonly<Record<StatisticsLanguage, number>> {
  const sums = new Float64Array(LANGUAGES.length);
  const seen = new Set<number>();
  for (const [word] of text.toLowerCase().matchAll(WORDS)) {
    for (const hash of ngramsOf(Buffer.from(word).subarray(0, MAX_WORD))) {
      if (seen.has(hash)) continue;
      seen.add(hash);
      addScores(hash, sums);
    }
  }
  const entries = LANGUAGES.map((language, index) => {
    const mean = (sums[index] ?? 0) / Math.max(1, seen.size);
    return [language, mean / (mean + HALF_SCORE)] as const;
  });
  return Object.fromEntries(entries) as Record<StatisticsLanguage, number>;
}

/** Hashes of a word's n-grams; the first and the last include the space beside the word. */
function* ngramsOf(word: Buffer): Generator<number> {
  let start = 0;
  for (; start + NGRAM < word.length; start += STRIDE) {
    yield hashOf(start === 0, word.subarray(start, start + NGRAM), false);
  }
  yield hashOf(start === 0, word.subarray(Math.max(0, word.length - NGRAM)), true);
}

/** FNV-1a, 32 bits. */
function hashOf(startsWord: boolean, bytes: Uint8Array, endsWord: boolean): number {
  let hash = 0x811c9dc5;
  const add = (byte: number): void => {
    hash = Math.imul(hash ^ byte, 0x01000193);
  };
  if (startsWord) add(SPACE);
  for (const byte of bytes) add(byte);
  if (endsWord) add(SPACE);
  return hash >>> 0;
}

function addScores(hash: number, sums: Float64Array): void {
  let low = 0;
  let high = COUNT;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hashes[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  if (hashes[low] !== hash) return;
  for (let entry = low === 0 ? 0 : (ends[low - 1] ?? 0); entry < (ends[low] ?? 0); entry += 1) {
    const language = scores[2 * entry] ?? 0;
    sums[language] = (sums[language] ?? 0) + (scores[2 * entry + 1] ?? 0) + LEAST_SCORE;
  }
}
