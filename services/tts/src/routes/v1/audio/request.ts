import { ApiError, validationDetails } from '@ownvoice/shared';
import {
  type BrokenRule,
  DEFAULT_VOICE,
  LANGUAGE_CODES,
  type LanguageCode,
  MAX_CHUNK_CHARACTERS,
  type SpeechRequest as SpeechRequestBody,
} from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../storage.js';
import { DEFAULT_VOICE_LANGUAGE, type SpeechRequest, type TextRequest } from '../../../synthesis/speech-request.js';
import { withoutControls } from '../../../text/index.js';
import { parseLanguage } from '../../../text/languages.js';
import { voiceNames } from '../../../text/voice-tags.js';
import type { StoredVoice } from '../../../voice-library/stored-voice.js';
import type { VoiceLibrary } from '../../../voice-library/voice-library.js';
import { namesOf } from '../../../voices/voices.js';

// What the schemas have checked, in the terms of the synthesizer.

/** @returns undefined for `auto` */
export function languageOf(field: string | null | undefined): LanguageCode | undefined {
  const choice = parseLanguage(field ?? 'auto');
  if (choice.kind === 'unknown') throw new Error(`The schema let the language ${field} pass.`);
  return choice.kind === 'language' ? choice.language : undefined;
}

/** What a request says about the manner. Of a body that broke a rule anything may be here. */
export const instructionOf = ({ instruct, instructions }: { instruct?: unknown; instructions?: unknown }): string =>
  withoutControls(String(instruct || instructions || ''));

type TextFields = Pick<SpeechRequestBody, 'input'> & Partial<Omit<SpeechRequestBody, 'voice'>>;

/**
 * The fields that all requests with a text have.
 *
 * @param normalizes the server's default
 * @throws ApiError 400 for a text that is too long to be spoken as it is
 */
export function textOf(
  { input, language, speed, seed, pronunciations, normalize, preprocess, ...more }: TextFields,
  normalizes: boolean,
): Omit<TextRequest, 'voiceLanguage'> & Pick<SpeechRequest, 'speed' | 'format' | 'instruct'> {
  const asItIs = preprocess === false;
  if (asItIs && [...input].length > MAX_CHUNK_CHARACTERS)
    throw ApiError.invalid([{ field: 'input', code: 'too_long', parameters: { limit: MAX_CHUNK_CHARACTERS } }]);
  return {
    input,
    language: languageOf(language),
    speed: speed ?? 1,
    seed: seed ?? undefined,
    pronunciations: pronunciations?.map(({ text, say, language: of }) => ({ text, say, language: languageOf(of) })),
    normalize: normalize ?? normalizes,
    asItIs,
    instruct: instructionOf(more),
    ...(more.response_format?.toLowerCase() === 'pcm' && { format: 'pcm' as const }),
  };
}

const languageOfVoice = ({ language }: Pick<StoredVoice, 'language'>): LanguageCode =>
  language === 'auto' ? DEFAULT_VOICE_LANGUAGE : LANGUAGE_CODES[language];

export type RequestedVoice = Pick<SpeechRequest, 'voice' | 'name' | 'voiceLanguage'>;

/** A voice of the library in the terms of the synthesizer. */
export const libraryVoiceOf = (stored: StoredVoice, library: VoiceLibrary): RequestedVoice => ({
  voice: {
    kind: 'library',
    id: stored.id,
    referenceFor: (model) => library.reference(stored, model),
    isKept: async () => library.isKept(stored),
    keep: async (encoding, { variant }) => {
      if (variant !== null) await library.keep(stored, encoding, variant);
    },
  },
  name: stored.name,
  voiceLanguage: languageOfVoice(stored),
});

/** An error message names no more voices of the library than this. */
const MAX_NAMED = 20;

/** The end of an error message that lists the voices of the library. */
export async function libraryNames(library: VoiceLibrary, caller: Caller): Promise<string> {
  const names = (await library.all(caller)).map(({ name }) => name);
  const rest = names.length - MAX_NAMED;
  if (names.length === 0) return 'the voice library, which is empty';
  return `the voice library: ${names.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The voices that a caller may name: those of the model and, unless it is nobody, of the library. */
export interface Voices extends Pick<FastifyRequest['server'], 'voiceLibrary' | 'engines'> {
  readonly caller: Caller | undefined;
}

export const voicesFor = (request: FastifyRequest): Voices => {
  const { voiceLibrary, engines } = request.server;
  return { voiceLibrary, engines, caller: request.server.callerOf(request) };
};

/** The voice of a name: one of the model or of the library; undefined when there is none. */
export async function namedVoice(
  { voiceLibrary, engines, caller }: Voices,
  name: string,
  instruct: string,
): Promise<RequestedVoice | undefined> {
  const voice = engines.findVoice(name);
  if (voice)
    return {
      voice: { kind: 'speech', id: voice.id, instruct },
      name: voice.name,
      voiceLanguage: languageOfVoice(voice),
    };
  const stored = caller && (await voiceLibrary?.find(name, caller));
  return stored && voiceLibrary && libraryVoiceOf(stored, voiceLibrary);
}

/** The name in a field that names a voice; what the schema rejects in it is no name. */
export const voiceNameOf = (field: unknown, { engines }: Pick<Voices, 'engines'>): unknown =>
  (field !== null && typeof field === 'object' && 'id' in field ? field.id : field) ??
  engines.voices[0]?.id ??
  DEFAULT_VOICE;

async function knownVoices({ voiceLibrary, engines, caller }: Voices): Promise<string> {
  const library = voiceLibrary && caller ? `, or of ${await libraryNames(voiceLibrary, caller)}` : '';
  return `${namesOf(engines.voices)}${library}`;
}

export const unknownVoice = async (voices: Voices, field: string): Promise<BrokenRule> => ({
  field,
  code: 'not_one_of',
  parameters: { values: await knownVoices(voices) },
});

/** As many messages as a response has; a text may have thousands of names. */
const MAX_UNKNOWN = 100;

/** The voices of the tags in a text. @returns broken rules where nobody has one of them */
export async function taggedVoices(
  known: Voices,
  input: string,
  instruct: string,
  field: string,
): Promise<Map<string, RequestedVoice> | BrokenRule[]> {
  const voices = new Map<string, RequestedVoice>();
  const unknown: string[] = [];
  for (const name of voiceNames(input)) {
    const voice = await namedVoice(known, name, instruct);
    if (voice) voices.set(name, voice);
    else unknown.push(name);
  }
  if (unknown.length === 0) return voices;
  const values = await knownVoices(known);
  const broken = (name: string) => ({ field, code: 'unknown_tagged_voice', parameters: { name, values } }) as const;
  return unknown.slice(0, MAX_UNKNOWN).map(broken);
}

/**
 * The voice of a name, or of an object with its id, and those of the voice tags in the text. The schema lets every name pass,
 * and what else it rejects is rejected here.
 *
 * @throws ApiError 400 with a message for each broken rule
 */
export async function voiceOf(
  request: FastifyRequest,
  instruct: string,
): Promise<RequestedVoice & Pick<SpeechRequest, 'voices'>> {
  const { body, validationError } = request;
  const known = voicesFor(request);
  const broken: BrokenRule[] = validationError
    ? validationDetails(validationError.validation, validationError.validationContext)
    : [];
  // Nothing is known of a body that broke a rule.
  const { voice: field, input, preprocess } = (body ?? {}) as Partial<SpeechRequestBody>;
  const name = voiceNameOf(field, known);
  const voice = typeof name === 'string' ? await namedVoice(known, name, instruct) : undefined;
  const isNameless = typeof name !== 'string' || broken.some((rule) => rule.field.startsWith('voice'));
  if (!voice && !isNameless) broken.push(await unknownVoice(known, typeof field === 'string' ? 'voice' : 'voice.id'));
  const hasTags = typeof input === 'string' && preprocess !== false && !broken.some((rule) => rule.field === 'input');
  const voices = hasTags ? await taggedVoices(known, input, instruct, 'input') : new Map();
  if (Array.isArray(voices)) broken.push(...voices);
  if (Array.isArray(voices) || broken.length > 0) throw ApiError.invalid(broken);
  if (!voice) throw new Error(`The schema let the voice ${name} pass.`);
  return { ...voice, voices };
}
