import type { Model } from '@ownvoice/shared/contract';
import {
  MODEL_VARIANTS,
  type ModelKind,
  type ModelVariant,
  SPEECH_MODELS,
  type SpeechKind,
  VARIANT_NAMES,
} from '@ownvoice/shared/contract/models';
import { MODEL_ALIAS } from '@ownvoice/shared/contract/speech-patterns';

export type { SpeechKind };

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
export const findModel = (id: string): Model | undefined =>
  SPEECH_MODELS.some((model) => model === id) || MODEL_ALIAS.test(id) ? describe(id) : undefined;
