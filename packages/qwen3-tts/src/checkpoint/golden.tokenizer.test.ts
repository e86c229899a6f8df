import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goldenFolders, readGoldenCases } from '../testing/golden-folders.js';
import { readTokenizer } from './tokenizer.js';

describe.each(goldenFolders())('tokenizer of $name', ({ folder }) => {
  test.each(readGoldenCases(folder).tokenizer)('gives the ids of the official one for $text', async ({ text, ids }) => {
    const tokenizer = await readTokenizer(join(folder, 'checkpoint'));
    expect(tokenizer.encode(text)).toEqual(ids);
  });
});
