import type { EncodedReference } from '@ownvoice/qwen3-tts';

/** The codec's state after a reference, which the model keeps as long as the reference. */
const CODEC_STATE_BYTES = 6_000_000;

function bytesOf({ speakerEmbedding, spoken }: EncodedReference): number {
  if (!spoken) return speakerEmbedding.byteLength;
  return speakerEmbedding.byteLength + spoken.codes.byteLength + 2 * spoken.text.length + CODEC_STATE_BYTES;
}

/**
 * Encoded references by the hash of their audio and transcript, evicted least recently used first. Holds no audio.
 * Concurrent calls for one reference share its encoding.
 */
export class ReferenceCache {
  /** The least recently used first; 0 bytes while it is being encoded. */
  readonly #entries = new Map<string, { readonly encoded: Promise<EncodedReference>; bytes: number }>();
  hits = 0;
  misses = 0;

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return [...this.#entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The cached entry, else the result of `encode`; a failure is not cached. */
  async get(key: string, encode: () => Promise<EncodedReference>): Promise<EncodedReference> {
    const known = this.#entries.get(key);
    if (known) {
      this.hits++;
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.encoded;
    }
    this.misses++;
    const entry = { encoded: encode(), bytes: 0 };
    this.#entries.set(key, entry);
    try {
      const encoded = await entry.encoded;
      entry.bytes = bytesOf(encoded);
      for (const [other, { bytes }] of this.#entries) {
        if (this.bytes <= this.maxBytes) break;
        if (bytes > 0) this.#entries.delete(other);
      }
      return encoded;
    } catch (error) {
      this.#entries.delete(key);
      throw error;
    }
  }
}
