import type { Language } from '@ownvoice/shared/contract';
import { FORMANT_LANGUAGES } from '../languages.js';

/** A part of a text in one script, and the synthesizer's name of the language that reads it. */
export interface ScriptRun {
  readonly text: string;
  readonly formant: string;
}

/** Letters that a language of another script cannot read: it would spell them, "Chinese letter, Chinese letter". */
const SCRIPTS: readonly (readonly [letters: RegExp, formant: string])[] = [
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
/** A text that changes its script with every letter is no mixture of languages; it is read by one. */
const MOST_RUNS = 24;

/**
 * Parts a text where its script changes to one that its language does not write, so that each part is read by a
 * language that does. Punctuation and spaces stay with what is before them; nothing is lost.
 *
 * @param text one chunk
 * @param language of the text as a whole
 */
export function scriptRuns(text: string, language: Language): ScriptRun[] {
  const home = FORMANT_LANGUAGES[language];
  const runs: { text: string; formant: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const formant = readerOf(character, home) ?? last?.formant ?? home;
    if (last?.formant === formant) last.text += character;
    else runs.push({ text: character, formant });
  }
  const merged = merge(runs, home);
  return merged.length > MOST_RUNS ? [{ text, formant: home }] : merged;
}

/** Who reads a letter; undefined for what is no letter and for scripts without a reader. */
function readerOf(character: string, home: string): string | undefined {
  if (!/\p{L}/u.test(character)) return undefined;
  const formant = SCRIPTS.find(([letters]) => letters.test(character))?.[1];
  if (formant === 'cmn' && home === 'ja') return home;
  if (formant !== undefined) return formant;
  if (LATIN.test(character)) return home === 'ja' ? 'en-us' : home;
  return undefined;
}

/** Kanji between kana are Japanese, initials in a Japanese text too; what then has one reader becomes one run. */
function merge(runs: readonly ScriptRun[], home: string): ScriptRun[] {
  const merged: { text: string; formant: string }[] = [];
  for (const [index, run] of runs.entries()) {
    const last = merged.at(-1);
    const neighbours = [last?.formant, runs[index + 1]?.formant];
    let { formant } = run;
    if (formant === 'cmn' && neighbours.includes('ja')) formant = 'ja';
    if (home === 'ja' && formant === 'en-us' && INITIALS.test(run.text)) formant = 'ja';
    if (last?.formant === formant) last.text += run.text;
    else merged.push({ text: run.text, formant });
  }
  return merged;
}
