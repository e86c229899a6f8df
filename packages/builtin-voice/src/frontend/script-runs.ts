import type { Language } from '@ownvoice/shared/contract/languages';

/** A part of a text in one script. */
export interface ScriptRun {
  readonly text: string;
  /** The synthesizer's name of the language that reads it. */
  readonly language: string;
}

/** The synthesizer's own name of each language. */
const FORMANT_LANGUAGES: Readonly<Record<Language, string>> = {
  English: 'en-us',
  Chinese: 'cmn',
  Japanese: 'ja',
  Korean: 'ko',
  German: 'de',
  French: 'fr',
  Spanish: 'es',
  Italian: 'it',
  Portuguese: 'pt-br',
  Russian: 'ru',
};
/** Scripts that other languages spell letter by letter ("Chinese letter, Chinese letter"), each with a language of it. */
const SCRIPTS: readonly (readonly [letters: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, 'ja'],
  [/\p{Script=Han}/u, 'cmn'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Ethiopic}/u, 'am'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Myanmar}/u, 'my'],
];
const LATIN = /\p{Script=Latin}/u;
/** `NHK`, `A`: Japanese has names for the letters. */
const INITIALS = /^[^\p{L}]*[A-Z]{1,6}[^\p{L}]*$/u;
/** A text that changes its script with every letter is no mixture of languages; one language reads all of it. */
const MAX_RUNS = 24;

/**
 * Splits a text where its script changes to one that its language does not write. Punctuation and spaces stay with what
 * is before them; nothing is lost.
 *
 * @param text one chunk
 * @param language of the text as a whole
 */
export function scriptRuns(text: string, language: Language): ScriptRun[] {
  const main = FORMANT_LANGUAGES[language];
  const runs: { text: string; language: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const reader = languageOf(character, main) ?? last?.language ?? main;
    if (last?.language === reader) last.text += character;
    else runs.push({ text: character, language: reader });
  }
  const merged = merge(runs, main);
  return merged.length > MAX_RUNS ? [{ text, language: main }] : merged;
}

/** The language that reads a letter; undefined for what is no letter and for scripts without a language. */
function languageOf(character: string, main: string): string | undefined {
  if (!/\p{L}/u.test(character)) return undefined;
  const language = SCRIPTS.find(([letters]) => letters.test(character))?.[1];
  if (language === 'cmn' && main === 'ja') return main;
  if (language !== undefined) return language;
  if (LATIN.test(character)) return main === 'ja' ? 'en-us' : main;
  return undefined;
}

/** Kanji between kana are Japanese, and so are initials in a Japanese text; neighbours in one language become one run. */
function merge(runs: readonly ScriptRun[], main: string): ScriptRun[] {
  const merged: { text: string; language: string }[] = [];
  for (const [index, run] of runs.entries()) {
    const last = merged.at(-1);
    const neighbours = [last?.language, runs[index + 1]?.language];
    let { language } = run;
    if (language === 'cmn' && neighbours.includes('ja')) language = 'ja';
    if (main === 'ja' && language === 'en-us' && INITIALS.test(run.text)) language = 'ja';
    if (last?.language === language) last.text += run.text;
    else merged.push({ text: run.text, language });
  }
  return merged;
}
