import { declinedCardinal } from '../languages/russian-cases.js';
import { inCompound } from '../languages/russian-ordinals.js';
import type { Context, Rule } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';

/** `the 1990s`, `the '80s`, `1900s`, `in her 20s`; `30s` alone is a time. */
const ENGLISH_DECADE: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d.,])(?:['’‘](?=\d0s))?(?<number>(?:1[1-9]|20)\d0|(?<=(?:\b(?:the|early|mid|late|my|his|her|their|our|your)[ -]|['’‘]))[2-9]0)['’]?s(?![\p{sc=Latn}\p{sc=Cyrl}\d])/giu,
  verbalize: ({ groups }, { verbalizer }) => plural(verbalizer.year(Number(groups.number))),
};

/** `100s of people`. */
const ENGLISH_ROUND: Rule = {
  pattern: /(?<![\p{sc=Latn}\d.,])(?<number>10{1,3})s(?= of )/gu,
  verbalize: ({ groups }, { verbalizer }) =>
    plural(verbalizer.cardinal(BigInt(groups.number ?? 0)).replace(/^one /u, '')),
};

const plural = (words: string): string => (words.endsWith('ty') ? words.replace(/y$/u, 'ies') : `${words}s`);

/** `1990er`, `die 80er Jahre`, `in den 90ern`, `3er-Gruppe`. */
const GERMAN_DECADE: Rule = {
  pattern: /(?<![\p{sc=Latn}\d.,])['’‘]?(?<number>\d{1,4})er(?<ending>[ns]?)(?![\p{sc=Latn}\d])/gu,
  verbalize: ({ groups }, { verbalizer }) => {
    const number = Number(groups.number);
    if (number === 0) return undefined;
    const words = number >= 1100 && number < 2000 ? verbalizer.year(number) : verbalizer.cardinal(BigInt(number));
    return `${words.replace(/^ein(?=hundert$|tausend$)/u, '')}er${groups.ending}`;
  },
};

/** `-fach`, `-mal`, `-jährig`, `%ig` are one word with their number. */
const GERMAN_COMPOUND: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\d.,])(?<number>\d{1,4})(?:-?(?<word>(?:fach|mal|jährig|tägig|stündig|minütig|köpfig|stellig|teilig|prozentig|seitig)\p{Ll}{0,3})|%ig(?<ending>\p{Ll}{0,2}))(?![\p{sc=Latn}\d])/gu,
  verbalize: ({ groups }, { verbalizer }) =>
    verbalizer.cardinal(BigInt(groups.number ?? '0'), 'm').replace(/^ein(?=hundert$|tausend$)/u, '') +
    (groups.word ?? `prozentig${groups.ending}`),
};

/** `les années 80`: the twenties have no s of the plural. */
const FRENCH_DECADE: Rule = {
  pattern: /(?<=\bannées )['’‘]?(?<number>(?:1\d|20)?\d0)(?!\d)/giu,
  verbalize: ({ groups }, { verbalizer }) =>
    verbalizer.cardinal(BigInt(groups.number ?? '0')).replace(/vingts$/u, 'vingt'),
};

/** `anni '80`, `summer of '69`. */
const SHORTENED_YEAR: Rule = {
  pattern: /(?<=^|[\s(])['’‘](?<number>\d\d)(?![\d'’\p{sc=Latn}])/gu,
  verbalize: ({ groups }, { verbalizer }) =>
    groups.number?.startsWith('0') === true ? undefined : verbalizer.cardinal(BigInt(groups.number ?? '0')),
};

/** `80-е годы`, `в 1990-х`: ordinals in the plural; `20-е января` is a day. */
const RUSSIAN_DECADE: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d.,-])(?<number>(?:1\d|20)?[2-9]0|(?:1\d|20)[01]0)-?(?<ending>е|ые|х|ых|м|ым|ми|ыми)(?![\p{sc=Cyrl}\d])(?! (?:январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр|мест|числ))/gu,
  verbalize: ({ groups }, { verbalizer }) => {
    const nominative = verbalizer.ordinal(BigInt(groups.number ?? '0'), '');
    return nominative?.replace(/(?:ый|ой)$/u, `ы${groups.ending?.replace(/^ы/u, '')}`);
  },
};

/** `35-летний`, `5-этажный`, `100%-ный`: one word with the genitive of the number. */
const RUSSIAN_COMPOUND: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d.,-])(?<number>\d{1,4})(?:-?(?<word>(?:лет|дневн|этажн|часов|процентн|минутн|метров|километров|местн|кратн|тонн|градусн|месячн|недельн|балльн|страничн|комнатн|значн|томн)\p{Ll}+)|%-?н(?<ending>\p{Ll}{2,3}))(?![\p{sc=Cyrl}\d])/gu,
  verbalize: ({ groups }, { verbalizer }) => {
    const { number = '', word = `процентн${groups.ending}` } = groups;
    const nominative = verbalizer.cardinal(BigInt(number));
    const parts = nominative.split(' ').map(inCompound);
    return word === 'лет' || word === 'часов' ? undefined : parts.join('') + word;
  },
};

/** `2-х`, `3-м`, `5-ти`: the case endings of a cardinal. */
const RUSSIAN_CASE_ENDING: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d.,-])(?<number>[2-9]|[1-9]\d)-(?<ending>х|ух|рёх|рех|ти|ми|мя|ью)(?![\p{sc=Cyrl}\d])/gu,
  verbalize: ({ groups }, { verbalizer }) => {
    const { number = '', ending = '' } = groups;
    if (ending === 'х' && !/^(?:[2-9]?[2-4])$/u.test(number)) return undefined;
    return declinedCardinal(
      verbalizer.cardinal(BigInt(number)),
      /^(?:ми|мя|ью)$/u.test(ending) && !/[78]$/u.test(number) ? 'instrumental' : 'genitive',
    );
  },
};

const BY_LANGUAGE: ByLanguage<readonly Rule[]> = {
  en: [ENGLISH_DECADE, ENGLISH_ROUND],
  de: [GERMAN_DECADE, GERMAN_COMPOUND],
  fr: [FRENCH_DECADE],
  ru: [RUSSIAN_DECADE, RUSSIAN_COMPOUND, RUSSIAN_CASE_ENDING],
  ...none('zh', 'ja', 'ko', 'es', 'it', 'pt'),
};

/** Decades, and other numbers with an ending of their own. */
export function decadeRules({ language }: Context): Rule[] {
  return [...(BY_LANGUAGE[language] ?? []), SHORTENED_YEAR];
}
