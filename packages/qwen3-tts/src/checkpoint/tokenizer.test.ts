import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { goldenFolders } from '../testing/golden-folders.js';
import { readTokenizer, type TextTokenizer } from './tokenizer.js';

const ADDED = ['<|im_start|>', '<|im_end|>', '<|endoftext|>', '<tts_pad>', '<tts_text_eod>', '<think>'];

describe('the tokenizer', () => {
  let tokenizer: TextTokenizer;
  let firstAdded: number;
  beforeAll(async () => {
    const folder = goldenFolders()[0]?.folder ?? '';
    tokenizer = await readTokenizer(join(folder, 'checkpoint'));
    firstAdded = tokenizer.encode('<|endoftext|>')[0] as number;
  });

  test('finds no added token in a text without them, however they were nested', () => {
    const pieces = fc.array(fc.constantFrom(...ADDED, '<|', '|>', 'im_', 'end', ' ', 'a', '<'), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.nat(200), fc.constantFrom(...ADDED), (parts, at, token) => {
        const text = parts.join('');
        const nested = text.slice(0, at) + token + text.slice(at);
        const ids = tokenizer.encode(tokenizer.withoutAddedTokens(nested));
        expect(ids.every((id) => id < firstAdded)).toBe(true);
      }),
    );
  });

  test('leaves every other text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!ADDED.some((token) => text.includes(token)));
        expect(tokenizer.withoutAddedTokens(text)).toBe(text);
      }),
    );
  });

  test('gives the same ids for composed and decomposed letters', () => {
    expect(tokenizer.encode('cafe\u0301')).toEqual(tokenizer.encode('caf\u00e9'));
  });

  test('does not fold compatibility characters', () => {
    expect(tokenizer.encode('\uff21')).not.toEqual(tokenizer.encode('A'));
  });

  test('takes well under a second of CPU time for 10,000 letters without a space', () => {
    const before = process.cpuUsage();
    tokenizer.encode('ab'.repeat(5_000));
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
  });
});
