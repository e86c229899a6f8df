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

/** Where the words of one text begin and end, by offset. */
interface WordEdges {
  isStart(offset: number): boolean;
  isEnd(offset: number): boolean;
}

/**
 * The edges of a text's words. A change of script is one (`Qwen은`). Chinese and Japanese have no spaces: their words are those
 * of the dictionary. A Korean word also ends before a particle.
 */
export function wordEdges(text: string, language: LanguageCode): WordEdges {
  // Created on first use.
  let words: ReadonlySet<number> | undefined;
  const isStart = (offset: number): boolean => {
    if (offset === 0 || offset === text.length) return true;
    const after = String.fromCodePoint(text.codePointAt(offset) ?? 0);
    const last = text.slice(Math.max(0, offset - 2), offset);
    const kinds = [kindOf(/^[\ud800-\udbff]/.test(last) ? last : last.slice(-1)), kindOf(after)];
    if (kinds[0] === 'none' || kinds[1] === 'none') return true;
    if (/\p{M}/u.test(after)) return false;
    if (kinds[0] !== kinds[1]) return true;
    words ??= kinds[0] === 'chinese-or-japanese' ? wordsOfDictionary(text, language === 'ja' ? 'ja' : 'zh') : undefined;
    return kinds[0] === 'chinese-or-japanese' && words?.has(offset) === true;
  };
  const isBeforeParticle = (offset: number) =>
    HANGUL.test(text.charAt(offset - 1)) && PARTICLES.test(text.slice(offset, offset + 8));
  // Phrases of many lengths may ask for one end.
  const ends = new Map<number, boolean>();
  const isEnd = (offset: number): boolean => {
    const known = ends.get(offset) ?? (isStart(offset) || isBeforeParticle(offset));
    ends.set(offset, known);
    return known;
  };
  return { isStart, isEnd };
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
