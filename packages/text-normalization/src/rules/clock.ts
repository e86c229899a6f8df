import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { partOfDay } from '../cldr.js';
import { type Case, declinedCardinal, russianCase } from '../languages/russian-cases.js';
import { countedInWords } from '../numbers.js';
import type { Context, Rule } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';
import type { Verbalizer } from '../verbalizer.js';

type Half = 'am' | 'pm';

/** `10:30`, `10:30:15`, `10.30 Uhr`, `10h30`; `10:30 Uhr` has its word already. */
const CLOCK: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d:.,])(?:(?<hour>\d{1,2})[:：](?<minute>[0-5]\d)(?:[:：](?<second>[0-5]\d))?(?: ?(?:Uhr|[hH]s?(?:\.(?=[,;:)]| \p{Ll}))?)(?![\p{sc=Latn}\p{sc=Cyrl}]))?|(?<hour2>\d{1,2})(?:\.(?<minute2>[0-5]\d) Uhr(?![\p{sc=Latn}\p{sc=Cyrl}])| ?h ?(?<minute3>[0-5]\d)(?: ?min(?!\p{L}))?))(?![\p{sc=Latn}\p{sc=Cyrl}\d:]|[.,]\d)/gu,
  verbalize: ({ groups, before, after }, { language, verbalizer }) => {
    const hour = Number(groups.hour ?? groups.hour2);
    if (hour + Number(groups.minute) / 60 > 24 && groups.second === undefined && TAKES.test(before))
      return durationInWords([0, hour, Number(groups.minute)], verbalizer);
    if (hour > 24 || (groups.minute3 !== undefined && !HOURS_IN_CLOCK.has(language))) return undefined;
    const isOnMinute = groups.second === undefined || (groups.second === '00' && groups.hour?.length !== 1);
    const second = isOnMinute ? undefined : Number(groups.second);
    const minute = Number(groups.minute ?? groups.minute2 ?? groups.minute3);
    if (second !== undefined && groups.hour?.length === 1 && (hour === 0 || !TELLS_TIME.test(before)))
      return durationInWords([hour, minute, second], verbalizer);
    const inCase = language === 'ru' && second === undefined ? russianCase(before, after) : undefined;
    return inCase === undefined ? verbalizer.time(hour, minute, second) : russianTime(hour, minute, inCase, verbalizer);
  },
};

/** A time of day follows, and not how long something took. */
const TELLS_TIME =
  /(?:^|[^\p{L}])(?:at|um|gegen|ab|seit|bis|à|a las?|alle|ore|às|das|в|с|до|около)\s$|(?:[点時시日]|\d)[\s,T]*$/iu;

/** How long something took: `10 km in 48:32`. */
const TAKES = /(?:^|[^\p{L}])(?:in|en|em|за)\s$/iu;

/** `1:30:05`: one hour thirty minutes five seconds. */
export function durationInWords(parts: readonly number[], verbalizer: Verbalizer): string {
  const words = parts.map((part, index) => {
    const noun = verbalizer.units.get(['h', 'min', 's'][index] ?? '');
    return noun && part > 0 ? countedInWords({ whole: BigInt(part), decimals: '' }, noun, verbalizer) : '';
  });
  return words.filter(Boolean).join(verbalizer.space);
}

/** Where `2h15` is a time of day too. */
const HOURS_IN_CLOCK: ReadonlySet<LanguageCode> = new Set(['fr', 'es', 'it', 'pt']);

/** `2h 15m 30s`, `1 h 30 min`, `5m30s`, `1h30`; `15m` alone is a length. */
const DURATION: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d:.,])(?:(?<h>\d{1,3}) ?h ?)?(?<m>[0-5]?\d)(?: ?m(?:in)?(?: ?(?<s>[0-5]?\d) ?s(?:ec)?)?|(?<=h[0-5]\d))(?![\p{sc=Latn}\p{sc=Cyrl}\d])/gu,
  verbalize: ({ text, groups: { h, m, s } }, { language, verbalizer }) =>
    (h === undefined || (HOURS_IN_CLOCK.has(language) && !text.endsWith(' min'))) && s === undefined
      ? undefined
      : durationInWords([Number(h ?? 0), Number(m), Number(s ?? 0)], verbalizer),
};

const HOURS = { genitive: 'часов', dative: 'часам', instrumental: 'часами', prepositional: 'часах' } as const;
const ONE_HOUR = { genitive: 'часа', dative: 'часу', instrumental: 'часом', prepositional: 'часе' } as const;

/** `с десяти тридцати`, `до двенадцати часов`: behind a preposition the numbers alone, and the hours where they are full. */
function russianTime(hour: number, minute: number, inCase: Case, { cardinal }: Verbalizer): string {
  const hours = declinedCardinal(cardinal(BigInt(hour)), inCase);
  if (minute === 0) return `${hours} ${(hour % 20 === 1 ? ONE_HOUR : HOURS)[inCase]}`;
  const minutes = declinedCardinal(cardinal(BigInt(minute)), inCase);
  return `${hours} ${minute < 10 ? 'ноль ' : ''}${minutes}`;
}

/** `10:30PM`, `10 a.m.`, `9:00 AM`, `7 p. m.`: the full stop stays where it ends a sentence. */
const HALF_DAY: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d:.,$€£])(?<hour>1[0-2]|0?\d)(?:[:.](?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))?[ \u00a0\u202f]?(?<half>[ap])(?:m|\.[ \u00a0]?m(?<stop>\.)?)(?![\p{sc=Latn}\p{sc=Cyrl}\d])/giu,
  verbalize: ({ groups, after }, context) => {
    const hour = Number(groups.hour);
    if (hour === 0 && groups.minute === undefined) return undefined;
    const half: Half = groups.half?.toLowerCase() === 'p' ? 'pm' : 'am';
    const second = groups.second === undefined ? undefined : Number(groups.second);
    const endsSentence = groups.stop !== undefined && /^\s*$|^ \p{Lu}\p{Ll}+(?<!day) /u.test(after);
    return halfDayInWords(hour, Number(groups.minute ?? 0), second, half, context) + (endsSentence ? '.' : '');
  },
};

const in24Hours = (hour: number, half: Half): number => (hour % 12) + (half === 'pm' ? 12 : 0);

/** `seven PM`; with the part of the day where a language counts to twelve, and else the hour that is meant. */
function halfDayInWords(
  hour: number,
  minute: number,
  second: number | undefined,
  half: Half,
  context: Context,
): string {
  const { language, verbalizer } = context;
  const { time, space } = verbalizer;
  if (language === 'en') return `${time(hour, minute, second).replace(/ o'clock$/u, '')} ${half.toUpperCase()}`;
  const meant = in24Hours(hour, half);
  if (!TWELVE_HOURS.has(language)) return time(meant, minute, second);
  const words = time(hour === 0 ? 12 : hour, minute, second).replace(/ en punto$/u, '');
  const halves = { ja: { am: '午前', pm: '午後' }, ko: { am: '오전', pm: '오후' } } as const;
  const part = language === 'ja' || language === 'ko' ? halves[language][half] : partOfDay(language, meant);
  return ['es', 'pt'].includes(language) ? `${words} ${part}` : part + space + words;
}
const TWELVE_HOURS: ReadonlySet<LanguageCode> = new Set(['es', 'pt', 'zh', 'ja', 'ko']);

const BEFORE_HOUR: ByLanguage<RegExp> = {
  it: /(?:^|[^\p{L}])(?:alle|dalle|le|ore|h)\s$/iu,
  es: /(?:^|[^\p{L}])las?\s$/iu,
  pt: /(?:^|[^\p{L}])(?:às|das)\s$/iu,
  ru: /(?:^|[^\p{L}])(?:в|к|с|до|около|после)\s$/iu,
  ...none('en', 'zh', 'ja', 'ko', 'de', 'fr'),
};

/** `alle 8.05`, `a las 14.30`, `в 14.30`, `14.30 h`. */
const DOTTED_CLOCK: Rule = {
  pattern:
    /(?<![\p{L}\d:.,])(?<hour>[01]?\d|2[0-4])\.(?<minute>[0-5]\d)(?<unit> h(?:s|oras?)?)?(?![\p{L}\d%]|[.,:/]\d| ?(?:раз|%|₽|руб|мл[нр]|€|\$|[кмсг]{0,2}[мгл](?!\p{L})))/gu,
  verbalize: ({ groups, before, after }, context) => {
    const { language, verbalizer } = context;
    const isHour = BEFORE_HOUR[language]?.test(before) === true || (language === 'es' && groups.unit !== undefined);
    if (!isHour) return undefined;
    const [hour, minute] = [Number(groups.hour), Number(groups.minute)];
    const inCase = language === 'ru' ? russianCase(before, after) : undefined;
    return inCase === undefined
      ? verbalizer.time(hour, minute, undefined)
      : russianTime(hour, minute, inCase, verbalizer);
  },
};

export const CLOCK_RULES: readonly Rule[] = [DURATION, HALF_DAY, CLOCK, DOTTED_CLOCK];
