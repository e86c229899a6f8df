import type { Model } from '@ownvoice/shared/contract';
import {
  MODEL_VARIANTS,
  type ModelVariant,
  SPEECH_MODEL_ALIASES,
  SPEECH_MODELS,
  type SpeechModel,
} from '@ownvoice/shared/contract/models';

/** What a request wants of an engine. */
export type SpeechKind = 'speech' | 'design' | 'clone';

/** Where each kind of request goes, for refusals that name the right address. */
export const ROUTES: Readonly<Record<SpeechKind, string>> = {
  speech: 'POST /v1/audio/speech',
  design: 'POST /v1/audio/voice-design',
  clone: 'POST /v1/audio/voice-clone',
};

const kindOfModel: Readonly<Record<SpeechModel, SpeechKind | 'any'>> = {
  'engine-tts': 'any',
  'engine-tts-customvoice': 'speech',
  'engine-tts-voicedesign': 'design',
  'engine-tts-clone': 'clone',
};

/** What a `model` field means on a route. */
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
  const kind = kindOfModel[model];
  return kind === 'any' || kind === wanted ? { kind: 'fits' } : { kind: 'other-route', route: ROUTES[kind] };
}

/** What a variant is for. */
export function purposeOf(variant: ModelVariant): SpeechKind {
  if (variant.startsWith('customvoice')) return 'speech';
  return variant.startsWith('voicedesign') ? 'design' : 'clone';
}

/** The variants made for a kind of request, the larger first. */
export const variantsFor = (kind: SpeechKind): ModelVariant[] =>
  MODEL_VARIANTS.filter((variant) => purposeOf(variant) === kind);

/** When these identifiers came to be, in seconds since the epoch; the list shape asks for it. */
const CREATED = Date.UTC(2026, 0, 1) / 1000;

const describe = (id: string): Model => ({ id, object: 'model', created: CREATED, owned_by: 'ownvoice' });

export const listModels = (): Model[] => SPEECH_MODELS.map(describe);

/** A model by its identifier; the aliases of stock clients are found too, under the name they were asked by. */
export const findModel = (id: string): Model | undefined => (canonical(id) ? describe(id) : undefined);
