import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { CheckpointError } from './checkpoint-error.js';
import { JsonFields } from './json-fields.js';

/** Text to ids of the text vocabulary. Pure: the same text gives the same ids. */
export interface TextTokenizer {
  /** Added tokens that stand literally in the text become their ids; the rest is byte-level BPE of its NFC form. */
  encode(text: string): number[];
  /** Puts a space where the text spells out an added token (`<|im_end|>` …), so that `encode` parses none. */
  withoutAddedTokens(text: string): string;
  /** Number of ids, the added tokens included. */
  readonly size: number;
}

/** How Qwen2 cuts text into pieces before the merges: contractions, letters, single digits, punctuation, white space. */
const QWEN2_PIECES =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly lstrip: boolean;
  readonly rstrip: boolean;
  readonly normalized: boolean;
  readonly single_word: boolean;
  readonly special: boolean;
}

/**
 * Reads `vocab.json`, `merges.txt` and the added tokens of `tokenizer_config.json`.
 * @throws CheckpointError when one is missing or damaged
 */
export async function readTokenizer(folder: string): Promise<TextTokenizer> {
  const vocabulary = (await JsonFields.read(join(folder, 'vocab.json'))).allIds();
  const merges = await readMerges(join(folder, 'merges.txt'), vocabulary);
  const added = readAddedTokens(await JsonFields.read(join(folder, 'tokenizer_config.json')));
  const tokenizer = new Tokenizer(
    {
      added_tokens: added,
      normalizer: { type: 'NFC' },
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'Split', pattern: { Regex: QWEN2_PIECES }, behavior: 'Isolated', invert: false },
          { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
        ],
      },
      post_processor: null,
      decoder: { type: 'ByteLevel' },
      model: { type: 'BPE', vocab: vocabulary, merges, unk_token: null, byte_fallback: false, ignore_merges: false },
    },
    { clean_up_tokenization_spaces: false },
  );
  const addedPattern = literalPattern(added.map((token) => token.content));
  return {
    encode: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
    withoutAddedTokens: (text) => text.replace(addedPattern, ' '),
    size: Object.keys(vocabulary).length + added.length,
  };
}

async function readMerges(path: string, vocabulary: Readonly<Record<string, number>>): Promise<[string, string][]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CheckpointError(`${path} is missing or cannot be read.`, { cause });
  });
  const merges: [string, string][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || (index === 0 && line.startsWith('#version'))) continue;
    const [left, right, ...rest] = (line.endsWith('\r') ? line.slice(0, -1) : line).split(' ');
    if (!left || !right || rest.length > 0 || !Object.hasOwn(vocabulary, left + right)) {
      throw new CheckpointError(
        `${path} is damaged: ${JSON.stringify(line.slice(0, 40))} is no merge of this vocabulary.`,
      );
    }
    merges.push([left, right]);
  }
  return merges;
}

function readAddedTokens(config: JsonFields): AddedToken[] {
  const tokens = config.object('added_tokens_decoder');
  return tokens.names().map((id) => {
    const token = tokens.object(id);
    return {
      id: Number(id),
      content: token.string('content'),
      lstrip: token.boolean('lstrip'),
      rstrip: token.boolean('rstrip'),
      normalized: token.boolean('normalized'),
      single_word: token.boolean('single_word'),
      special: token.boolean('special'),
    };
  });
}

function literalPattern(literals: readonly string[]): RegExp {
  const escaped = [...literals]
    .sort((a, b) => b.length - a.length)
    .map((literal) => literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(escaped.join('|') || '(?!)', 'gu');
}
