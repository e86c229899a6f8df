import { genderOfNoun } from '../agreement/gender-of-noun.js';
import { numberInWords, numberPattern } from '../numbers.js';
import type { Context, Rule } from '../rule.js';
import { koreanCounted } from './counters.js';
import { until } from './until.js';

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

/** The end of a measure, a price, a percentage or a time of day, and a number after its dash. */
const BEHIND_UNIT: Rule = {
  pattern:
    /(?<=\d ?(?:%|°C?|°F|[€$£¥元円원]|[kcm]?m|k?g|h|Uhr|[ap]\.?m\.?|:[0-5]\d|\d[hH]))(?: ?[-–—~〜～] ?)(?=[-−]?[$€£¥]?\d)/giu,
  verbalize: (_written, context) => until(context),
};

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
      const gender = genderOfNoun(language, 2n, groups.behind ?? '');
      const words = numberInWords(groups.from ?? '', verbalizer, gender);
      return (groups.minus === undefined ? words : verbalizer.negative(words)) + until(context);
    },
  };
}

/** What reaches from one number to another. */
export function rangeRules(context: Context): Rule[] {
  return [BEHIND_UNIT, numberRange(context)];
}
