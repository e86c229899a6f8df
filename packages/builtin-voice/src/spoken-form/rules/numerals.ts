import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { isGermanOrdinal } from '../german-ordinals.js';
import { digitsInWords, numberInWords, numberPattern } from '../numbers.js';
import type { Context, Rule } from '../rule.js';
import type { Gender } from '../verbalizer.js';
import { germanEnding } from './dates.js';

const isEastAsian = (language: LanguageCode): boolean => language === 'zh' || language === 'ja' || language === 'ko';

/** `+49 30 123456`, `0800 000 0000`, `555-0000`: digit by digit, with a pause between the groups. */
const TELEPHONE: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,:])(?:\+\d{1,3}[ -]?(?:\(\d{1,5}\)[ -]?)?\d{1,8}(?:[ -]\d{2,8}){0,5}|\(?0\d{1,5}\)?(?:[ /-]\d{2,8}){1,5}|(?:\d{3}-)?\d{3}-\d{4}|1\d{10})(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}]|[.,:]\d)/gu,
  verbalize: ({ text }, { language, verbalizer }) => {
    if (/^1\d{10}$/u.test(text) && language !== 'zh') return undefined;
    const groups = text.match(/\d+/gu) ?? [];
    // `+5` and `+100` are numbers.
    if (groups.join('').length < 7) return undefined;
    const plus = text.startsWith('+') ? `${verbalizer.signs['+']}${verbalizer.space}` : '';
    return (
      plus +
      groups.map((group) => digitsInWords(group, verbalizer)).join({ zh: '，', ja: '、' }[language as string] ?? ', ')
    );
  },
};

/** `1.2.3`, `192.168.0.1`; not `1.000.000` where the point groups thousands. */
const DOTTED: Rule = {
  pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,])v?\d{1,4}(?:\.\d{1,4}){2,5}(?![\p{N}]|\.\d)/gu,
  verbalize: ({ text }, { verbalizer }) => {
    if (verbalizer.decimalSign === ',' && /^\d{1,3}(?:\.\d{3})+$/u.test(text)) return undefined;
    return text
      .replace(/^v/u, '')
      .split('.')
      .map((part) => numberInWords(part, verbalizer))
      .join(`${verbalizer.space}${verbalizer.signs['.']}${verbalizer.space}`);
  },
};

const ORDINAL_SUFFIX: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  en: /^(?:st|nd|rd|th)$/u,
  fr: /^(?:er|re|ère|e|ème|eme|nd|nde)$/u,
  es: /^\.?(?:[ºª]|er|o|a)$/u,
  it: /^[ºª°]$/u,
  pt: /^(?:\.?[ºª]|o|a)$/u,
  ru: /^-(?:й|ый|ой|го|ого|му|ому|м|ом|я|ая|е|ое|ю|ую|х|ых)$/u,
};

const ORDINAL: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,-])(?<number>\d{1,4})(?<suffix>[-.]?\p{Ll}{1,3}|\.?[ºª°])(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])/gu,
  verbalize: ({ groups }, { language, verbalizer }) => {
    const suffix = groups.suffix ?? '';
    if (groups.number === '0' || ORDINAL_SUFFIX[language]?.test(suffix) !== true) return undefined;
    return verbalizer.ordinal(BigInt(groups.number ?? ''), suffix.replace(/^[-.]/u, ''));
  },
};

/** `im 19. Jahrhundert`, `der 3. Platz`. */
const GERMAN_ORDINAL: Rule = {
  pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,])(?<number>[1-9]\d{0,2})\.(?= \p{L})/gu,
  verbalize: ({ groups, before, after }, { language, verbalizer }) => {
    const number = groups.number ?? '';
    if (language !== 'de' || !isGermanOrdinal(before + number, after.trimStart())) return undefined;
    return verbalizer.ordinal(BigInt(number), germanEnding(before));
  },
};

const DENOMINATOR_FIRST: Readonly<Partial<Record<LanguageCode, string>>> = { zh: '分之', ja: 'ブンノ', ko: '분의 ' };

/** `½`, `1½`, `3/4`. */
const FRACTION: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}./])(?:(?:(?<whole>\d{1,4}) ?)?(?<sign>[½⅓⅔¼¾])|(?<above>\d{1,3})\/(?<below>\d{1,3}))(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}/])/gu,
  verbalize: ({ groups }, { language, verbalizer }) => {
    if (groups.sign !== undefined) {
      const part = verbalizer.fractions[groups.sign as keyof typeof verbalizer.fractions];
      if (groups.whole === undefined) return part;
      const and = isEastAsian(language) ? '' : `${verbalizer.signs['&']} `;
      return `${numberInWords(groups.whole, verbalizer)}${verbalizer.space}${and}${part}`;
    }
    const above = numberInWords(groups.above ?? '', verbalizer);
    const below = numberInWords(groups.below ?? '', verbalizer);
    if (Number(groups.above) >= Number(groups.below)) {
      return [above, verbalizer.signs.slash, below].join(verbalizer.space);
    }
    const over = DENOMINATOR_FIRST[language];
    return over === undefined ? `${above} ${verbalizer.signs['/']} ${below}` : below + over + above;
  },
};

/** Words after a number that are no noun: the number keeps its full form. */
const NOT_A_NOUN =
  /^ (?:y|o|u|e|ou|oder|und|de|del|di|da|do|a|al|à|en|em|in|im|por|per|es|è|é|son|con|com|que|che|menos|más|mais|meno|più)(?!\p{L})/u;

/** The gender of the noun that follows, in languages where `one` has another form before a noun than alone. */
function genderOfNoun(language: LanguageCode, after: string): Gender | undefined {
  if (language === 'de') {
    const word = /^ (\p{Lu}\p{L}+)/u.exec(after)?.[1];
    if (word === undefined) return undefined;
    return /(?:e|ung|heit|keit|schaft|ion|tät|in|[Ff]rau|[Ss]tadt|[Uu]hr)$/u.test(word) ? 'f' : 'm';
  }
  if (language !== 'es' && language !== 'it') return undefined;
  return /^ \p{L}{2}/u.test(after) && !NOT_A_NOUN.test(after) ? 'm' : undefined;
}

/** Any number that is left, with its sign. */
function plainNumber({ language, verbalizer }: Context): Rule {
  return {
    pattern: new RegExp(
      `(?:(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\p{N}\\p{Pe}]\\s?)(?<sign>[-−+±~≈]) ?)?(?<number>${numberPattern(verbalizer.decimalSign)})`,
      'gu',
    ),
    verbalize: ({ groups, after }) => {
      const words = numberInWords(groups.number ?? '', verbalizer, genderOfNoun(language, after));
      if (groups.sign === undefined) return words;
      if (groups.sign === '-' || groups.sign === '−') return verbalizer.negative(words);
      const name = verbalizer.signs[groups.sign === '~' ? '≈' : (groups.sign as '+' | '±' | '≈')];
      return `${name}${verbalizer.space}${words}`;
    },
  };
}

/** Numbers that are not quantities, before all that are. */
export const CODE_RULES: readonly Rule[] = [TELEPHONE, DOTTED, ORDINAL, GERMAN_ORDINAL, FRACTION];

export function numberRules(context: Context): Rule[] {
  return [plainNumber(context)];
}
