import type { Voice } from '@ownvoice/shared/contract';

/** The nine pre-built voices, in the order in which they are listed. */
export const VOICES: readonly Voice[] = [
  { id: 'ryan', name: 'Ryan', language: 'English' },
  { id: 'aiden', name: 'Aiden', language: 'English' },
  { id: 'vivian', name: 'Vivian', language: 'Chinese' },
  { id: 'serena', name: 'Serena', language: 'Chinese' },
  { id: 'uncle_fu', name: 'Uncle_Fu', language: 'Chinese' },
  { id: 'dylan', name: 'Dylan', language: 'Chinese' },
  { id: 'eric', name: 'Eric', language: 'Chinese' },
  { id: 'ono_anna', name: 'Ono_Anna', language: 'Japanese' },
  { id: 'sohee', name: 'Sohee', language: 'Korean' },
];

/** The names that stock clients of the common speech API send, and the voice that each means. */
export const VOICE_ALIASES: ReadonlyMap<string, string> = new Map([
  ['alloy', 'ryan'],
  ['echo', 'aiden'],
  ['fable', 'vivian'],
  ['onyx', 'uncle_fu'],
  ['nova', 'serena'],
  ['shimmer', 'ono_anna'],
]);

/** What is left of a name when case, spaces, `-` and `_` make no difference. */
const bare = (name: string) => name.toLowerCase().replace(/[\s_-]+/gu, '');

const byBareName: ReadonlyMap<string, Voice> = new Map([
  ...VOICES.map((voice) => [bare(voice.id), voice] as const),
  ...[...VOICE_ALIASES].flatMap(([alias, id]) => {
    const voice = VOICES.find((candidate) => candidate.id === id);
    return voice ? [[bare(alias), voice] as const] : [];
  }),
]);

/**
 * The voice that a client means by its id, display name or alias; case, spaces, `-` and `_` make no difference.
 *
 * @returns undefined for a name that means none of them; there is no substitute
 */
export function findVoice(name: string): Voice | undefined {
  return byBareName.get(bare(name));
}

/** Every name that is taken, for the refusal of one that is not. */
export const VOICE_NAMES: readonly string[] = [...VOICES.map((voice) => voice.id), ...VOICE_ALIASES.keys()];
