import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const VOCABULARY_SIZE = 151_643;
const ASSISTANT_ID = 77_091;

const ADDED_TOKENS = [
  ...['<|endoftext|>', '<|im_start|>', '<|im_end|>', '<|object_ref_start|>', '<|object_ref_end|>'],
  ...['<|box_start|>', '<|box_end|>', '<|quad_start|>', '<|quad_end|>', '<|vision_start|>', '<|vision_end|>'],
  ...['<|vision_pad|>', '<|image_pad|>', '<|video_pad|>', '<tool_call>', '</tool_call>', '<|fim_prefix|>'],
  ...['<|fim_middle|>', '<|fim_suffix|>', '<|fim_pad|>', '<|repo_name|>', '<|file_sep|>', '<tool_response>'],
  ...['</tool_response>', '<think>', '</think>', '<|audio_start|>', '<|audio_end|>', '<tts_pad>'],
  ...['<tts_text_bos>', '<tts_text_eod>', '<tts_text_bos_single>', '<|audio_pad|>'],
];

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

class Merges {
  readonly tokens: string[];
  readonly lines: string[] = [];
  readonly #known: Set<string>;

  constructor(alphabet: readonly string[]) {
    this.tokens = [...alphabet];
    this.#known = new Set(alphabet);
  }

  get full(): boolean {
    return this.tokens.length === VOCABULARY_SIZE;
  }

  add(left: string, right: string): void {
    if (this.full || this.#known.has(left + right)) return;
    this.#known.add(left + right);
    this.tokens.push(left + right);
    this.lines.push(`${left} ${right}`);
  }

  /** Adds the token of a whole piece, and of all its prefixes. */
  chain(symbols: readonly string[]): void {
    let prefix = symbols[0] ?? '';
    for (const symbol of symbols.slice(1)) {
      this.add(prefix, symbol);
      prefix += symbol;
    }
  }
}

/**
 * Writes a tokenizer with the size and ids of the released one and synthetic merges: the role words, each Han, kana and
 * hangul character, each letter of other scripts, and all groups of up to three Latin letters are tokens, so that a text
 * has about as many tokens as with the real one.
 */
export async function writeSyntheticTokenizer(folder: string): Promise<void> {
  const alphabet = byteAlphabet();
  const merges = new Merges(alphabet);
  const symbolsOf = (text: string) => [...new TextEncoder().encode(text)].map((byte) => alphabet[byte] as string);
  for (const word of ['assistant', 'user']) merges.chain(symbolsOf(word));
  for (const [first, last] of [
    [0x80, 0x52f],
    [0x3041, 0x30ff],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0x3000, 0x303f],
    [0xff01, 0xff5e],
  ] as const) {
    for (let code = first; code <= last; code++) merges.chain(symbolsOf(String.fromCodePoint(code)));
  }
  const space = symbolsOf(' ')[0] as string;
  const pairs = LETTERS.flatMap((a) => LETTERS.map((b) => [a, b] as const));
  for (const letter of LETTERS) merges.add(space, letter);
  for (const [a, b] of pairs) merges.add(a, b);
  for (const start of [...LETTERS, ...LETTERS.map((letter) => space + letter)]) {
    for (const [a, b] of pairs) merges.add(start, a + b);
  }
  for (const [a, b] of pairs) for (const [c, d] of pairs) merges.add(a + b, c + d);
  await writeFile(join(folder, 'vocab.json'), JSON.stringify(vocabulary(merges.tokens)));
  await writeFile(join(folder, 'merges.txt'), `#version: 0.2\n${merges.lines.join('\n')}\n`);
  await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(tokenizerConfig(), null, 1));
}

/** Ids in the order of the merges, but `assistant` has the released id, which the configuration names. */
function vocabulary(tokens: readonly string[]): Record<string, number> {
  const ordered = [...tokens];
  const index = ordered.indexOf('assistant');
  ordered[index] = ordered[ASSISTANT_ID] as string;
  ordered[ASSISTANT_ID] = 'assistant';
  return Object.fromEntries(ordered.map((token, id) => [token, id]));
}

function tokenizerConfig(): object {
  const flags = { lstrip: false, normalized: false, rstrip: false, single_word: false };
  const entries = ADDED_TOKENS.map((content, i) => [
    String(VOCABULARY_SIZE + i),
    { content, ...flags, special: content.startsWith('<|') || content.startsWith('<tts') },
  ]);
  return {
    add_prefix_space: false,
    added_tokens_decoder: Object.fromEntries(entries),
    clean_up_tokenization_spaces: false,
    eos_token: '<|im_end|>',
    model_max_length: 131072,
    pad_token: '<|endoftext|>',
    split_special_tokens: false,
    tokenizer_class: 'Qwen2Tokenizer',
  };
}

/** The characters that byte-level vocabularies write the 256 bytes as: printable and without white space. */
function byteAlphabet(): string[] {
  const printable = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(printable(byte) ? byte : next++));
}
