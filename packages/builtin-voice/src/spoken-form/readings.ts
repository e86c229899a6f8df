import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { chinese } from './languages/chinese.js';
import { english } from './languages/english.js';
import { french } from './languages/french.js';
import { german } from './languages/german.js';
import { italian } from './languages/italian.js';
import { japanese } from './languages/japanese.js';
import { korean } from './languages/korean.js';
import { portuguese } from './languages/portuguese.js';
import { russian } from './languages/russian.js';
import { spanish } from './languages/spanish.js';
import type { Reading } from './reading.js';

/** How each language says what is written in figures and signs. */
export const READINGS: Readonly<Record<LanguageCode, Reading>> = {
  en: english,
  zh: chinese,
  ja: japanese,
  ko: korean,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  ru: russian,
};
