import { COUNTER_NAMES, withCounter, wordWithCounter } from '../languages/japanese-counters.js';
import { nativeCardinal } from '../languages/korean.js';
import type { Rule } from '../rule.js';

/** Measure words before which two is 两 rather than 二. */
const CHINESE: Rule = {
  pattern:
    /(?<![\d.,])2(?=[个個只本张張条條位次天岁块塊杯件种種斤家辆輛座棵支瓶碗双對对台部层層间間人公米升吨倍千万亿年](?![月级]))/gu,
  verbalize: (_written, { verbalizer }) => verbalizer.cardinal(2n, 'n'),
};

const KOREAN: readonly Rule[] = [
  {
    pattern:
      /(?<![\d.,])(?<number>[1-9]\d?) ?(?<counter>개(?!월)|명|살|시간|시(?!속)|잔|권|마리|병|장|송이|그루|켤레|벌|사람|가지|달(?!러)|곳|척|번(?!호))/gu,
    verbalize: ({ groups }) => {
      const value = BigInt(groups.number ?? '0');
      if (groups.counter === '시' && value > 12n) return undefined;
      const words = nativeCardinal(value);
      return words === undefined ? undefined : `${words} ${groups.counter}`;
    },
  },
  { pattern: /(?<!\d)6월/gu, verbalize: () => '유월' },
  { pattern: /(?<!\d)10월/gu, verbalize: () => '시월' },
];

const JAPANESE: Rule = {
  pattern: new RegExp(`(?<![\\d.,])(?<number>\\d{1,9})(?<counter>${COUNTER_NAMES.join('|')})`, 'gu'),
  verbalize: ({ groups }, { verbalizer }) => {
    const number = groups.number ?? '';
    const counter = groups.counter ?? '';
    if (/^0\d/u.test(number)) return undefined;
    return wordWithCounter(number, counter) ?? withCounter(verbalizer.cardinal(BigInt(number)), counter);
  },
};

const NO_RULES: readonly Rule[] = [];

/** Numbers whose words depend on the counter after them. */
export function counterRules(language: string): readonly Rule[] {
  if (language === 'zh') return [CHINESE];
  if (language === 'ko') return KOREAN;
  return language === 'ja' ? [JAPANESE] : NO_RULES;
}
