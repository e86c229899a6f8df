import { readFile } from 'node:fs/promises';
import { BuiltinVoiceError, isNotInstalled } from '../builtin-voice-error.js';
import { spellOut } from './letter-names.js';

/** A morpheme: what is written, and the nine features of the IPA dictionary, or only `UNK` for an unknown word. */
interface Morpheme {
  readonly text: string;
  readonly details: readonly string[];
}

interface Tokenizer {
  tokenize(text: string): unknown;
}

/** Parts of speech that lean on the word before them. */
const ENCLITIC = new Set(['助詞', '助動詞', '記号']);
/** Sub-classes that do: suffixes and auxiliary uses of verbs and nouns. */
const DEPENDENT = new Set(['接尾', '非自立']);
const PRONUNCIATION = 8;

/**
 * Reads Japanese: a morphological analyser finds the words and their pronunciation, which is what the synthesizer gets,
 * in katakana, with spaces between phrases. Without it, it would call every kanji a "Chinese letter".
 */
export class JapaneseReader {
  readonly #tokenizer: Tokenizer;

  private constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  /** @throws BuiltinVoiceError `not-installed`, or `unavailable` when the dictionary gets no memory */
  static async load(): Promise<JapaneseReader> {
    try {
      const { default: initialise, TokenizerBuilder } = await import('lindera-wasm-ipadic');
      const dictionary = new URL('lindera_wasm_bg.wasm', import.meta.resolve('lindera-wasm-ipadic'));
      await initialise({ module_or_path: await readFile(dictionary) });
      const builder = new TokenizerBuilder();
      builder.setDictionary('embedded://ipadic');
      builder.setMode('normal');
      return new JapaneseReader(builder.build());
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
  read(text: string): string {
    let spoken = '';
    let afterPrefix = false;
    for (const morpheme of this.#morphemes(text.normalize('NFKC'))) {
      const [partOfSpeech = '', subclass = ''] = morpheme.details;
      const isMark = !/[\p{L}\p{N}]/u.test(morpheme.text);
      const leans = isMark || ENCLITIC.has(partOfSpeech) || DEPENDENT.has(subclass) || afterPrefix;
      spoken += leans ? '' : ' ';
      spoken += pronunciation(morpheme);
      afterPrefix = partOfSpeech === '接頭詞';
    }
    return spoken.trim();
  }

  #morphemes(text: string): Morpheme[] {
    const tokens = this.#tokenizer.tokenize(text);
    if (!Array.isArray(tokens)) return [];
    return tokens.flatMap((token: unknown) => {
      if (!(token instanceof Map)) return [];
      const written: unknown = token.get('text');
      const details: unknown = token.get('details');
      if (typeof written !== 'string' || !Array.isArray(details)) return [];
      return [{ text: written, details: details.map(String) }];
    });
  }
}

function pronunciation({ text, details }: Morpheme): string {
  if (/^[A-Z]{1,6}$/u.test(text)) return spellOut(text);
  const known = details[PRONUNCIATION];
  if (known !== undefined && known !== '*') return known;
  return text;
}
