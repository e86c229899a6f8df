import { CYRILLIC, LATIN, NGRAM_COUNT, NGRAMS, WORD_COUNT, WORDS } from '../../generated/language-statistics.js';

/** The languages of a script, which words and n-grams are compared in; the ten's own come first. */
export const LANGUAGES = { latin: LATIN, cyrillic: CYRILLIC } as const;
const OFFSETS = { latin: 0, cyrillic: LATIN.length } as const;

/** Longest word, in bytes of UTF-8, that is examined. */
const MAX_WORD = 70;
/** Bytes of an n-gram, and how far apart two begin. */
const NGRAM = 4;
const STRIDE = 3;
/** Every n-gram of a language scores at least this much. */
const LEAST_SCORE = 53;
const SPACE = 0x20;

const numbers = (packed: Buffer, from: number, count: number) =>
  new Uint32Array(packed.buffer, packed.byteOffset + 4 * from, count);
const ngrams = Buffer.from(NGRAMS, 'base64');
/** Sorted. Where the scores of each n-gram end, and pairs of a language's index and its score. */
const ngramHashes = numbers(ngrams, 0, NGRAM_COUNT);
const ends = numbers(ngrams, NGRAM_COUNT, NGRAM_COUNT);
const scores = ngrams.subarray(8 * NGRAM_COUNT);
const words = Buffer.from(WORDS, 'base64');
/** Sorted. For each word a bit for each language of its script. */
const wordHashes = numbers(words, 0, WORD_COUNT);
const masks = numbers(words, WORD_COUNT, WORD_COUNT);

/**
 * What words tell of the languages of their script, in the order of `LANGUAGES`.
 *
 * @param words in lower case
 * @returns points for the n-grams, the more, the more frequent they are in the language (an n-gram counts once); and how
 *   many of the words the language has
 * @see scripts/build/language-statistics.mjs, where the statistics come from
 */
export function statisticsOf(
  words: readonly string[],
  script: keyof typeof LANGUAGES,
): readonly { readonly points: number; readonly words: number }[] {
  const bytes = words.map((word) => Buffer.from(word).subarray(0, MAX_WORD));
  const points = new Float64Array(LATIN.length + CYRILLIC.length);
  for (const hash of new Set(bytes.flatMap((word) => [...ngramsOf(word)]))) addScores(hash, points);
  const known = bytes.map((word) => masks[indexOf(wordHashes, hashOf(word))] ?? 0);
  return LANGUAGES[script].map((_, index) => ({
    points: points[OFFSETS[script] + index] ?? 0,
    words: known.filter((mask) => mask & (1 << index)).length,
  }));
}

/** Hashes of a word's n-grams; the first and the last include the space beside the word. */
function* ngramsOf(word: Buffer): Generator<number> {
  let start = 0;
  const ngram = (bytes: Uint8Array, last: readonly number[]) =>
    hashOf([...(start === 0 ? [SPACE] : []), ...bytes, ...last]);
  for (; start + NGRAM < word.length; start += STRIDE) yield ngram(word.subarray(start, start + NGRAM), []);
  yield ngram(word.subarray(Math.max(0, word.length - NGRAM)), [SPACE]);
}

/** FNV-1a, 32 bits. */
function hashOf(bytes: Iterable<number>): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** @returns -1 for a hash that is not there */
function indexOf(sorted: Uint32Array, hash: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === hash ? low : -1;
}

function addScores(hash: number, points: Float64Array): void {
  const index = indexOf(ngramHashes, hash);
  if (index < 0) return;
  for (let entry = ends[index - 1] ?? 0; entry < (ends[index] ?? 0); entry += 1) {
    const language = scores[2 * entry] ?? 0;
    points[language] = (points[language] ?? 0) + (scores[2 * entry + 1] ?? 0) + LEAST_SCORE;
  }
}
