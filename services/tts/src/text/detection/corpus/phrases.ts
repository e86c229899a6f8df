import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { ENGLISH, FRENCH, GERMAN } from './english-french-german.js';
import { CHINESE, JAPANESE, KOREAN, RUSSIAN } from './other-scripts.js';
import { ITALIAN, PORTUGUESE, SPANISH } from './southern.js';

const lines = (list: string): readonly string[] =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Everyday phrases of three to eight words, 50 in each language, with names and loan words among them. */
export const PHRASES: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: lines(ENGLISH),
  fr: lines(FRENCH),
  de: lines(GERMAN),
  es: lines(SPANISH),
  it: lines(ITALIAN),
  pt: lines(PORTUGUESE),
  ru: lines(RUSSIAN),
  zh: lines(CHINESE),
  ja: lines(JAPANESE),
  ko: lines(KOREAN),
};
