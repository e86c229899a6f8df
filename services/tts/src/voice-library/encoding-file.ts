import type { ModelVariant } from '@ownvoice/shared/contract';
import type { EncodedVoice } from '../engines/engine.js';
import { base64 } from '../engines/voice-encoding.js';
import { sealed, unsealed } from '../storage/sealed-file.js';
import type { StoredVoice } from './stored-voice.js';

interface EncodingContent {
  readonly checkpoint: string;
  /** The variant of that checkpoint, for people. */
  readonly variant: ModelVariant;
  /** The recording that it was made of. */
  readonly recordingHash: string;
  readonly hash: string;
  /** Little-endian float32 and int32 in base64. */
  readonly speakerEmbedding: string;
  readonly codes: string | null;
  readonly frames: number;
}

/** An embedding of 2,048 floats and a minute of codes take 80 kB. */
export const MAX_ENCODING_BYTES = 1_000_000;

const CHECKPOINT_CHARACTERS = 32;
/** Name of the file for a checkpoint. */
export const encodingFileName = (checkpoint: string): string =>
  `encoding-${checkpoint.slice(0, CHECKPOINT_CHARACTERS)}.json`;
export const isEncodingFileName = (name: string): boolean => /^encoding-[0-9a-f]{32}\.json$/.test(name);

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64')).buffer;

export function encodingFile(voice: EncodedVoice, variant: ModelVariant, recordingHash: string): Buffer {
  const { checkpoint, hash, speakerEmbedding, spoken } = voice;
  return sealed({
    checkpoint,
    variant,
    recordingHash,
    hash,
    speakerEmbedding: base64(speakerEmbedding),
    codes: spoken ? base64(spoken.codes) : null,
    frames: spoken?.frames ?? 0,
  } satisfies EncodingContent);
}

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
