import { createHash } from 'node:crypto';
import type { CustomVoice, Language, ModelVariant } from '@ownvoice/shared/contract';
import type { EncodedVoice } from '../engines/engine.js';
import { base64 } from '../engines/remote/wire-format.js';
import { sealed, unsealed } from '../storage.js';

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

export const isFolderName = (name: string): boolean => /^[a-z0-9]{0,32}-[0-9a-f]{16}$/.test(name);

/** An embedding of 2,048 floats and a minute of codes take 80 kB. */
export const MAX_ENCODING_BYTES = 1_000_000;

const CHECKPOINT_CHARACTERS = 32;
export const encodingFileName = (checkpoint: string): string =>
  `encoding-${checkpoint.slice(0, CHECKPOINT_CHARACTERS)}.json`;
export const isEncodingFileName = (name: string): boolean => /^encoding-[0-9a-f]{32}\.json$/.test(name);

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64')).buffer;

/** Numbers are little-endian float32 and int32 in base64; the variant is for people. */
const contentOf = (voice: EncodedVoice, variant: ModelVariant, recordingHash: string) => ({
  checkpoint: voice.checkpoint,
  variant,
  recordingHash,
  hash: voice.hash,
  speakerEmbedding: base64(voice.speakerEmbedding),
  codes: voice.spoken ? base64(voice.spoken.codes) : null,
  frames: voice.spoken?.frames ?? 0,
});
type EncodingContent = ReturnType<typeof contentOf>;

export const encodingFile = (...encoding: Parameters<typeof contentOf>): Buffer => sealed(contentOf(...encoding));

/** The encoding of a voice; undefined when it was made of another recording. @throws DamagedFileError */
export function readEncoding(file: Buffer, { transcript, recordingHash }: StoredVoice): EncodedVoice | undefined {
  const content = unsealed<EncodingContent>(file);
  if (content.recordingHash !== recordingHash) return undefined;
  const { checkpoint, hash, codes, frames } = content;
  return {
    checkpoint,
    hash,
    speakerEmbedding: new Float32Array(bytesOf(content.speakerEmbedding)),
    spoken:
      codes === null || transcript === undefined
        ? undefined
        : { text: transcript, codes: new Int32Array(bytesOf(codes)), frames },
  };
}

/** The variant that an encoding is for. @throws DamagedFileError */
export const variantOfEncoding = (file: Buffer): ModelVariant => unsealed<EncodingContent>(file).variant;
