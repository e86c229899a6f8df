import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { HANGUL, UNSPACED } from '../characters.js';

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** What Korean writes at the end of a noun, one behind the other, with the end of the word. */
const PARTICLES =
  /^(?:은|는|이|가|을|를|의|에|서|게|께|와|과|도|만|으?로|써|부터|까지|처럼|보다|나|랑|하고|며|마다|밖에|뿐|라|고|란|다|입니[다까]|[예에]요|[었였]다|야|아|들|님|씨){1,4}(?![\p{L}\p{N}\p{M}])/u;

type Kind = 'none' | 'letters' | 'chinese-or-japanese' | 'hangul';

function kindOf(character: string): Kind {
  if (!WORD.test(character)) return 'none';
  if (HANGUL.test(character)) return 'hangul';
  return UNSPACED.test(character) ? 'chinese-or-japanese' : 'letters';
}

/**
 * Where the words of one text begin and end. A change of script is an edge (`Qwen은`). Chinese and Japanese have no spaces:
 * their words are those of the dictionary. A Korean word also ends before a particle.
 */
export class WordEdges {
  readonly #text: string;
  readonly #language: LanguageCode;
  /** Created on first use. */
  #words: ReadonlySet<number> | undefined;
  /** By offset. Phrases of many lengths may ask for one end. */
  readonly #ends = new Map<number, boolean>();

  constructor(text: string, language: LanguageCode) {
    this.#text = text;
    this.#language = language;
  }

  isStart(offset: number): boolean {
    return this.#isEdge(offset);
  }

  isEnd(offset: number): boolean {
    const known = this.#ends.get(offset);
    if (known !== undefined) return known;
    const isEnd = this.#isEdge(offset) || this.#isBeforeParticle(offset);
    this.#ends.set(offset, isEnd);
    return isEnd;
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
    this.#words ??= wordsOfDictionary(this.#text, this.#language === 'ja' ? 'ja' : 'zh');
    return this.#words.has(offset);
  }
}

/** Longer than any word, and short enough: the segmenter takes ten times as long for a whole text as for its parts. */
const WINDOW = 256;
const OVERLAP = 64;

/** The offsets at which the words of a text begin. */
function wordsOfDictionary(text: string, locale: 'ja' | 'zh'): ReadonlySet<number> {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const starts = new Set<number>();
  for (let from = 0; from < text.length; ) {
    const isLast = from + WINDOW >= text.length;
    let next = from;
    for (const { index } of segmenter.segment(text.slice(from, from + WINDOW))) {
      if (!isLast && index > WINDOW - OVERLAP) break;
      next = from + index;
      starts.add(next);
    }
    if (isLast) break;
    from = next > from ? next : from + WINDOW - OVERLAP;
  }
  return starts;
}
