// Packs the n-gram statistics of the package `eld` for services/tts/src/text/detection/letters.ts. As the package loads
// them, an object for each n-gram, its large set takes 380 MB of memory and its smallest 86; packed it takes 2.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './projects.mjs';

const LANGUAGES =
  `en de fr es it pt ru nl pl cs sk sl hr sv da no is fi et lv lt hu ro sq tr az vi ms tl eu ca uk be bg sr`.split(' ');

// The package exports its detector only; its files lie beside that.
const entry = import.meta.resolve('eld/large');
const [{ ngramsData }, { dictionary }] = await Promise.all([
  import(new URL('../ngrams/large.js', entry)),
  import(new URL('../dictionary.js', entry)),
]);

/** The characters by which the package writes bytes of UTF-8 from 0x80 on. */
const BYTES = new Map(dictionary.flatMap((sign, byte) => (byte >= 0x80 && sign !== ' ' ? [[sign, byte]] : [])));

/** FNV-1a, 32 bits, of the bytes of an n-gram. */
function hashOf(ngram) {
  let hash = 0x811c9dc5;
  for (const sign of ngram) hash = Math.imul(hash ^ (BYTES.get(sign) ?? sign.charCodeAt(0)), 0x01000193);
  return hash >>> 0;
}

const ids = new Map(Object.entries(ngramsData.languages).map(([id, code]) => [id, LANGUAGES.indexOf(code)]));
const rows = Object.entries(ngramsData.ngrams)
  .map(([ngram, scores]) => ({
    hash: hashOf(ngram),
    scores: Object.entries(scores).flatMap(([id, score]) => ((ids.get(id) ?? -1) < 0 ? [] : [[ids.get(id), score]])),
  }))
  .filter(({ scores }) => scores.length > 0)
  .toSorted((left, right) => left.hash - right.hash);

const count = rows.length;
const scores = rows.flatMap((row) => row.scores);
const hashes = Uint32Array.from(rows, ({ hash }) => hash);
const ends = new Uint32Array(count);
rows.reduce((end, row, index) => (ends[index] = end + row.scores.length), 0);
const bytes = Buffer.concat([hashes, ends, Uint8Array.from(scores.flat())].map((part) => Buffer.from(part.buffer)));

const folder = join(root, 'services/tts/src/generated');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'letter-statistics.ts'),
  `// Written by scripts/build/letter-statistics.mjs from the package eld (Apache-2.0).
export const LANGUAGES = ${JSON.stringify(LANGUAGES)} as const;
export const COUNT = ${count};
export const STATISTICS = '${bytes.toString('base64')}';
`,
);
