import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { ABBREVIATION_TABLES } from './abbreviation-tables.js';
import { weekdayNames } from './cldr.js';
import { escaped } from './numbers.js';

interface Abbreviations {
  readonly pattern: RegExp;
  readonly spoken: ReadonlyMap<string, { readonly words: string; readonly mayEnd: boolean }>;
}

const LETTER = '[\\p{L}\\p{M}\\p{N}]';
const AFTER: Readonly<Record<string, string>> = {
  '#': ' ?(?=[\\d+(]|[IVXL]+(?!\\p{L}))',
  '^': '(?= ?[„“"«]?\\p{Lu})',
};
const SPACES = /[ \u00a0\u202f]/gu;

/** The first letter may be a capital where a sentence begins. */
const anyCase = (written: string): string => {
  const first = written.charAt(0);
  return first === first.toUpperCase()
    ? escaped(written)
    : `[${first}${first.toUpperCase()}]${escaped(written.slice(1))}`;
};

function read(table: string): Abbreviations {
  const spoken = new Map<string, { words: string; mayEnd: boolean }>();
  const entries = table.split(/;\s+/u).map((entry) => {
    const [, written = '', flag = '', words = ''] = /^(.+?)([#^*]?)\|(.+)$/u.exec(entry) ?? [];
    spoken.set(written.replace(/[_ ]/gu, '').toLowerCase() + (AFTER[flag] === undefined ? '' : flag), {
      words,
      mayEnd: flag === '*',
    });
    return { written, flag };
  });
  const patternOf = (kind: string) =>
    entries
      .filter(({ flag }) => (AFTER[flag] === undefined ? '' : flag) === kind)
      .map(({ written }) => written)
      .sort((left, right) => right.length - left.length)
      .map((written) => anyCase(written).replaceAll('_', '[ \\u00a0\\u202f]?'))
      .join('|') || '(?!)';
  const kinds = ['', '#', '^'].map((kind) => {
    const name = { '#': 'numbered', '^': 'named' }[kind] ?? 'plain';
    return `(?<${name}>${patternOf(kind)})${AFTER[kind] ?? `(?!${LETTER})`}`;
  });
  return { pattern: new RegExp(`(?<!${LETTER}|[.@/-])(?:${kinds.join('|')})`, 'gu'), spoken };
}

const ABBREVIATIONS: ReadonlyMap<LanguageCode, Abbreviations> = new Map(
  Object.entries(ABBREVIATION_TABLES).flatMap(([language, table]) =>
    table === undefined ? [] : [[language as LanguageCode, read(table)] as const],
  ),
);

const WEEKDAY_RANGE =
  /(?<![\p{L}\p{N}])(?<from>\p{Lu}\p{Ll}{1,3})\.? ?[–-] ?(?<to>\p{Lu}\p{Ll}{1,3})(?:\.(?=,| [\p{Ll}\d]))?(?![\p{L}\p{N}-])/gu;

/** `Mon–Fri`, `Mo.–Fr.` */
function withWeekdays(text: string, language: LanguageCode): string {
  if (language !== 'en' && language !== 'de') return text;
  const days = weekdayNames(language);
  return text.replace(WEEKDAY_RANGE, (whole, from: string, to: string) => {
    const [first, last] = [from, to].map((short) => days.find((day) => day.startsWith(short)));
    const isShort = from.length > (language === 'en' ? 2 : 1) && to.length > (language === 'en' ? 2 : 1);
    return first === undefined || last === undefined || first === last || !isShort
      ? whole
      : `${first} ${language === 'en' ? 'to' : 'bis'} ${last}`;
  });
}

/** `5 ч. 30 мин.` counts hours, `п. 1 ч. 2 ст. 14` parts of a law. */
const COUNTED = /(?<!(?<!\p{L})(?:п|пп|ч|ст|абз)\. ?\d{1,4} ?)$(?<=\d ?)/u;

/** The abbreviations of a text in full: `z. B.` as `zum Beispiel`, `S. 5` as `Seite 5`. */
export function withoutAbbreviations(text: string, language: LanguageCode): string {
  const abbreviations = ABBREVIATIONS.get(language);
  if (!abbreviations || !/[./–-]|(?<!\p{L})(?:M(?:me|lle)|[DP]r) /u.test(text)) return text;
  return withWeekdays(text, language).replace(abbreviations.pattern, (...match) => {
    const { numbered, named, plain } = match.at(-1) as Record<string, string | undefined>;
    const offset = match.at(-3) as number;
    const whole = match[0] as string;
    const written = numbered ?? named ?? plain ?? '';
    const key = written.replace(SPACES, '').toLowerCase();
    const found = abbreviations.spoken.get(key + (numbered !== undefined ? '#' : named !== undefined ? '^' : ''));
    // `5 ч. 30 мин.`, `1990 г. Москва`: what is counted.
    if (
      !found ||
      (language === 'ru' && plain === undefined && COUNTED.test(text.slice(Math.max(0, offset - 12), offset)))
    )
      return whole;
    const after = text.slice(offset + whole.length, offset + whole.length + 3);
    const ends = written.endsWith('.') && (/^\s*$/u.test(after) || (found.mayEnd && /^ \p{Lu}/u.test(after)));
    const space = written.endsWith('/') && /^\p{L}/u.test(after) ? ' ' : '';
    return `${inContext(found.words, text.slice(Math.max(0, offset - 12), offset), language)}${ends ? '.' : ''}${space}${whole.slice(written.length)}`;
  });
}

/** `1 ст. л.`, `5 ч. л.` */
function spoons(words: string, before: string): string {
  const number = /(?<![\d.,/])\d{1,3}(?= ?$)/u.exec(before)?.[0];
  if (number === undefined) return words;
  const form = /(?<!1)1$/u.test(number) ? 0 : /(?<!1)[234]$/u.test(number) ? 1 : 2;
  const [endings = ['', '']] = [
    [
      ['ая', 'ка'],
      ['ые', 'ки'],
      ['ых', 'ек'],
    ][form],
  ];
  return words.replace(/ой /u, `${endings[0]} `).replace(/ки$/u, endings[1] ?? '');
}

/** `в г. Москве` is in the prepositional; behind a paragraph of a law `S.` is a sentence of it. */
function inContext(words: string, before: string, language: LanguageCode): string {
  if (language === 'de' && words === 'Seite' && /Abs\. ?\d{1,3}\p{L}? $/u.test(before)) return 'Satz';
  if (words.endsWith(' ложки')) return spoons(words, before);
  return words === 'город' && /(?:^|\s)[вВ] $/u.test(before) ? 'городе' : words;
}
