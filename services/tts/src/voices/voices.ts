import type { Model, Voice } from '@ownvoice/shared/contract';
import {
  MODEL_VARIANTS,
  type ModelKind,
  type ModelVariant,
  SPEECH_MODELS,
  type SpeechKind,
  VARIANT_NAMES,
} from '@ownvoice/shared/contract/models';
import { MODEL_ALIAS } from '@ownvoice/shared/contract/speech-patterns';
import { VOICE_ALIASES, VOICES } from '@ownvoice/shared/contract/voices';

/** A name in the form that names are compared in: case, spaces, `-`, `_` and compatibility forms make no difference. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, '')
    .normalize('NFC');

const aliasesOf = (voices: readonly Voice[]) =>
  Object.entries(VOICE_ALIASES).filter(([, of]) => voices.some(({ id }) => id === of));

/** All accepted names of some voices, as an error message lists them. */
export const namesOf = (voices: readonly Voice[]): string =>
  [...voices.map(({ id }) => id), ...aliasesOf(voices).map(([alias]) => alias)].join(', ');

const VOICES_BY_NAME: ReadonlyMap<string, Voice> = new Map(
  [...VOICES.map(({ id }) => [id, id] as const), ...aliasesOf(VOICES)].flatMap(([name, of]) =>
    VOICES.filter(({ id }) => id === of).map((voice) => [foldedName(name), voice] as const),
  ),
);

/** The voices of a custom-voice checkpoint: those of the nine that it has, then its others. */
export function checkpointVoices(
  speakers: readonly { readonly name: string; readonly dialect: string | undefined }[],
): Voice[] {
  const own = speakers.map(({ name, dialect }): Voice => {
    // The dialects of this family are Chinese.
    return { id: name.toLowerCase(), name, language: dialect === undefined ? 'auto' : 'Chinese' };
  });
  const others = own.filter(({ id }) => foldedName(id) !== '' && !VOICES.some((voice) => voice.id === id));
  return [...VOICES.filter(({ id }) => own.some((speaker) => speaker.id === id)), ...others];
}

/**
 * The voice of an id, display name or alias; case, spaces, `-` and `_` make no difference. One of the nine is found also
 * where `voices` lacks it.
 * @returns undefined for an unknown name
 */
export function findVoice(name: string, voices: readonly Voice[] = VOICES): Voice | undefined {
  const folded = foldedName(name);
  return voices.find(({ id }) => foldedName(id) === folded) ?? VOICES_BY_NAME.get(folded);
}

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
