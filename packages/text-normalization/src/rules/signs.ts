import { numberInWords } from '../numbers.js';
import type { Context, Rule } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';
import type { Sign } from '../verbalizer.js';
import { durationInWords } from './clock.js';

const SIGN_ALIASES: Readonly<Record<string, Sign>> = {
  '*': '×',
  '·': '×',
  '−': '-',
  '—': '–',
  '>=': '≥',
  '<=': '≤',
  '!=': '≠',
  '==': '=',
};

const signOf = (written: string): Sign => SIGN_ALIASES[written] ?? (written as Sign);

function between(context: Context, written: string): string {
  const { space, signs } = context.verbalizer;
  return `${space}${signs[signOf(written)]}${space}`;
}

/** Between two lengths: `3 x 4 m`, `9x13-inch`; a Portuguese score: `Flamengo 3 x 1 Vasco`. */
export const DIMENSIONS: Rule = {
  pattern: /(?<=[1-9]\d{0,8}(?:[.,]\d{1,4})?(?: ?[cmкс]?[mм])?) ?[xх] ?(?=\d)/gu,
  verbalize: ({ before, after }, { language, verbalizer }) => {
    const isScore = /\p{Lu}\p{L}+ \d{1,2}$/u.test(before) && /^\d{1,2}(?: \p{Lu}|$)/u.test(after);
    const by =
      { en: 'by', fr: 'sur', pt: isScore ? 'a' : 'por', ru: 'на' }[language as string] ?? verbalizer.signs['×'];
    return `${verbalizer.space}${by}${verbalizer.space}`;
  },
};

/** Signs of a calculation, between two numbers or single letters; `C#`, `C++`. */
const CALCULATION_SIGNS: readonly Rule[] = [
  {
    // Languages and chords: `C#`, `F#m7`.
    pattern: /(?<=(?:^|[^\p{L}])[A-GJ])#(?=(?:m|maj|min|dim|sus)?\d{0,2}(?![\p{sc=Latn}\p{sc=Cyrl}]))/gu,
    verbalize: (_written, { language }) =>
      ({ zh: '井', ja: 'シャープ', ko: '샵', ru: 'шарп' })[language as string] ?? ' sharp',
  },
  {
    pattern: /(?<=\p{L})\+\+/gu,
    verbalize: (_written, context) => between(context, '+') + context.verbalizer.signs['+'],
  },
  {
    pattern: /(?<=[\p{N})])(?: [-−] (?=[\p{N}(])|[-−](?=\p{N}{1,15} ?=))/gu,
    verbalize: (_written, context) => between(context, '-'),
  },
  {
    pattern:
      /(?<=[\p{N})²³%]|(?<!\p{L})\p{L}) ?(?<sign>>=|<=|!=|==|[*×·÷+−=≠<>≤≥≈±]) ?(?=[-−]?[\p{N}(√]|\p{L}(?![\p{sc=Latn}\p{sc=Cyrl}]))/gu,
    verbalize: ({ groups }, context) => between(context, groups.sign ?? ''),
  },
  {
    pattern: /(?<=[\p{N}%]) ?[–—] ?(?=\p{N})|(?<=[\p{N}%])-(?=\p{N})/gu,
    verbalize: (_written, context) => between(context, '–'),
  },
  { pattern: /(?<=\p{N}):(?=\p{N})/gu, verbalize: (_written, context) => between(context, ':') },
];

/** Signs that stand for a word wherever they are. */
const WORD_SIGNS: readonly Rule[] = [
  // `서울=연합뉴스`: a place and an agency.
  { pattern: /(?<=\p{Script=Hangul})=(?=\p{Script=Hangul})/gu, verbalize: () => ', ' },
  {
    pattern: /(?<sign>>=|<=|!=|[=≠≤≥≈±×÷§№©®™‰√∫∑∞]|(?<!\p{sc=Greek})π(?!\p{sc=Greek}))\k<sign>* ?/gu,
    verbalize: ({ groups }, context) => between(context, groups.sign ?? ''),
  },
  // Between a word and a number, which another rule has spoken: `weighs < 40 kg` has its verb.
  {
    pattern: /(?<=^|\s)[<>] $/gu,
    verbalize: ({ text, after }, context) =>
      after === '' ? undefined : between(context, text.trim()).replace(/^ ?(?:is )?/u, ''),
  },
  // `Kolleg*innen`: the word goes on.
  { pattern: /(?<=\p{Ll})[*:·](?=in(?:nen)?(?!\p{L}))/gu, verbalize: () => ' ' },
  { pattern: /(?<= )\+(?= )/gu, verbalize: (_written, { verbalizer }) => verbalizer.signs['+'] },
  { pattern: / ?[&＆]+ ?/gu, verbalize: (_written, context) => between(context, '&') },
  { pattern: /#(?=\p{N})/gu, verbalize: (_written, context) => between(context, '#') },
  // `#旅行#` has one on both sides.
  { pattern: /#(?=\p{L})|(?<=\p{sc=Han})#|(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, verbalize: () => ' ' },
  {
    pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}])@(?=\p{L})/gu,
    verbalize: (_written, context) => between(context, '@'),
  },
  {
    pattern: /(?<=\p{L})°(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])/gu,
    verbalize: (_written, context) => between(context, '°'),
  },
];

export const CALCULATION_RULES: readonly Rule[] = CALCULATION_SIGNS;
export const SIGN_RULES: readonly Rule[] = WORD_SIGNS;

/** `5'11"`, `6′ 2″`, and inches that no quotation mark can be: `27″`, `6.7" screen`. */
export const FEET: Rule = {
  pattern:
    /(?<![\p{L}\d.,'"′″])(?:(?<feet>\d{1,2})['’′] ?(?<more>\d{1,2})(?:["”″]|'')|(?<inches>\d{1,3}(?:\.\d{1,2})?)(?:″|["”](?=[ -](?:screen|display|monitor|TV|laptop|tablet|wheels?|pipe|pizza|x ?\d))))(?![\p{L}\d])/gu,
  verbalize: ({ groups, after }, { language, verbalizer }) => {
    const { feet, more = '', inches = '' } = groups;
    // Elsewhere these are minutes and seconds: `5'40"`.
    if (language !== 'en')
      return /^[0-5]\d$/u.test(more) ? durationInWords([0, Number(feet), Number(more)], verbalizer) : undefined;
    if (feet !== undefined) return `${numberInWords(feet, verbalizer)} foot ${numberInWords(more, verbalizer)}`;
    return `${numberInWords(inches, verbalizer)} ${inches === '1' || /^[ -]\p{L}{2}/u.test(after) ? 'inch' : 'inches'}`;
  },
};

/** What is written for `number` before digits, besides `№` and `#`. */
const NUMBER: ByLanguage<string> = {
  en: '[Nn]os?\\.|N[oº]',
  de: 'Nrn?\\.|Nr',
  fr: '[Nn][°ºo]s?\\.?|[Nn]ᵒ',
  es: '[Nn]\\.?[º°]|[Nn]\\.o|[Nn]úm\\.|[Nn]ro\\.',
  it: '[Nn]\\.?[º°]|[Nn]\\.',
  pt: '[Nn]\\.?[º°]|[Nn]\\.o|[Nn]úm\\.',
  ru: 'N[°º]?',
  ...none('zh', 'ja', 'ko'),
};
const NUMBER_ELSEWHERE = '[Nn]o\\.|[Nn][°º]';

/** `n° 5`, `No. 5`, `Nr. 5`, `#5`: the word for number. */
export function numberSignRule({ language, verbalizer }: Context): Rule {
  const words = NUMBER[language] ?? NUMBER_ELSEWHERE;
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}&])(?:(?:${words}) ?|#)(?=\\d)`, 'gu'),
    // `#100DaysOfCode` is a word.
    verbalize: ({ text, after }) =>
      text === '#' && /^\d+\p{L}/u.test(after)
        ? ' '
        : `${verbalizer.signs[language === 'ko' ? '#' : '№']}${verbalizer.space}`,
  };
}
