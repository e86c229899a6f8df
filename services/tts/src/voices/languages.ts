import { LANGUAGE_CODES, LANGUAGES, type Language } from '@ownvoice/shared/contract';

/** ISO 639-1 code of one of the ten languages. */
export type LanguageCode = (typeof LANGUAGE_CODES)[Language];

const names = new Map<LanguageCode, Language>(LANGUAGES.map((name) => [LANGUAGE_CODES[name], name]));

/** The English name of a language, as answers, headers and engines write it. */
export function nameOfLanguage(code: LanguageCode): Language {
  const name = names.get(code);
  if (!name) throw new RangeError(`There is no language ${code}.`);
  return name;
}
