/** The ten languages that are spoken, as ISO 639-1 codes. */
export type Language = 'en' | 'zh' | 'ja' | 'ko' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'ru';

const englishNames: Readonly<Record<Language, string>> = {
  en: 'English',
  zh: 'Chinese',
  ja: 'Japanese',
  ko: 'Korean',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  ru: 'Russian',
};

export const languages = Object.keys(englishNames) as readonly Language[];

/** What a client's `language` field asks for. `unknown` carries what may be asked for, for the refusal. */
export type LanguageChoice =
  | { readonly kind: 'auto' }
  | { readonly kind: 'language'; readonly language: Language }
  | { readonly kind: 'unknown'; readonly known: readonly string[] };

const codeByName = new Map<string, Language>(
  languages.flatMap((code) => [
    [code, code],
    [englishNames[code].toLowerCase(), code],
  ]),
);

/**
 * Reads a language as clients write it: one of the ten English names or its ISO 639-1 code in any case, or `auto`.
 * Absent and blank mean `auto`.
 */
export function parseLanguage(value: string | undefined): LanguageChoice {
  const wanted = value?.trim().toLowerCase() ?? '';
  if (wanted === '' || wanted === 'auto') return { kind: 'auto' };
  const language = codeByName.get(wanted);
  if (language) return { kind: 'language', language };
  return { kind: 'unknown', known: ['auto', ...languages.flatMap((code) => [englishNames[code], code])] };
}

/** The English name of a language, as the voices and the speech model write it. */
export function languageName(language: Language): string {
  return englishNames[language];
}
