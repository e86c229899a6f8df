import type { LANGUAGE_CODES, Language } from '@ownvoice/shared/contract';

/** ISO 639-1 code of one of the ten languages. */
export type LanguageCode = (typeof LANGUAGE_CODES)[Language];

interface FormantLanguage {
  readonly code: LanguageCode;
  /** The synthesizer's own name of the language. */
  readonly formant: string;
}

const FORMANT_LANGUAGES: Readonly<Record<Language, FormantLanguage>> = {
  English: { code: 'en', formant: 'en-us' },
  Chinese: { code: 'zh', formant: 'cmn' },
  Japanese: { code: 'ja', formant: 'ja' },
  Korean: { code: 'ko', formant: 'ko' },
  German: { code: 'de', formant: 'de' },
  French: { code: 'fr', formant: 'fr' },
  Spanish: { code: 'es', formant: 'es' },
  Italian: { code: 'it', formant: 'it' },
  Portuguese: { code: 'pt', formant: 'pt-br' },
  Russian: { code: 'ru', formant: 'ru' },
};

/** ISO 639-1 code of a language. */
export function languageCode(language: Language): LanguageCode {
  return FORMANT_LANGUAGES[language].code;
}

/** The synthesizer's own name of a language. */
export function formantLanguage(language: Language): string {
  return FORMANT_LANGUAGES[language].formant;
}
