// Packs what services/tts/src/text/detection/statistics.ts looks up: the n-grams of the package `eld` and the words that
// Unicode's CLDR describes signs with. As `eld` loads its large set, an object for each n-gram, it takes 380 MB of memory
// and its smallest 86; packed it takes 2.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './projects.mjs';

const LATIN = 'en de fr es it pt nl pl cs sk sl hr sv da no is fi et lv lt hu ro sq tr az vi ms tl eu ca'.split(' ');
const CYRILLIC = 'ru uk be bg sr'.split(' ');
const LANGUAGES = [...LATIN, ...CYRILLIC];

/** FNV-1a, 32 bits. */
const hashOf = (bytes) => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
const bufferOf = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part.buffer)));

/** Sorted hashes, where the pairs of each end, and pairs of a language's index and its score. */
async function ngrams() {
  // The package exports its detector only; its files lie beside that.
  const entry = import.meta.resolve('eld/large');
  const [{ ngramsData }, { dictionary }] = await Promise.all([
    import(new URL('../ngrams/large.js', entry)),
    import(new URL('../dictionary.js', entry)),
  ]);
  /** The characters by which the package writes bytes of UTF-8 from 0x80 on. */
  const bytes = new Map(dictionary.flatMap((sign, byte) => (byte >= 0x80 && sign !== ' ' ? [[sign, byte]] : [])));
  const ids = new Map(Object.entries(ngramsData.languages).map(([id, code]) => [id, LANGUAGES.indexOf(code)]));
  const rows = Object.entries(ngramsData.ngrams)
    .map(([ngram, scores]) => ({
      hash: hashOf([...ngram].map((sign) => bytes.get(sign) ?? sign.charCodeAt(0))),
      scores: Object.entries(scores).flatMap(([id, score]) => ((ids.get(id) ?? -1) < 0 ? [] : [[ids.get(id), score]])),
    }))
    .filter(({ scores }) => scores.length > 0)
    .toSorted((left, right) => left.hash - right.hash);
  const ends = new Uint32Array(rows.length);
  rows.reduce((end, row, index) => (ends[index] = end + row.scores.length), 0);
  const hashes = Uint32Array.from(rows, ({ hash }) => hash);
  return {
    count: rows.length,
    packed: bufferOf(hashes, ends, Uint8Array.from(rows.flatMap((row) => row.scores.flat()))),
  };
}

/** Sorted hashes, and for each word a bit for each language of its script. */
function words() {
  const entry = import.meta.resolve('cldr-annotations-full/package.json');
  const masks = new Map();
  for (const language of LANGUAGES) {
    const locale = { tl: 'fil' }[language] ?? language;
    const path = new URL(`annotations/${locale}/annotations.json`, entry);
    const { annotations } = JSON.parse(readFileSync(path, 'utf8')).annotations;
    const bit = 1 << (LATIN.includes(language) ? LATIN : CYRILLIC).indexOf(language);
    const texts = Object.values(annotations).flatMap(({ default: keywords = [], tts = [] }) => [...keywords, ...tts]);
    for (const word of texts
      .join('\n')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}'’]*/gu)) {
      const hash = hashOf(Buffer.from(word.replaceAll('’', "'")));
      masks.set(hash, (masks.get(hash) ?? 0) | bit);
    }
  }
  const rows = [...masks].toSorted(([left], [right]) => left - right);
  const hashes = Uint32Array.from(rows, ([hash]) => hash);
  return {
    count: rows.length,
    packed: bufferOf(
      hashes,
      Uint32Array.from(rows, ([, mask]) => mask),
    ),
  };
}

const folder = join(root, 'services/tts/src/generated');
const [{ count: ngramCount, packed: packedNgrams }, { count: wordCount, packed: packedWords }] = [
  await ngrams(),
  words(),
];
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'language-statistics.ts'),
  `// Written by scripts/build/language-statistics.mjs from the packages eld (Apache-2.0) and cldr-annotations-full (Unicode-3.0).
export const LATIN = ${JSON.stringify(LATIN)} as const;
export const CYRILLIC = ${JSON.stringify(CYRILLIC)} as const;
export const NGRAM_COUNT = ${ngramCount};
export const NGRAMS: string = '${packedNgrams.toString('base64')}';
export const WORD_COUNT = ${wordCount};
export const WORDS: string = '${packedWords.toString('base64')}';
`,
);
