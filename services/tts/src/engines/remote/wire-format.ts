import { ApiError } from '@ownvoice/shared';
import type { VoiceEncoding } from '@ownvoice/shared/contract';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { bytesOf, type EncodedVoice } from '../engine.js';

/** What a service says of a chunk that it has cut, in `X-TTS-Chunk` of a request. */
export const ChunkOrder = Type.Object({
  estimatedSeconds: Type.Number({ exclusiveMinimum: 0, maximum: 600 }),
  reproducible: Type.Boolean(),
  isBackground: Type.Optional(Type.Literal(true)),
});

/** What cannot be told from 16-bit samples, in `X-TTS-Chunk` of the answer. */
export const ChunkMeasures = Type.Object({
  peak: Type.Number({ exclusiveMinimum: 0, maximum: 1_000 }),
  level: Type.Number({ minimum: 0, maximum: 1_000 }),
  silentBefore: Type.Integer({ minimum: 0 }),
  silentAfter: Type.Integer({ minimum: 0 }),
  doubt: Type.Optional(
    Type.Object({
      kind: Type.Enum(['cut', 'repeated', 'short']),
      endProbability: Type.Number(),
      endRank: Type.Number(),
    }),
  ),
});

/** A value of `X-TTS-Chunk`; undefined when it is none. */
export function readChunkHeader<T extends typeof ChunkOrder | typeof ChunkMeasures>(
  schema: T,
  header: string | readonly string[] | undefined,
): Static<T> | undefined {
  try {
    const value: unknown = JSON.parse(String(header));
    return Check(schema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Each codebook has so many codes. */
const CODES = 2_048;

export const base64 = (numbers: Float32Array | Int32Array): string => bytesOf(numbers).toString('base64');

/** The bytes of whole 32-bit numbers. @throws ApiError 400 */
export function numbersOf(field: string, text: string): ArrayBuffer {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  if (bytes.length === 0 || bytes.length % 4 > 0) throw unreadable(field);
  return bytes.buffer;
}

export const unreadable = (field: string): ApiError =>
  ApiError.invalid([{ field, code: 'wrong_type', parameters: { type: '32-bit numbers in base64' } }]);

/** As services send it to one another. */
export const writeVoiceEncoding = ({ checkpoint, hash, speakerEmbedding, spoken }: EncodedVoice): VoiceEncoding => ({
  checkpoint,
  hash,
  speaker_embedding: base64(speakerEmbedding),
  spoken: spoken ? { text: spoken.text, frames: spoken.frames, codes: base64(spoken.codes) } : null,
});

/** @throws ApiError 400 for numbers that no model has made */
export function readVoiceEncoding({ checkpoint, hash, speaker_embedding, spoken }: VoiceEncoding): EncodedVoice {
  const speakerEmbedding = new Float32Array(numbersOf('voice_encoding.speaker_embedding', speaker_embedding));
  const codes = spoken ? new Int32Array(numbersOf('voice_encoding.spoken.codes', spoken.codes)) : new Int32Array();
  if (!speakerEmbedding.every(Number.isFinite)) throw unreadable('voice_encoding.speaker_embedding');
  if (!codes.every((code) => code >= 0 && code < CODES)) throw unreadable('voice_encoding.spoken.codes');
  return { checkpoint, hash, speakerEmbedding, spoken: spoken ? { ...spoken, codes } : undefined };
}
