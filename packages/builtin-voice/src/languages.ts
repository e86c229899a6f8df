import type { Language } from '@ownvoice/shared/contract/languages';

/** The synthesizer's own name of each language. */
export const FORMANT_LANGUAGES: Readonly<Record<Language, string>> = {
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
