import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { CheckpointError } from '../errors.js';
import { JsonFields } from './json-fields.js';

/** Text to ids of the text vocabulary. Pure: the same text gives the same ids. */
export interface TextTokenizer {
  /** Added tokens in the text become their ids; the rest is byte-level BPE of its NFC form. */
  encode(text: string): number[];
  /** Replaces added tokens (`<|im_end|>` …) in the text by spaces, so that `encode` finds none. */
  withoutAddedTokens(text: string): string;
  /** Number of ids with the added tokens. */
  readonly size: number;
}

/** Qwen2's pre-tokenizer: contractions in either case, letters, single digits, punctuation, white space. */
const PIECES =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/** What a tokenizer is read from; the same in all released checkpoints. */
export const TOKENIZER_FILES = ['vocab.json', 'merges.txt', 'tokenizer_config.json'] as const;

/** Matching flags of added tokens that no released checkpoint sets. */
const UNSUPPORTED_FLAGS = ['lstrip', 'rstrip', 'normalized', 'single_word'] as const;

/**
 * Reads `vocab.json`, `merges.txt` and the added tokens of `tokenizer_config.json`. The released checkpoints have no
 * `tokenizer.json`, which would say the same.
 * @throws CheckpointError when one is missing or damaged
 */
export async function readTokenizer(folder: string): Promise<TextTokenizer> {
  const vocabulary = (await JsonFields.open(join(folder, 'vocab.json'))).allIds();
  const added = await readAddedTokens(join(folder, 'tokenizer_config.json'));
  const addedPattern = literalPattern([...added.keys()]);
  const tokenizer = new Tokenizer(
    {
      added_tokens: Array.from(added, ([content, id]) => ({ id, content })),
      normalizer: { type: 'NFC' },
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'Split', pattern: { Regex: PIECES }, behavior: 'Isolated', invert: false },
          { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
        ],
      },
      model: { type: 'BPE', vocab: vocabulary, merges: await readMerges(join(folder, 'merges.txt'), vocabulary) },
      post_processor: null,
      decoder: null,
    },
    {},
  );
  return {
    encode: (text) => tokenizer.encode(text).ids,
    withoutAddedTokens: (text) => text.replace(addedPattern, ' '),
    size: Object.keys(vocabulary).length + added.size,
  };
}

/** One merge a line, in the order of ranks. @throws CheckpointError for one that the vocabulary lacks */
async function readMerges(path: string, vocabulary: Readonly<Record<string, number>>): Promise<[string, string][]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CheckpointError(`${path} is missing or cannot be read.`, { cause });
  });
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#version'));
  return lines.map((line) => {
    const [left = '', right = ''] = line.split(' ');
    if (left in vocabulary && right in vocabulary && left + right in vocabulary) return [left, right];
    const shown = JSON.stringify(line.slice(0, 40));
    throw new CheckpointError(`${path} is damaged: ${shown} is not a merge of this vocabulary.`);
  });
}

async function readAddedTokens(path: string): Promise<Map<string, number>> {
  const tokens = (await JsonFields.open(path)).object('added_tokens_decoder');
  return new Map(
    tokens.names().map((id) => {
      const token = tokens.object(id);
      const content = token.string('content');
      const flag = UNSUPPORTED_FLAGS.find((name) => token.boolean(name));
      if (flag) throw new CheckpointError(`${path}: the added token ${content} has ${flag}, which is not supported.`);
      return [content, Number(id)];
    }),
  );
}

function literalPattern(literals: readonly string[]): RegExp {
  const escaped = [...literals]
    .sort((a, b) => b.length - a.length)
    .map((literal) => literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(escaped.join('|') || '(?!)', 'gu');
}
