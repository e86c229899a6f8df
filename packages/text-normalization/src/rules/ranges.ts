import { genderOfNoun } from '../agreement/gender-of-noun.js';
import { declinedCardinal } from '../languages/russian-cases.js';
import { numberInWords, numberPattern } from '../numbers.js';
import { type Context, type Rule, until } from '../rule.js';
import { koreanCounted } from './counters.js';

const YEAR = String.raw`(?:1[1-9]\d\d|20\d\d)`;

/** `1914-1918`, `1914–18`, `2023/24`; before dates, as in `2020-2024年`. */
export const YEAR_RANGE: Rule = {
  pattern: new RegExp(
    `(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.,:/$€£-])(?<from>${YEAR})(?<mark> ?[–—-] ?|/)(?<to>${YEAR}|\\d\\d)(?![\\p{sc=Latn}\\d/-]|[.,]\\d| ?[%€$£°])`,
    'gu',
  ),
  verbalize: ({ groups, after }, context) => {
    const { language, verbalizer } = context;
    if (language === 'ru' && /^ ?г/u.test(after)) return undefined;
    const from = Number(groups.from);
    const last = Number(groups.to);
    const isShort = groups.to?.length === 2;
    if (isShort ? last <= from % 100 || (groups.mark !== '/' && last < 13 && from % 100 === 0) : last <= from)
      return undefined;
    const words = isShort && language !== 'ru' ? verbalizer.cardinal(BigInt(last)) : verbalizer.year(last);
    const between = groups.mark === '/' ? verbalizer.space : until(context);
    return verbalizer.year(from) + between + words;
  },
};

/** `5月3日-5日`, `3월~5월`, `오전 9시 ~ 오후 6시` */
export const EAST_ASIAN_RANGE: Rule = {
  pattern: /(?<=\d ?[年月日号號년월일시時时點点分분])(?: ?[-–—~〜～] ?)(?=(?:[오午上下]\p{L} ?)?\d)/gu,
  verbalize: (_written, context) => until(context),
};

/** The end of a measure, a price, a percentage or a time of day, and a number after its dash. */
const BEHIND_UNIT: Rule = {
  pattern:
    /(?<=\d ?(?:%|°C?|°F|[€$£¥元円원]|[kcm]?m|k?g|h|Uhr|[ap]\.?m\.?|:[0-5]\d|\d[hH]|h ?[0-5]\d))(?: ?[-–—~〜～] ?)(?=[-−]?[$€£¥]?\d)/giu,
  verbalize: (_written, context) => until(context),
};

/** Where a score has a word of its own between the numbers. */
const SCORE_IS_NO_RANGE: ReadonlySet<string> = new Set(['zh', 'ja', 'ko', 'de']);

/** `3-1`: from more to less nothing reaches. */
function isScore({ from = '', to = '', behind = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return /^\d{1,2}$/u.test(from) && /^\d{1,2}$/u.test(to) && Number(from) >= Number(to) && !/^[-–]\d/u.test(behind);
}

/** `3:1`, which counts no noun behind it: `2:1 Meier`; in Russian три к одному. */
const RATIO: Rule = {
  pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}\d.,:])(?<from>\d{1,3}):(?<to>\d{1,7})(?![\d:]|[.,–-]\d)/gu,
  verbalize: ({ groups }, { language, verbalizer }) => {
    if (/^0\d|^[0-5]\d$/u.test(groups.to ?? '')) return undefined;
    const [from, to] = [groups.from, groups.to].map((number) => verbalizer.cardinal(BigInt(number ?? 0)));
    const { signs, space } = verbalizer;
    return `${from}${space}${signs[':']}${space}${language === 'ru' ? declinedCardinal(to ?? '', 'dative') : to}`;
  },
};

/** `2024-0815`, `2024-15`, `1200-192`, `1-800-FLOWERS`: parts of a number, which reaches to nothing. */
function isCode({ from = '', to = '', behind = '' }: Readonly<Record<string, string | undefined>>): boolean {
  if (!/^\d+$/u.test(from) || !/^\d/u.test(to)) return false;
  return (
    (/^0\d/u.test(to) && !from.startsWith('0')) ||
    (from.length > 3 && /^\d+$/u.test(to) && Number(to) <= (to.length > 2 ? Number(from) : Number(from) % 100)) ||
    /^-\p{Lu}{2}/u.test(behind)
  );
}

/** A number before a dash and another number, and no calculation: `5-10`, `10〜20人`. */
function numberRange(context: Context): Rule {
  const { language, verbalizer } = context;
  const number = numberPattern(verbalizer.decimalSign);
  return {
    pattern: new RegExp(
      `(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\p{N}.,:/=*×÷+$€£¥￥₩₽₹-]|[=*×÷+$€£¥] )(?<minus>[-−](?=\\d))?(?<from>${number})(?:[-–—~〜～]| [–—〜～] )(?=[-−]?(?<to>${number})(?<behind>.{0,24}))(?!\\d{1,4}[-/]\\d| ?\\d+ ?[=×÷*])`,
      'gsu',
    ),
    verbalize: ({ groups }) => {
      const counted = language === 'ko' ? koreanCounted(groups.from ?? '', groups.behind ?? '') : undefined;
      if (counted !== undefined) return counted + until(context);
      if (isCode(groups)) return `${numberInWords(groups.from ?? '', verbalizer)}, `;
      if (SCORE_IS_NO_RANGE.has(language) && isScore(groups)) {
        const { signs, space } = verbalizer;
        return `${numberInWords(groups.from ?? '', verbalizer)}${space}${signs[':']}${space}`;
      }
      const gender = genderOfNoun(language, 2n, groups.behind ?? '');
      const words = numberInWords(groups.from ?? '', verbalizer, gender);
      return (groups.minus === undefined ? words : verbalizer.negative(words)) + until(context);
    },
  };
}

/** `30–40%`, which Chinese names before the numbers. */
const CHINESE_PERCENT_RANGE: Rule = {
  pattern: /(?<![\d.,])(?<from>\d{1,9}(?:\.\d{1,9})?)[-–—~〜～](?<to>\d{1,9}(?:\.\d{1,9})?) ?[%％]/gu,
  verbalize: ({ groups: { from = '', to = '' } }, { language, verbalizer }) =>
    language === 'zh' ? `百分之${numberInWords(from, verbalizer)}到${numberInWords(to, verbalizer)}` : undefined,
};

/** What reaches from one number to another. */
export function rangeRules(context: Context): Rule[] {
  return [RATIO, CHINESE_PERCENT_RANGE, BEHIND_UNIT, numberRange(context)];
}
