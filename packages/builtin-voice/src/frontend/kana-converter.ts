import { readFile } from 'node:fs/promises';
import { BuiltinVoiceError, isNotInstalled } from '../builtin-voice-error.js';
import { type Morpheme, withNumbers } from './japanese-numbers.js';

interface Tokenizer {
  tokenize(text: string): unknown;
}

/** Parts of speech that attach to the word before them. */
const ENCLITIC = new Set(['助詞', '助動詞', '記号']);
/** Subclasses that do: suffixes and auxiliary uses of verbs and nouns. */
const DEPENDENT = new Set(['接尾', '非自立']);
const PRONUNCIATION = 8;
/** Names of the letters A to Z in katakana. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'
    .split(' ')
    .map((name, index) => [String.fromCharCode(0x41 + index), name]),
);

/**
 * Converts Japanese to katakana with spaces between phrases: a morphological analyser finds the words and their
 * pronunciation. Without it the synthesizer would call every kanji a "Chinese letter".
 */
export class KanaConverter {
  readonly #tokenizer: Tokenizer;

  private constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  /** @throws BuiltinVoiceError `not-installed`, or `unavailable` when the dictionary gets no memory */
  static async load(): Promise<KanaConverter> {
    try {
      const { default: initialize, TokenizerBuilder } = await import('lindera-wasm-ipadic');
      const dictionary = new URL('lindera_wasm_bg.wasm', import.meta.resolve('lindera-wasm-ipadic'));
      await initialize({ module_or_path: await readFile(dictionary) });
      const builder = new TokenizerBuilder();
      builder.setDictionary('embedded://ipadic');
      builder.setMode('normal');
      return new KanaConverter(builder.build());
    } catch (error) {
      if (isNotInstalled(error)) {
        const message = 'Japanese needs the optional package lindera-wasm-ipadic: npm install --include=optional.';
        throw new BuiltinVoiceError('not-installed', message, { cause: error });
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new BuiltinVoiceError('unavailable', `The Japanese dictionary cannot be loaded: ${reason}`, {
        cause: error,
      });
    }
  }

  /** @returns katakana with spaces between phrases; words in other scripts stay as they are */
  convert(text: string): string {
    let kana = '';
    let afterPrefix = false;
    for (const morpheme of withNumbers(this.#morphemes(text.normalize('NFKC')))) {
      const { partOfSpeech, subclass } = morpheme;
      const isMark = !/[\p{L}\p{N}]/u.test(morpheme.text);
      const attaches = isMark || ENCLITIC.has(partOfSpeech) || DEPENDENT.has(subclass) || afterPrefix;
      kana += attaches ? '' : ' ';
      kana += inKana(morpheme);
      afterPrefix = partOfSpeech === '接頭詞';
    }
    return kana.trim();
  }

  #morphemes(text: string): Morpheme[] {
    const tokens = this.#tokenizer.tokenize(text);
    if (!Array.isArray(tokens)) return [];
    return tokens.flatMap((token: unknown) => {
      if (!(token instanceof Map)) return [];
      const text: unknown = token.get('text');
      const details: unknown = token.get('details');
      if (typeof text !== 'string' || !Array.isArray(details)) return [];
      const [partOfSpeech = '', subclass = '', kind = ''] = details.map(String);
      return [{ text, partOfSpeech, subclass, kind, pronunciation: String(details[PRONUNCIATION] ?? '*') }];
    });
  }
}

function inKana({ text, pronunciation }: Morpheme): string {
  if (/^[A-Z]{1,6}$/u.test(text)) return spellOut(text);
  return pronunciation === '*' ? text : pronunciation;
}

/**
 * Initials as they are pronounced in Japanese.
 *
 * @param letters ASCII capitals
 * @returns their names in katakana
 */
function spellOut(letters: string): string {
  return [...letters].map((letter) => LETTERS[letter] ?? letter).join('');
}
