import { createHash } from 'node:crypto';
import type { CustomVoice, Language } from '@ownvoice/shared/contract';

/** A voice of the library, without its encodings and its recording. */
export interface StoredVoice {
  /** The folded name. */
  readonly id: string;
  /** The user whose it is; null: nobody's in particular. */
  readonly owner: string | null;
  readonly name: string;
  readonly language: Language | 'auto';
  /** In ms since the Unix epoch. */
  readonly createdAt: number;
  /** Cloned from a person's recording, with consent, or made from a description. */
  readonly origin: 'cloned' | 'designed';
  /** What the recording says; without it a model makes the speaker embedding alone. */
  readonly transcript?: string;
  /** SHA-256 (hex) of the recording's samples. */
  readonly recordingHash: string;
  readonly hasRecording: boolean;
  /** Size of its files when it was added. */
  readonly bytes: number;
}

/** A voice as clients see it. */
export const customVoiceOf = ({ id, name, language, createdAt }: StoredVoice): CustomVoice => ({
  id,
  name,
  language,
  custom: true,
  created_at: createdAt,
});

const READABLE_CHARACTERS = 32;
const HASH_CHARACTERS = 16;

/** Name of the folder of a voice: letters and digits of its id for people, and a hash that no other id or owner has. */
export function folderNameOf({ id, owner }: Pick<StoredVoice, 'id' | 'owner'>): string {
  const readable = id.replace(/[^a-z0-9]+/g, '').slice(0, READABLE_CHARACTERS);
  const whole = owner === null ? id : `${owner}\n${id}`;
  return `${readable}-${createHash('sha256').update(whole).digest('hex').slice(0, HASH_CHARACTERS)}`;
}

/** Whether a folder may be that of a voice. */
export const isFolderName = (name: string): boolean => /^[a-z0-9]{0,32}-[0-9a-f]{16}$/.test(name);
