/** The languages of the speech service by their English names, each with its ISO 639-1 code, in the order of lists. */
export const LANGUAGE_CODES = {
  English: 'en',
  Chinese: 'zh',
  Japanese: 'ja',
  Korean: 'ko',
  German: 'de',
  French: 'fr',
  Spanish: 'es',
  Italian: 'it',
  Portuguese: 'pt',
  Russian: 'ru',
} as const;

/** A language by its English name, as responses, headers and engines write it. */
export type Language = keyof typeof LANGUAGE_CODES;
/** A language by its ISO 639-1 code, as the text functions take it. */
export type LanguageCode = (typeof LANGUAGE_CODES)[Language];

export const LANGUAGES = Object.keys(LANGUAGE_CODES) as Language[];

/** The English name of each code. */
export const LANGUAGE_NAMES = Object.fromEntries(LANGUAGES.map((name) => [LANGUAGE_CODES[name], name])) as Readonly<
  Record<LanguageCode, Language>
>;
