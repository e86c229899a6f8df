import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/** Addresses are not collapsed: every character counts. */
const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>（）「」。、，！？\p{Lo}]{0,2000}[\p{L}\p{N}/]|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/giu;
const MAY_BE_ADDRESS = /@|:\/\/|www\./iu;

/** After a chess move `!!` and `?!` are judgements. */
const NO_MOVE = '(?<!(?<![\\p{L}\\p{N}])[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8][+#]?)';
const SENTENCE_MARKS = new RegExp(`${NO_MOVE}([!?！？])(?:\\s?\\1)+`, 'gu');
const PAUSE_MARKS = /([,;，；、。¡¿])\1+/gu;
const DOTS = /\.{4,}|…{3,}/gu;
const MIXED_MARKS = new RegExp(`${NO_MOVE}[!?！？](?:\\s?[!?！？])+`, 'gu');
/** A row of marks between white space is an ornament, except dashes and `+/-`. */
const ORNAMENT = /(?<=^|\s)(?![-—–]+(?:\s|$)|\+\/-)[*_~#=|^`+<>\\/•·-]{3,}(?=\s|$)/gmu;
/** Drawn lines: removed, not collapsed. */
const DRAWN = /([*_~#|^`•·])\1{2,}/gu;
const SIGNS = /([～〜〰ー—–=+<>/\\&%$@"':-])\1{2,}/gu;

/** Every pattern here needs two equal characters or two marks, also with white space between them. */
const MAY_REPEAT = /(.)\1|[wｗ]{2}|\p{M}|[^\p{L}\p{N}\s]\s?[^\p{L}\p{N}\s]/iu;

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** What {@link LETTER_RUN} needs. */
const MAY_DRAW_OUT = /(.)\1\1|\p{M}/iu;
const LETTER_RUN = /(\p{L}\p{M}{0,3})\1{2,}/giu;
const LAUGHTER =
  /(?<=[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}。！？!?〜～ー」)）])[wｗ]{2,}(?![\p{L}\p{N}])/giu;

/**
 * Collapses runs of one character: marks to one, letters to two. Digits, addresses, Chinese and Roman numerals, acronyms
 * and the threefold letters of German and Russian compounds stay.
 */
export function collapseRepeats(text: string, language: LanguageCode): string {
  if (!MAY_BE_ADDRESS.test(text)) return collapse(text, language);
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(ADDRESS)) {
    parts.push(collapse(text.slice(start, match.index), language), match[0]);
    start = match.index + match[0].length;
  }
  parts.push(collapse(text.slice(start), language));
  return parts.join('');
}

function collapse(text: string, language: LanguageCode): string {
  if (!MAY_REPEAT.test(text)) return text;
  const marked = text
    .replace(LAUGHTER, '')
    .replace(SENTENCE_MARKS, '$1')
    .replace(PAUSE_MARKS, '$1')
    .replace(DOTS, (run) => (run.startsWith('.') ? '...' : '…'))
    .replace(MIXED_MARKS, (run) => [...new Set(run.replace(/\s/gu, ''))].join(''))
    .replace(ORNAMENT, ' ')
    .replace(DRAWN, ' ')
    .replace(SIGNS, '$1');
  if (!MAY_DRAW_OUT.test(marked)) return marked;
  return marked.replace(WORD, (letters, offset: number, whole: string) =>
    whole[offset - 1] === '#' && COLOUR.test(letters) ? letters : collapseLetters(letters, language),
  );
}

const CHINESE_NUMERAL = /[〇零一二三四五六七八九十百千万]/u;
/** Also as an ordinal: `XVIIIe`, `IIIº`. */
const ROMAN_NUMERAL =
  /^(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,4})(?:es?|ère?|er|re|[èe]mes?|th|st|nd|rd|[ºªao]|го|м|й)?$/u;
/** Letters of a name rather than of a drawn-out word: `AAAA`, `aaa batteries`, `XXXL`, `COBADEFFXXX`. */
const ACRONYM = /^(?:[A-Z]{5,}XXX|(\p{Lu})\1{2,3}|([a-z])\2{2}|X{3,4}[LS])$/u;
/** `длинношеее`: the end of an adjective. */
const LONG_NECKED = /ошеее$/iu;
const COLOUR = /^(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/iu;

function collapseLetters(letters: string, language: LanguageCode): string {
  if (/\p{N}/u.test(letters) || ROMAN_NUMERAL.test(letters) || ACRONYM.test(letters)) return letters;
  return letters.replace(LETTER_RUN, (run: string, letter: string, offset: number) => {
    if (CHINESE_NUMERAL.test(letter)) return run;
    const isCompound =
      (language === 'de' || language === 'ru') &&
      run.length === 3 &&
      offset > 0 &&
      (offset + run.length < letters.length || LONG_NECKED.test(letters));
    return isCompound ? run : run.slice(0, letter.length * 2);
  });
}
