import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { CHINESE } from './languages/chinese.js';
import { ENGLISH } from './languages/english.js';
import { FRENCH } from './languages/french.js';
import { GERMAN } from './languages/german.js';
import { ITALIAN } from './languages/italian.js';
import { JAPANESE } from './languages/japanese.js';
import { KOREAN } from './languages/korean.js';
import { PORTUGUESE } from './languages/portuguese.js';
import { RUSSIAN } from './languages/russian.js';
import { SPANISH } from './languages/spanish.js';
import type { Verbalizer } from './verbalizer.js';

/** The verbalizer of each language. */
export const VERBALIZERS: Readonly<Record<LanguageCode, Verbalizer>> = {
  en: ENGLISH,
  zh: CHINESE,
  ja: JAPANESE,
  ko: KOREAN,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  ru: RUSSIAN,
};
