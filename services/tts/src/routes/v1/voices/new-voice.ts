import { ApiError } from '@ownvoice/shared';
import {
  brokenRules,
  LANGUAGE_NAMES,
  type Language,
  type LanguageCode,
  VOICE_NAME_RULES,
} from '@ownvoice/shared/contract';
import { findVoice } from '../../../voices/voices.js';

/** The name of a new voice in one form of Unicode, with half-width and full-width letters as ordinary ones. */
export const nameOf = (text: string): string => text.normalize('NFKC');

/**
 * Checks what the schema cannot.
 *
 * @throws ApiError 400
 */
export function expectFreeName(name: string): void {
  const broken = brokenRules('name', name, VOICE_NAME_RULES);
  if (broken.length > 0) throw ApiError.invalid(broken);
  const voice = findVoice(name);
  if (voice)
    throw ApiError.invalid([`name must not be that of the pre-built voice ${voice.name} or one of its aliases.`]);
}

/** The language of a voice as it is kept. */
export const keptLanguage = (language: LanguageCode | undefined): Language | 'auto' =>
  language === undefined ? 'auto' : LANGUAGE_NAMES[language];
