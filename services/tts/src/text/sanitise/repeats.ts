import type { Language } from '../languages.js';

/** Every character of an address counts. */
const address =
  /(?:https?:\/\/|www\.)[^\s<>（）「」。、，！？\p{Lo}]{0,2000}[\p{L}\p{N}/]|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/giu;

const sentenceMarks = /([!?！？])(?:\s?\1)+/gu;
const pauseMarks = /([,;，；、。])\1+/gu;
const dots = /\.{4,}|…{3,}/gu;
const mixedMarks = /[!?！？](?:\s?[!?！？])+/gu;
/** Between white space a row of marks is an ornament, except the dash. */
const ornament = /(?<=^|\s)(?![-—–]+(?:\s|$)|\+\/-)[*_~#=|^`+<>\\/•·-]{3,}(?=\s|$)/gmu;
/** No one says these, least of all when there are many. */
const drawn = /([*_~#|^`•·])\1{2,}/gu;
const signs = /([～〜ー—–=+<>/\\&%$@"':-])\1{2,}/gu;

const word = /[\p{L}\p{M}\p{N}_]+/gu;
const letterRun = /(\p{L}\p{M}{0,3})\1{2,}/giu;
const laughter = /(?<=[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}。！？!?])[wｗ]{2,}(?![\p{L}\p{N}])/giu;

/**
 * Collapses runs of one character: marks to one, letters to two. What is not a run stays: digits, addresses, Chinese
 * numerals, Roman numerals, acronyms, and the threefold letters of German and Russian compounds.
 */
export function collapseRepeats(text: string, language: Language): string {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(address)) {
    parts.push(collapse(text.slice(start, match.index), language), match[0]);
    start = match.index + match[0].length;
  }
  parts.push(collapse(text.slice(start), language));
  return parts.join('');
}

function collapse(text: string, language: Language): string {
  return text
    .replace(laughter, '')
    .replace(sentenceMarks, '$1')
    .replace(pauseMarks, '$1')
    .replace(dots, (run) => (run.startsWith('.') ? '...' : '…'))
    .replace(mixedMarks, (run) => [...new Set(run.replace(/\s/gu, ''))].join(''))
    .replace(ornament, ' ')
    .replace(drawn, ' ')
    .replace(signs, '$1')
    .replace(word, (letters) => collapseLetters(letters, language));
}

const chineseNumeral = /[〇零一二三四五六七八九十百千万]/u;
const romanNumeral = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,4})$/u;
const acronym = /^(?:(\p{Lu})\1{2,3}|www|X{3,4}[LS])$/u;

function collapseLetters(letters: string, language: Language): string {
  if (/\p{N}/u.test(letters) || romanNumeral.test(letters) || acronym.test(letters)) return letters;
  return letters.replace(letterRun, (run: string, letter: string, offset: number) => {
    if (chineseNumeral.test(letter)) return run;
    const isCompound =
      (language === 'de' || language === 'ru') &&
      run.length === 3 &&
      offset > 0 &&
      offset + run.length < letters.length;
    return isCompound ? run : run.slice(0, letter.length * 2);
  });
}
