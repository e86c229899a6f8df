import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

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
    return Value.Check(schema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
