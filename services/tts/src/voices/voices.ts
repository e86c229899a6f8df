import type { Voice } from '@ownvoice/shared/contract';
import { VOICE_ALIASES, VOICES } from '@ownvoice/shared/contract/voices';

/** A name in the form that names are compared in: case, spaces, `-`, `_` and compatibility forms make no difference. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, '')
    .normalize('NFC');

const VOICES_BY_NAME: ReadonlyMap<string, Voice> = new Map(
  VOICES.flatMap((voice) => {
    const aliases = Object.entries(VOICE_ALIASES).flatMap(([alias, id]) => (id === voice.id ? [alias] : []));
    return [voice.id, ...aliases].map((name) => [foldedName(name), voice] as const);
  }),
);

/**
 * The voice of an id, display name or alias; case, spaces, `-` and `_` make no difference.
 * @returns undefined for an unknown name
 */
export function findVoice(name: string): Voice | undefined {
  return VOICES_BY_NAME.get(foldedName(name));
}
