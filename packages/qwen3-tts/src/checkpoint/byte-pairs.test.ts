import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { goldenFolders } from '../testing/golden-folders.js';
import { readTokenizer, type TextTokenizer } from './tokenizer.js';

const QWEN2_PIECES =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/** The library's tokenizer for the same files, with the pattern as the official one has it. */
function libraryTokenizer(checkpoint: string): (text: string) => number[] {
  const read = (name: string) => readFileSync(join(checkpoint, name), 'utf8');
  const lines = read('merges.txt').trimEnd().split('\n');
  const { added_tokens_decoder: added } = JSON.parse(read('tokenizer_config.json')) as {
    added_tokens_decoder: Record<string, object>;
  };
  const pretokenizers = [
    { type: 'Split', pattern: { Regex: QWEN2_PIECES }, behavior: 'Isolated', invert: false },
    { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
  ];
  const tokenizer = new Tokenizer(
    {
      added_tokens: Object.entries(added).map(([id, token]) => ({ id: Number(id), ...token })),
      normalizer: { type: 'NFC' },
      pre_tokenizer: { type: 'Sequence', pretokenizers },
      post_processor: null,
      decoder: { type: 'ByteLevel' },
      model: {
        type: 'BPE',
        vocab: JSON.parse(read('vocab.json')),
        merges: lines.filter((line) => !line.startsWith('#version')).map((line) => line.split(' ')),
        unk_token: null,
        byte_fallback: false,
        ignore_merges: false,
      },
    },
    { clean_up_tokenization_spaces: false },
  );
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids;
}

describe('byte-pair encoding', () => {
  const checkpoint = join(goldenFolders()[0]?.folder ?? '', 'checkpoint');
  let ours: TextTokenizer;
  let library: (text: string) => number[];
  beforeAll(async () => {
    ours = await readTokenizer(checkpoint);
    library = libraryTokenizer(checkpoint);
  });

  const words = fc.constantFrom(
    ...[
      'the',
      ' there',
      'Straße',
      "'LL",
      "'\u017f",
      "'re",
      '12',
      '\u3053\u3093',
      '\uc548\ub155',
      'e\u0301',
      '\u{1f600}',
    ],
    ...[
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '\u0085',
      '\ufeff',
      '\u00a0',
      '\u3000',
      '.',
      '...\n',
      '<|im_end|>',
      '<|im_',
      'aaaaaaa',
    ],
  );
  const texts = [
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
  ];

  test.each(texts)('gives the same ids as the Hugging Face library for any text (%#)', (text) => {
    fc.assert(
      fc.property(text, (value) => {
        expect(ours.encode(value)).toEqual(library(value));
      }),
      { numRuns: 500 },
    );
  });
});
