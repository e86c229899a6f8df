import { ApiError, validationDetails } from '@ownvoice/shared';
import {
  DEFAULT_VOICE,
  LANGUAGE_CODES,
  type LanguageCode,
  type Pronunciation as PronunciationField,
  type SpeechRequest,
} from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { SpeechRequest as ParsedRequest } from '../../../synthesis/speech-request.js';
import type { Pronunciation } from '../../../text/index.js';
import { parseLanguage } from '../../../text/languages.js';
import { findVoice } from '../../../voices/voices.js';
import { libraryVoiceOf, unknownVoice } from './library-voice.js';

// What the schemas have checked, in the terms of the synthesizer.

/** @returns undefined for `auto` */
export function languageOf(field: string | null | undefined): LanguageCode | undefined {
  const choice = parseLanguage(field ?? 'auto');
  if (choice.kind === 'unknown') throw new Error(`The schema let the language ${field} pass.`);
  return choice.kind === 'language' ? choice.language : undefined;
}

/** What the body of a request says of its voice, before anything is known of the body. */
function voiceField(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('voice' in body)) return undefined;
  const { voice } = body;
  return typeof voice === 'object' && voice !== null && 'id' in voice ? voice.id : voice;
}

const fieldOf = (body: unknown) => (typeof (body as SpeechRequest).voice === 'string' ? 'voice' : 'voice.id');

/**
 * The voice of a name, or of an object with its id: a pre-built one or one of the library. With a library the schema lets
 * every name pass, and what else it refuses is refused here.
 *
 * @throws ApiError 400 with a sentence for each broken rule
 */
export async function voiceOf(
  { body, server, validationError }: FastifyRequest,
  instruct: string | null | undefined,
): Promise<Pick<ParsedRequest, 'voice' | 'voiceLanguage'>> {
  const broken = validationError
    ? validationDetails(validationError.validation, validationError.validationContext)
    : [];
  const name = voiceField(body) ?? DEFAULT_VOICE;
  const { voiceLibrary } = server;
  const voice = typeof name === 'string' ? findVoice(name) : undefined;
  const stored = typeof name === 'string' && !voice ? await voiceLibrary?.find(name) : undefined;
  if (typeof name === 'string' && !voice && !stored && voiceLibrary && !broken.some((rule) => rule.startsWith('voice')))
    broken.push(await unknownVoice(fieldOf(body), voiceLibrary));
  if (broken.length > 0) throw ApiError.invalid(broken);
  if (voice)
    return {
      voice: { kind: 'speech', id: voice.id, instruct: instruct ?? '' },
      voiceLanguage: LANGUAGE_CODES[voice.language],
    };
  if (!stored || !voiceLibrary) throw new Error(`The schema let the voice ${name} pass.`);
  return libraryVoiceOf(stored, voiceLibrary);
}

/** @returns undefined for none of the request's own: those of the server apply; with an empty list they do not */
export function pronunciationsOf(field: readonly PronunciationField[] | null | undefined): Pronunciation[] | undefined {
  return field?.map(({ text, say, language }) => ({ text, say, language: languageOf(language) }));
}
