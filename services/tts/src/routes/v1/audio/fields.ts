import {
  DEFAULT_VOICE,
  type LanguageCode,
  type Pronunciation as PronunciationField,
  type SpeechRequest,
  type Voice,
} from '@ownvoice/shared/contract';
import type { Pronunciation } from '../../../text/index.js';
import { parseLanguage } from '../../../text/languages.js';
import { findVoice } from '../../../voices/voices.js';

// What the schemas have checked, in the terms of the synthesizer.

/** @returns undefined for `auto` */
export function languageOf(field: string | null | undefined): LanguageCode | undefined {
  const choice = parseLanguage(field ?? 'auto');
  if (choice.kind === 'unknown') throw new Error(`The schema let the language ${field} pass.`);
  return choice.kind === 'language' ? choice.language : undefined;
}

/** The voice of a name, or of an object with its id. */
export function voiceOf(field: SpeechRequest['voice']): Voice {
  const name = typeof field === 'string' ? field : (field?.id ?? DEFAULT_VOICE);
  const voice = findVoice(name);
  if (!voice) throw new Error(`The schema let the voice ${name} pass.`);
  return voice;
}

/** @returns undefined for none of the request's own: those of the server apply; with an empty list they do not */
export function pronunciationsOf(field: readonly PronunciationField[] | null | undefined): Pronunciation[] | undefined {
  return field?.map(({ text, say, language }) => ({ text, say, language: languageOf(language) }));
}
