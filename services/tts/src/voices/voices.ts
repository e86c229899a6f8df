import type { Voice } from '@ownvoice/shared/contract';
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
