import type { LanguageCode } from '@ownvoice/shared/contract/languages';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const CHINESE_OR_JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆〤]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** What Korean writes at the end of a noun, with the end of the word. */
const PARTICLES =
  /^(?:은|는|이|가|을|를|의|에|에서|에게|에게서|에는|에도|께|께서|와|과|도|만|로|으로|로서|으로서|로써|으로써|부터|까지|처럼|보다|이나|나|이랑|랑|하고|이며|며|마다|조차|마저|밖에|뿐|이고|이란|란|이라는|라는|이라고|라고|이다|입니다|입니까|이에요|예요|이었다|였다|야|아|들|들은|들이|들을|들의|님|님이|님은|씨|씨가|씨는)(?![\p{L}\p{N}\p{M}])/u;

type Kind = 'none' | 'letters' | 'chinese-or-japanese' | 'hangul';

function kindOf(character: string): Kind {
  if (!WORD.test(character)) return 'none';
  if (HANGUL.test(character)) return 'hangul';
  return CHINESE_OR_JAPANESE.test(character) ? 'chinese-or-japanese' : 'letters';
}

/**
 * Where the words of one text begin and end. A change of script is an edge (`Qwen은`). Chinese and Japanese have no spaces:
 * their words are those of the dictionary. A Korean word also ends before a particle.
 */
export class WordEdges {
  readonly #text: string;
  readonly #language: LanguageCode;
  /** Created on first use, and asked for single offsets: to go over a long text takes a tenth of a second. */
  #words: Intl.Segments | undefined;

  constructor(text: string, language: LanguageCode) {
    this.#text = text;
    this.#language = language;
  }

  isStart(offset: number): boolean {
    return this.#isEdge(offset);
  }

  isEnd(offset: number): boolean {
    return this.#isEdge(offset) || this.#isBeforeParticle(offset);
  }

  #isEdge(offset: number): boolean {
    if (offset === 0 || offset === this.#text.length) return true;
    const after = String.fromCodePoint(this.#text.codePointAt(offset) ?? 0);
    const last = this.#text.slice(Math.max(0, offset - 2), offset);
    const before = /^[\ud800-\udbff]/.test(last) ? last : last.slice(-1);
    const kinds = [kindOf(before), kindOf(after)];
    if (kinds[0] === 'none' || kinds[1] === 'none') return true;
    if (/\p{M}/u.test(after)) return false;
    if (kinds[0] !== kinds[1]) return true;
    return kinds[0] === 'chinese-or-japanese' && this.#isEdgeInDictionary(offset);
  }

  #isBeforeParticle(offset: number): boolean {
    return HANGUL.test(this.#text.charAt(offset - 1)) && PARTICLES.test(this.#text.slice(offset, offset + 8));
  }

  #isEdgeInDictionary(offset: number): boolean {
    const locale = this.#language === 'ja' ? 'ja' : 'zh';
    this.#words ??= new Intl.Segmenter(locale, { granularity: 'word' }).segment(this.#text);
    return this.#words.containing(offset)?.index === offset;
  }
}
