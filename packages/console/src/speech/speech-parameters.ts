import type { Pronunciation, SpeechHealth, SpeechRequest, VoiceDesignRequest } from '@ownvoice/shared/contract';
import {
  followsInstructions,
  MODEL_VARIANTS,
  type ModelKind,
  type ModelVariant,
  VARIANT_NAMES,
} from '@ownvoice/shared/contract/models';
import { MAX_INPUT_CHARACTERS, MAX_INSTRUCTION_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { SPEECH_PATTERNS } from '@ownvoice/shared/contract/speech-patterns';
import type { Message } from '../language/language-provider.js';
import type { SpeechText } from './text.js';

/** The selected voice: a preset, a description, or a clone of reference audio. */
export type VoiceSelection =
  | { kind: 'preset'; voice: string; instruct: string }
  | { kind: 'design'; description: string }
  | { kind: 'clone'; reference: Reference | undefined; transcript: string };

export type VoiceKind = VoiceSelection['kind'];

export interface Reference {
  audio: Blob;
  name: string;
}

/** The parameters of one request for speech. */
export interface SpeechParameters {
  input: string;
  /** A language of the contract, or '' to detect it. */
  language: string;
  speed: number;
  /** An integer, or undefined for a random seed. */
  seed: number | undefined;
  /** Absent from clips of earlier versions of the page. */
  pronunciations?: readonly Pronunciation[];
  voice: VoiceSelection;
}

const ROUTES: Readonly<Record<VoiceKind, string>> = {
  preset: '/v1/audio/speech',
  design: '/v1/audio/voice-design',
  clone: '/v1/audio/voice-clone',
};

/** The kind of voice that each kind of model generates. */
const VOICE_KINDS: Readonly<Record<ModelKind, VoiceKind>> = {
  custom_voice: 'preset',
  voice_design: 'design',
  base: 'clone',
};

export const routeOf = ({ kind }: VoiceSelection): string => ROUTES[kind];

/** The models that generate a kind of voice. */
export const variantsFor = (kind: VoiceKind): ModelVariant[] =>
  VARIANT_NAMES.filter((variant) => VOICE_KINDS[MODEL_VARIANTS[variant].kind] === kind);

/** Whether the model speaks now, or once it is loaded again. */
export const hasModel = ({ model_loaded, asleep }: SpeechHealth): boolean => model_loaded || asleep === true;

/** Whether a model generates a kind of voice. */
export const speaksAs = (kind: VoiceKind, health: SpeechHealth): boolean =>
  hasModel(health) && variantsFor(kind).includes(health.variant);

/** States in which the model serves a request, now or after a wait. */
const SERVING: readonly string[] = [
  'ready',
  'asleep',
  'loading',
  'restarting',
] satisfies SpeechHealth['model']['state'][];

/** Whether a request for a kind of voice would be served, perhaps once the model is loaded. */
export const canSpeak = (kind: VoiceKind, { engine, model, variant }: SpeechHealth): boolean =>
  (kind === 'preset' && engine === 'builtin') || (SERVING.includes(model.state) && variantsFor(kind).includes(variant));

/** The kind of voice that a model generates. */
export const kindOf = (variant: ModelVariant): VoiceKind => VOICE_KINDS[MODEL_VARIANTS[variant].kind];

/** Whether a model speaks that takes no style. */
export const ignoresStyle = (health: SpeechHealth): boolean => hasModel(health) && !followsInstructions(health.variant);

/** The optional fields that differ from their defaults; the others are omitted to keep the code samples short. */
function optionalFields({ language, speed, seed }: SpeechParameters) {
  return {
    ...(language === '' ? {} : { language }),
    ...(speed === 1 ? {} : { speed }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/** The JSON body for a preset or a designed voice. */
export function jsonBody(
  parameters: SpeechParameters,
  voice: Exclude<VoiceSelection, { kind: 'clone' }>,
): SpeechRequest | VoiceDesignRequest {
  const { input, pronunciations = [] } = parameters;
  const rest = {
    ...optionalFields(parameters),
    ...(pronunciations.length > 0 && { pronunciations: [...pronunciations] }),
  };
  if (voice.kind === 'design')
    return { model: 'engine-tts-voicedesign', input, voice_description: voice.description, ...rest };
  const instruct = voice.instruct === '' ? {} : { instruct: voice.instruct };
  return { model: 'engine-tts', input, voice: voice.voice, ...instruct, ...rest };
}

/** The text fields of the form for a cloned voice, in order. */
export function formFields(
  parameters: SpeechParameters,
  { transcript }: Extract<VoiceSelection, { kind: 'clone' }>,
): [string, string][] {
  const rest = Object.entries(optionalFields(parameters)).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const referenceText: [string, string][] = transcript === '' ? [] : [['reference_text', transcript]];
  return [['input', parameters.input], ...referenceText, ...rest];
}

/** The body of a request for one chunk of /v1/text/chunks: a JSON value, or a `FormData` with the reference audio. */
export function bodyOf(parameters: SpeechParameters): unknown {
  const { voice } = parameters;
  if (voice.kind !== 'clone') return { ...jsonBody(parameters, voice), preprocess: false };
  const form = new FormData();
  form.append('preprocess', 'false');
  for (const [name, value] of formFields(parameters, voice)) form.append(name, value);
  if (voice.reference !== undefined) form.append('reference_audio', voice.reference.audio, voice.reference.name);
  return form;
}

/** What a seed may be of a typed text: whole numbers of fifteen digits at most, which JavaScript keeps exactly. */
export const seedText = (typed: string): string => /^-?\d{0,15}/.exec(typed.replaceAll(/(?!^-)\D/g, ''))?.[0] ?? '';

const isLonger = (text: string, limit: number) => [...text].length > limit;

/** The message about the rule of the contract that a text breaks; undefined for one that may be sent. */
export function inputError(input: string): Message<SpeechText> | undefined {
  if (isLonger(input, MAX_INPUT_CHARACTERS))
    return ({ fieldErrors }) => fieldErrors.textTooLong({ limit: MAX_INPUT_CHARACTERS });
  if (!new RegExp(SPEECH_PATTERNS.speakable.pattern, 'u').test(input))
    return ({ fieldErrors }) => fieldErrors.textNothing;
  return undefined;
}

/** The same for a voice. */
export function voiceError(voice: VoiceSelection): Message<SpeechText> | undefined {
  const limit = MAX_INSTRUCTION_CHARACTERS;
  if (voice.kind === 'preset')
    return isLonger(voice.instruct, limit) ? ({ fieldErrors }) => fieldErrors.styleTooLong({ limit }) : undefined;
  if (voice.kind === 'design') {
    if (voice.description.trim() === '') return ({ fieldErrors }) => fieldErrors.descriptionMissing;
    const isTooLong = isLonger(voice.description, limit);
    return isTooLong ? ({ fieldErrors }) => fieldErrors.descriptionTooLong({ limit }) : undefined;
  }
  if (voice.reference === undefined) return ({ fieldErrors }) => fieldErrors.referenceMissing;
  return isLonger(voice.transcript, limit) ? ({ fieldErrors }) => fieldErrors.transcriptTooLong({ limit }) : undefined;
}
