import { LANGUAGE_NAMES, type Language, type LanguageCode } from '@ownvoice/shared/contract';

/** The name of a new voice in one form of Unicode, with half-width and full-width letters as ordinary ones. */
export const nameOf = (text: string): string => text.normalize('NFKC');

/** The language of a voice as it is kept. */
export const keptLanguage = (language: LanguageCode | undefined): Language | 'auto' =>
  language === undefined ? 'auto' : LANGUAGE_NAMES[language];
