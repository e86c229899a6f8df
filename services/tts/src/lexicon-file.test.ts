import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLexicon } from './lexicon-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ownvoice-lexicon-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function lexicon(content: string | Uint8Array) {
  const path = join(folder, 'lexicon.json');
  await writeFile(path, content);
  return await readLexicon(path);
}

describe('a lexicon', () => {
  test('is a list of pronunciations as in requests', async () => {
    expect(
      await lexicon('[{"text": "Qwen", "say": "chwen"}, {"text": "die", "say": "dye", "language": "en-GB"}]'),
    ).toEqual([
      { text: 'Qwen', say: 'chwen', language: undefined },
      { text: 'die', say: 'dye', language: 'en' },
    ]);
  });

  test.each<[string | Uint8Array, RegExp]>([
    ['{"Qwen": "chwen"}', /must be a JSON list/],
    ['[{]', /must be a JSON list/],
    [JSON.stringify(Array(10_001).fill({ text: 'a', say: 'b' })), /at most 10000 entries/],
    ['[null]', /there is no object in entry 1\.$/],
    ['[{"text": "a", "say": "b"}, {"text": "a"}]', /say .* 2\.$/],
    ['[{"text": " ", "say": "b"}]', /text .* 1\.$/],
    [`[{"text": "${'a'.repeat(101)}", "say": "b"}]`, /text .*\b100\b.* 1\.$/],
    [`[{"text": "a", "say": "${'b'.repeat(201)}"}]`, /say .*\b200\b.* 1\.$/],
    ['[{"text": "a", "say": "b", "language": "Klingon"}]', /language .*auto, .* 1\.$/],
    [new Uint8Array([0x22, 0xff, 0x22]), /it is not in UTF-8\.$/],
    [`[${' '.repeat(2 * 1024 ** 2)}]`, /it is larger than 2 MB\.$/],
  ])('is refused in one sentence: %.40j', async (content, sentence) => {
    await expect(lexicon(content)).rejects.toThrow(sentence);
  });

  test('that is not there is refused in one sentence', async () => {
    await expect(readLexicon(join(folder, 'none.json'))).rejects.toThrow(
      /^The lexicon .* cannot be read \(ENOENT\)\.$/,
    );
  });
});
