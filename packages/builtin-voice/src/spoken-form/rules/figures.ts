import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { isGermanOrdinal } from '../german-ordinals.js';
import { numberPattern, sayFigures, sayNumber } from '../numbers.js';
import type { Gender } from '../reading.js';
import type { Context, Rule } from '../rule.js';
import { germanEnding } from './calendar.js';

const isEastAsian = (language: LanguageCode): boolean => language === 'zh' || language === 'ja' || language === 'ko';

/** `+49 30 123456`, `0800 000 0000`, `555-0000`: figure by figure, a pause between the groups. */
const phone: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,:])(?:\+\d{1,3}[ -]?(?:\(\d{1,5}\)[ -]?)?\d{1,8}(?:[ -]\d{2,8}){0,5}|\(?0\d{1,5}\)?(?:[ /-]\d{2,8}){1,5}|(?:\d{3}-)?\d{3}-\d{4}|1\d{10})(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}]|[.,:]\d)/gu,
  say: ({ text }, { language, reading }) => {
    if (/^1\d{10}$/u.test(text) && language !== 'zh') return undefined;
    const groups = text.match(/\d+/gu) ?? [];
    // `+5` and `+100` are numbers.
    if (groups.join('').length < 7) return undefined;
    const plus = text.startsWith('+') ? `${reading.signs['+']}${reading.space}` : '';
    return (
      plus + groups.map((group) => sayFigures(group, reading)).join({ zh: '，', ja: '、' }[language as string] ?? ', ')
    );
  },
};

/** `1.2.3`, `192.168.0.1`; not `1.000.000` where the point groups thousands. */
const dotted: Rule = {
  pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,])v?\d{1,4}(?:\.\d{1,4}){2,5}(?![\p{N}]|\.\d)/gu,
  say: ({ text }, { reading }) => {
    if (reading.decimalSign === ',' && /^\d{1,3}(?:\.\d{3})+$/u.test(text)) return undefined;
    return text
      .replace(/^v/u, '')
      .split('.')
      .map((part) => sayNumber(part, reading))
      .join(`${reading.space}${reading.signs['.']}${reading.space}`);
  },
};

const ordinalSuffix: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  en: /^(?:st|nd|rd|th)$/u,
  fr: /^(?:er|re|ère|e|ème|eme|nd|nde)$/u,
  es: /^\.?(?:[ºª]|er|o|a)$/u,
  it: /^[ºª°]$/u,
  pt: /^(?:\.?[ºª]|o|a)$/u,
  ru: /^-(?:й|ый|ой|го|ого|му|ому|м|ом|я|ая|е|ое|ю|ую|х|ых)$/u,
};

const ordinal: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,-])(?<number>\d{1,4})(?<suffix>[-.]?\p{Ll}{1,3}|\.?[ºª°])(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])/gu,
  say: ({ groups }, { language, reading }) => {
    const suffix = groups.suffix ?? '';
    if (groups.number === '0' || ordinalSuffix[language]?.test(suffix) !== true) return undefined;
    return reading.ordinal(BigInt(groups.number ?? ''), suffix.replace(/^[-.]/u, ''));
  },
};

/** `im 19. Jahrhundert`, `der 3. Platz`. */
const germanOrdinal: Rule = {
  pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,])(?<number>[1-9]\d{0,2})\.(?= \p{L})/gu,
  say: ({ groups, before, after }, { language, reading }) => {
    const number = groups.number ?? '';
    if (language !== 'de' || !isGermanOrdinal(before + number, after.trimStart())) return undefined;
    return reading.ordinal(BigInt(number), germanEnding(before));
  },
};

const overturned: Readonly<Partial<Record<LanguageCode, string>>> = { zh: '分之', ja: 'ブンノ', ko: '분의 ' };

/** `½`, `1½`, `3/4`. */
const fraction: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}./])(?:(?:(?<whole>\d{1,4}) ?)?(?<sign>[½⅓⅔¼¾])|(?<above>\d{1,3})\/(?<below>\d{1,3}))(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}/])/gu,
  say: ({ groups }, { language, reading }) => {
    if (groups.sign !== undefined) {
      const part = reading.fractions[groups.sign as keyof typeof reading.fractions];
      if (groups.whole === undefined) return part;
      const and = isEastAsian(language) ? '' : `${reading.signs['&']} `;
      return `${sayNumber(groups.whole, reading)}${reading.space}${and}${part}`;
    }
    const above = sayNumber(groups.above ?? '', reading);
    const below = sayNumber(groups.below ?? '', reading);
    if (Number(groups.above) >= Number(groups.below)) {
      return [above, reading.signs.slash, below].join(reading.space);
    }
    const over = overturned[language];
    return over === undefined ? `${above} ${reading.signs['/']} ${below}` : below + over + above;
  },
};

/** What a number is not shortened before, for it is no noun. */
const noNoun =
  /^ (?:y|o|u|e|ou|oder|und|de|del|di|da|do|a|al|à|en|em|in|im|por|per|es|è|é|son|con|com|que|che|menos|más|mais|meno|più)(?!\p{L})/u;

/** The gender of the noun that follows, as far as it shows: where one is said otherwise before a noun than alone. */
function noun(language: LanguageCode, after: string): Gender | undefined {
  if (language === 'de') {
    const word = /^ (\p{Lu}\p{L}+)/u.exec(after)?.[1];
    if (word === undefined) return undefined;
    return /(?:e|ung|heit|keit|schaft|ion|tät|in|[Ff]rau|[Ss]tadt|[Uu]hr)$/u.test(word) ? 'f' : 'm';
  }
  if (language !== 'es' && language !== 'it') return undefined;
  return /^ \p{L}{2}/u.test(after) && !noNoun.test(after) ? 'm' : undefined;
}

/** What is left: any number, with its sign where it has one. */
function plain({ language, reading }: Context): Rule {
  return {
    pattern: new RegExp(
      `(?:(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\p{N}\\p{Pe}]\\s?)(?<sign>[-−+±~≈]) ?)?(?<number>${numberPattern(reading.decimalSign)})`,
      'gu',
    ),
    say: ({ groups, after }) => {
      const words = sayNumber(groups.number ?? '', reading, noun(language, after));
      if (groups.sign === undefined) return words;
      if (groups.sign === '-' || groups.sign === '−') return reading.negative(words);
      const name = reading.signs[groups.sign === '~' ? '≈' : (groups.sign as '+' | '±' | '≈')];
      return `${name}${reading.space}${words}`;
    },
  };
}

/** Numbers that are not quantities, before all that are. */
export const codeRules: readonly Rule[] = [phone, dotted, ordinal, germanOrdinal, fraction];

export function numberRules(context: Context): Rule[] {
  return [plain(context)];
}
