import type { Language } from './languages.js';

/** The pre-built voices, in the order in which they are listed, with their speakers' native languages. */
export const VOICES = [
  { id: 'ryan', name: 'Ryan', language: 'English' },
  { id: 'aiden', name: 'Aiden', language: 'English' },
  { id: 'vivian', name: 'Vivian', language: 'Chinese' },
  { id: 'serena', name: 'Serena', language: 'Chinese' },
  { id: 'uncle_fu', name: 'Uncle_Fu', language: 'Chinese' },
  { id: 'dylan', name: 'Dylan', language: 'Chinese' },
  { id: 'eric', name: 'Eric', language: 'Chinese' },
  { id: 'ono_anna', name: 'Ono_Anna', language: 'Japanese' },
  { id: 'sohee', name: 'Sohee', language: 'Korean' },
] as const satisfies readonly { id: string; name: string; language: Language }[];

export type VoiceId = (typeof VOICES)[number]['id'];

/** The voice of requests that name none. */
export const DEFAULT_VOICE: VoiceId = 'ryan';

/** Voice names that stock clients of the common speech API send. */
export const VOICE_ALIASES = {
  alloy: 'ryan',
  echo: 'aiden',
  fable: 'vivian',
  onyx: 'uncle_fu',
  nova: 'serena',
  shimmer: 'ono_anna',
  ash: 'aiden',
  ballad: 'eric',
  coral: 'vivian',
  sage: 'serena',
  verse: 'dylan',
  marin: 'sohee',
  cedar: 'uncle_fu',
} as const satisfies Readonly<Record<string, VoiceId>>;
