import type { Language } from '@ownvoice/shared/contract';
import type { Language as LanguageCode } from '../../text/index.js';

interface FormantLanguage {
  /** ISO 639-1, as the text functions take it. */
  readonly code: LanguageCode;
  /** The synthesizer's own name of it. */
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

/**
 * A voice as the synthesizer names it: a language and the vocal tract that speaks it.
 *
 * @param variant for instance `f2`
 */
export function formantVoiceName(language: Language, variant: string): string {
  return `${FORMANT_LANGUAGES[language].formant}+${variant}`;
}
