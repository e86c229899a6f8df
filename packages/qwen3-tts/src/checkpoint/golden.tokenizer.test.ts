import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goldenFolders } from '../testing/golden-folders.js';
import { readTokenizer } from './tokenizer.js';

describe.each(goldenFolders())('tokenizer of $name', ({ folder }) => {
  const { tokenizer: vectors } = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as {
    tokenizer: { text: string; ids: number[] }[];
  };

  test.each(vectors)('gives the ids of the official one for $text', async ({ text, ids }) => {
    const tokenizer = await readTokenizer(join(folder, 'checkpoint'));
    expect(tokenizer.encode(text)).toEqual(ids);
  });
});
