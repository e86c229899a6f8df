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
import { DEFAULT_VOICE_LANGUAGE, type SpeechRequest, type TextRequest } from '../../../synthesis/speech-request.js';
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

type TextFields = Pick<
  SpeechRequestBody,
  'input' | 'language' | 'speed' | 'seed' | 'pronunciations' | 'normalize' | 'preprocess' | 'response_format'
>;

/**
 * The fields that all requests with a text have.
 *
 * @param normalizes the server's default
 * @throws ApiError 400 for a text that is too long to be spoken as it is
 */
export function textOf(
  { input, language, speed, seed, pronunciations, normalize, preprocess, response_format: format }: TextFields,
  normalizes: boolean,
): Omit<TextRequest, 'voiceLanguage'> & Pick<SpeechRequest, 'speed' | 'format'> {
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
    ...(format?.toLowerCase() === 'pcm' && { format: 'pcm' as const }),
  };
}

const languageOfVoice = ({ language }: Pick<StoredVoice, 'language'>): LanguageCode =>
  language === 'auto' ? DEFAULT_VOICE_LANGUAGE : LANGUAGE_CODES[language];

export type RequestedVoice = Pick<SpeechRequest, 'voice' | 'name' | 'voiceLanguage'>;

/** A voice of the library in the terms of the synthesizer. */
export const libraryVoiceOf = (stored: StoredVoice, library: VoiceLibrary, instruct = ''): RequestedVoice => ({
  voice: {
    kind: 'library',
    id: stored.id,
    instruct,
    referenceFor: (model) => library.reference(stored, model),
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
export async function libraryNames(library: VoiceLibrary): Promise<string> {
  const names = (await library.all()).map(({ name }) => name);
  const rest = names.length - MAX_NAMED;
  if (names.length === 0) return 'which is empty';
  return `${names.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

type Voices = Pick<FastifyRequest['server'], 'voiceLibrary' | 'engines'>;

/** The voice of a name: one of the model or of the library; undefined when there is none. */
export async function namedVoice(
  { voiceLibrary, engines }: Voices,
  name: string,
  instruct: string | null | undefined,
): Promise<RequestedVoice | undefined> {
  const voice = engines.findVoice(name);
  if (voice)
    return {
      voice: { kind: 'speech', id: voice.id, instruct: instruct ?? '' },
      name: voice.name,
      voiceLanguage: languageOfVoice(voice),
    };
  const stored = await voiceLibrary?.find(name);
  return stored && voiceLibrary && libraryVoiceOf(stored, voiceLibrary, instruct ?? '');
}

/** The name in a field that names a voice; what the schema rejects in it is no name. */
export const voiceNameOf = (field: unknown, { engines }: Voices): unknown =>
  (field !== null && typeof field === 'object' && 'id' in field ? field.id : field) ??
  engines.voices[0]?.id ??
  DEFAULT_VOICE;

/** The rule that a name breaks which no voice has. @param tagged the name, where a tag in the text has it */
export async function unknownVoice(
  { voiceLibrary, engines }: Voices,
  field: string,
  tagged?: string,
): Promise<BrokenRule> {
  const library = voiceLibrary ? `, or of the voice library: ${await libraryNames(voiceLibrary)}` : '';
  const values = `${namesOf(engines.voices)}${library}`;
  return tagged === undefined
    ? { field, code: 'not_one_of', parameters: { values } }
    : { field, code: 'unknown_tagged_voice', parameters: { name: tagged, values } };
}

/** The voices of the tags in a text; undefined for those that nobody has. */
export async function taggedVoices(
  server: Voices,
  input: string,
  instruct: string | null | undefined,
): Promise<Map<string, RequestedVoice | undefined>> {
  const voices = new Map<string, RequestedVoice | undefined>();
  for (const name of voiceNames(input)) voices.set(name, await namedVoice(server, name, instruct));
  return voices;
}

export const allKnown = (
  voices: ReadonlyMap<string, RequestedVoice | undefined>,
): voices is Map<string, RequestedVoice> => [...voices.values()].every(Boolean);

/** As many messages as a response has; a text may have thousands of names. */
const MAX_UNKNOWN = 100;

/** The names without a voice, as broken rules. */
export async function unknownTags(
  server: Voices,
  voices: ReadonlyMap<string, RequestedVoice | undefined>,
  field: string,
): Promise<BrokenRule[]> {
  const unknown = [...voices].flatMap(([name, voice]) => (voice ? [] : name));
  if (unknown.length === 0) return [];
  const { code, parameters } = await unknownVoice(server, field, '');
  return unknown.slice(0, MAX_UNKNOWN).map((name) => ({ field, code, parameters: { ...parameters, name } }));
}

/**
 * The voice of a name, or of an object with its id, and those of the voice tags in the text. The schema lets every name pass,
 * and what else it rejects is rejected here.
 *
 * @throws ApiError 400 with a message for each broken rule
 */
export async function voiceOf(
  { body, server, validationError }: FastifyRequest,
  instruct: string | null | undefined,
): Promise<RequestedVoice & Pick<SpeechRequest, 'voices'>> {
  const broken: BrokenRule[] = validationError
    ? validationDetails(validationError.validation, validationError.validationContext)
    : [];
  // Nothing is known of a body that broke a rule.
  const { voice: field, input, preprocess } = (body ?? {}) as Partial<SpeechRequestBody>;
  const name = voiceNameOf(field, server);
  const voice = typeof name === 'string' ? await namedVoice(server, name, instruct) : undefined;
  const isNameless = typeof name !== 'string' || broken.some((rule) => rule.field.startsWith('voice'));
  if (!voice && !isNameless) broken.push(await unknownVoice(server, typeof field === 'string' ? 'voice' : 'voice.id'));
  const hasTags = typeof input === 'string' && preprocess !== false && !broken.some((rule) => rule.field === 'input');
  const voices = hasTags ? await taggedVoices(server, input, instruct) : new Map();
  broken.push(...(await unknownTags(server, voices, 'input')));
  if (broken.length > 0) throw ApiError.invalid(broken);
  if (!voice) throw new Error(`The schema let the voice ${name} pass.`);
  return { ...voice, voices };
}
