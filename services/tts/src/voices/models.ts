import type { Model } from '@ownvoice/shared/contract';
import {
  MODEL_VARIANTS,
  type ModelKind,
  type ModelVariant,
  SPEECH_MODEL_ALIASES,
  SPEECH_MODELS,
  type SpeechModel,
  VARIANT_NAMES,
} from '@ownvoice/shared/contract/models';

/** The three kinds of requests, each with its own route and its own kind of model. */
export type SpeechKind = 'speech' | 'design' | 'clone';

/** The route of each kind of request, for error messages. */
export const ROUTES: Readonly<Record<SpeechKind, string>> = {
  speech: 'POST /v1/audio/speech',
  design: 'POST /v1/audio/voice-design',
  clone: 'POST /v1/audio/voice-clone',
};

const KINDS_OF_MODELS: Readonly<Record<SpeechModel, SpeechKind | 'any'>> = {
  'engine-tts': 'any',
  'engine-tts-customvoice': 'speech',
  'engine-tts-voicedesign': 'design',
  'engine-tts-clone': 'clone',
};

/** Whether a `model` field fits the route it was sent to. */
export type ModelChoice =
  | { readonly kind: 'fits' }
  | { readonly kind: 'other-route'; readonly route: string }
  | { readonly kind: 'unknown'; readonly known: readonly string[] };

const canonical = (id: string): SpeechModel | undefined => {
  if (SPEECH_MODEL_ALIASES.some((alias) => alias === id)) return 'engine-tts';
  return SPEECH_MODELS.find((model) => model === id);
};

/** Whether a model identifier belongs to a route. `engine-tts` and its aliases go with every one. */
export function chooseModel(id: string, wanted: SpeechKind): ModelChoice {
  const model = canonical(id);
  if (!model) return { kind: 'unknown', known: [...SPEECH_MODELS, ...SPEECH_MODEL_ALIASES] };
  const kind = KINDS_OF_MODELS[model];
  return kind === 'any' || kind === wanted ? { kind: 'fits' } : { kind: 'other-route', route: ROUTES[kind] };
}

const KINDS_OF_CHECKPOINTS: Readonly<Record<ModelKind, SpeechKind>> = {
  custom_voice: 'speech',
  voice_design: 'design',
  base: 'clone',
};

/** The kind of request that a variant serves. */
export const purposeOf = (variant: ModelVariant): SpeechKind => KINDS_OF_CHECKPOINTS[MODEL_VARIANTS[variant].kind];

/** The variants that serve a kind of request, the larger first. */
export const variantsFor = (kind: SpeechKind): ModelVariant[] =>
  VARIANT_NAMES.filter((variant) => purposeOf(variant) === kind);

/** In seconds since the epoch: a field that the list shape requires. */
const CREATED = Date.UTC(2026, 0, 1) / 1000;

const describe = (id: string): Model => ({ id, object: 'model', created: CREATED, owned_by: 'ownvoice' });

export const listModels = (): Model[] => SPEECH_MODELS.map(describe);

/** A model by its identifier or alias, under the name that was asked for. */
export const findModel = (id: string): Model | undefined => (canonical(id) ? describe(id) : undefined);
