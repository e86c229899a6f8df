import { join } from 'node:path';
import { mergeBytes } from './byte-pairs.js';
import { CheckpointError } from './checkpoint-error.js';
import { JsonFields } from './json-fields.js';
import { readMergeTable } from './merge-table.js';
import { readTokenTable } from './token-table.js';

/** Text to ids of the text vocabulary. Pure: the same text gives the same ids. */
export interface TextTokenizer {
  /** Added tokens in the text become their ids; the rest is byte-level BPE of its NFC form. */
  encode(text: string): number[];
  /** Replaces added tokens (`<|im_end|>` …) in the text by spaces, so that `encode` finds none. */
  withoutAddedTokens(text: string): string;
  /** Number of ids with the added tokens. */
  readonly size: number;
}

/**
 * Qwen2's pre-tokenizer: contractions in either case, letters, single digits, punctuation, white space. White space is
 * Unicode's: JavaScript's `\s` has one character more and one less.
 */
const PIECES =
  /'(?:[sSſ]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\p{White_Space}\p{L}\p{N}]+[\r\n]*|\p{White_Space}*[\r\n]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** Matching flags of added tokens that no released checkpoint sets. */
const UNSUPPORTED_FLAGS = ['lstrip', 'rstrip', 'normalized', 'single_word'] as const;

/**
 * Reads `vocab.json`, `merges.txt` and the added tokens of `tokenizer_config.json`.
 * @throws CheckpointError when one is missing or damaged
 */
export async function readTokenizer(folder: string): Promise<TextTokenizer> {
  const vocabulary = await readTokenTable(join(folder, 'vocab.json'));
  const merges = await readMergeTable(join(folder, 'merges.txt'), vocabulary);
  const added = await readAddedTokens(join(folder, 'tokenizer_config.json'));
  const addedPattern = literalPattern([...added.keys()]);
  const utf8 = new TextEncoder();
  const encodePlain = (text: string) =>
    (text.normalize('NFC').match(PIECES) ?? []).flatMap((piece) => mergeBytes(utf8.encode(piece), merges));
  return {
    encode: (text) => {
      const ids: number[][] = [];
      let at = 0;
      for (const { 0: token, index } of text.matchAll(addedPattern)) {
        ids.push(encodePlain(text.slice(at, index)), [added.get(token)!]);
        at = index + token.length;
      }
      return [...ids, encodePlain(text.slice(at))].flat();
    },
    withoutAddedTokens: (text) => text.replace(addedPattern, ' '),
    size: vocabulary.size + added.size,
  };
}

async function readAddedTokens(path: string): Promise<Map<string, number>> {
  const tokens = (await JsonFields.read(path)).object('added_tokens_decoder');
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
