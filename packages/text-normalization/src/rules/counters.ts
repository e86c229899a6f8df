import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { nounGender } from '../agreement/noun-genders.js';
import { nativeCardinal } from '../languages/korean.js';
import { digitsInWords } from '../numbers.js';
import type { Rule } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';

/** Measure words before which two is 两 rather than 二; not after 第, and not where the word is part of another. */
const CHINESE: Rule = {
  pattern:
    /(?<![\d.,第])2(?=[个個只本张張条條位次天岁歲块塊杯件种種斤家辆輛座棵支瓶碗双對对台部层層间間人公米升吨倍千万亿年小分秒周星度元行页頁句首场場所名头頭匹群套组組份篇段项項封幅根片颗顆粒滴趟遍回顿頓批股道把口门門盒袋箱包串打排面](?<!2年(?=[级級]))|点(?!\d)|点(?=[0-5]?\d分))/gu,
  verbalize: (_written, { verbalizer }) => verbalizer.cardinal(2n, 'n'),
};

/** The lower number of a range with the counter of the higher: `5~10명` is `다섯 명에서`. */
export function koreanCounted(written: string, behind: string): string | undefined {
  const counter = new RegExp(`^ ?(?<counter>${KOREAN_COUNTERS})`, 'u').exec(behind)?.groups?.counter;
  if (counter === undefined || !/^\d{1,2}$/u.test(written)) return undefined;
  const words = nativeCardinal(BigInt(written));
  return words === undefined ? undefined : `${words} ${counter}`;
}

/** What is counted in native numbers; above 99 the hundreds are Sino-Korean. */
const KOREAN_COUNTERS =
  '개(?!월|년)|명|살|시간|시(?!속|즌|리)|잔|권|마리|병|장|송이|그루|켤레|벌|사람|가지|달(?!러)|곳|척|번(?!호|지| ?(?:버스|출구|국도|문제|트랙|홀|창구|게이트|타자|선수|채널|열차|노선|버튼|좌석))|줄|칸|채|쌍|그릇|조각|바퀴|자루|포기|톨|끼|통|마디|모금|방울|군데|배(?!율)|돌|쪽(?=으로)|판|큰술|작은술|스푼|컵|봉지|상자|팩|대(?=[가를는의와도만씩]|[^가-힣\\p{L}\\p{N} ]|$)';

const KOREAN: readonly Rule[] = [
  { pattern: /(?<![\d.,])1 ?번째/gu, verbalize: () => '첫 번째' },
  {
    pattern: new RegExp(
      `(?<![\\d.,]|제 ?)(?:(?<hundreds>[1-9])(?=\\d\\d))?(?<number>[1-9]\\d?|0[1-9]) ?(?<counter>${KOREAN_COUNTERS})`,
      'gu',
    ),
    verbalize: ({ groups }, { verbalizer }) => {
      const value = BigInt(groups.number ?? '0');
      const { counter = '', hundreds } = groups;
      // Hours of the day beyond noon, and tens of times, are Sino-Korean.
      const most = { 시: 12n, 배: 9n }[counter];
      if (most !== undefined && (value > most || hundreds !== undefined)) return undefined;
      const words = nativeCardinal(value);
      if (words === undefined) return undefined;
      return `${hundreds === undefined ? '' : verbalizer.cardinal(BigInt(hundreds) * 100n)}${words} ${counter}`;
    },
  },
  { pattern: /(?<!\d)6월/gu, verbalize: () => '유월' },
  { pattern: /(?<!\d)10월/gu, verbalize: () => '시월' },
];

const JAPANESE: readonly Rule[] = [
  // Ten minutes behind no hour, and no tenth.
  {
    pattern: /(?<![\d.,時])10分(?!間|の\d)/gu,
    verbalize: (_written, { verbalizer }) => verbalizer.counted(verbalizer.cardinal(10n), '分'),
  },
  { pattern: /(?<![\d.,])0(?=時(?!間)|点)/gu, verbalize: () => '零' },
];

/** `un'amica`, `uno studente`: what one is depends on the first sounds of its noun. */
const ITALIAN: Rule = {
  pattern: /(?<![\p{L}\d.,/:-])1 (?=(?<noun>\p{Ll}{2,}))/gu,
  verbalize: ({ groups }) => {
    const { noun = '' } = groups;
    if (nounGender('it', noun) === 'f') return /^[aeiouàèéìòù]/u.test(noun) ? "un'" : undefined;
    return /^(?:s[^aeiouàèéìòù]|z|gn|ps|pn|x|y|i[aeou])/u.test(noun) ? 'uno ' : undefined;
  },
};

/** `1米85`: the digits behind the metres are its decimals. */
const CHINESE_HEIGHT: Rule = {
  pattern: /(?<=\d米)\d{1,2}(?!\d|[.,]\d|米|厘|分)/gu,
  verbalize: ({ text }, { verbalizer }) => digitsInWords(text, verbalizer),
};

const BY_LANGUAGE: ByLanguage<readonly Rule[]> = {
  zh: [CHINESE_HEIGHT, CHINESE],
  ja: JAPANESE,
  ko: KOREAN,
  it: [ITALIAN],
  ...none('en', 'de', 'fr', 'es', 'pt', 'ru'),
};

/** Numbers whose words depend on the counter after them. */
export function counterRules(language: LanguageCode): readonly Rule[] {
  return BY_LANGUAGE[language] ?? [];
}
