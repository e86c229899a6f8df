import type { EncodedReference } from '@ownvoice/qwen3-tts';

/** The codec's state after a reference, which the model keeps as long as the reference. */
const CODEC_STATE_BYTES = 6_000_000;

function bytesOf({ speakerEmbedding, spoken }: EncodedReference): number {
  if (!spoken) return speakerEmbedding.byteLength;
  return speakerEmbedding.byteLength + spoken.codes.byteLength + 2 * spoken.text.length + CODEC_STATE_BYTES;
}

interface Entry {
  readonly encoded: Promise<EncodedReference>;
  /** 0 while it is being encoded. */
  bytes: number;
  /** Those who wait for it. */
  wanted: number;
  /** Ends the encoding. */
  readonly unwanted: AbortController;
}

/**
 * Encoded references by the hash of their audio and transcript, evicted least recently used first. Holds no audio.
 * Concurrent calls for one reference share its encoding, which ends when none of them wants it any more.
 */
export class ReferenceCache {
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();
  hits = 0;
  misses = 0;

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return [...this.#entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The cached entry, else the result of `encode`; a failure is not cached. */
  async get(
    key: string,
    signal: AbortSignal,
    encode: (unwanted: AbortSignal) => Promise<EncodedReference>,
  ): Promise<EncodedReference> {
    signal.throwIfAborted();
    const known = this.#entries.get(key);
    if (known) this.hits++;
    else this.misses++;
    const entry = known ?? this.#encode(encode);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.wanted++;
    const leave = () => {
      if (--entry.wanted > 0 || entry.bytes > 0) return;
      entry.unwanted.abort(signal.reason);
      this.#forget(key, entry);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      const encoded = await entry.encoded;
      entry.bytes = bytesOf(encoded);
      this.#evict();
      return encoded;
    } catch (error) {
      this.#forget(key, entry);
      throw error;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #encode(encode: (unwanted: AbortSignal) => Promise<EncodedReference>): Entry {
    const unwanted = new AbortController();
    return { encoded: encode(unwanted.signal), bytes: 0, wanted: 0, unwanted };
  }

  /** A key may be encoded anew by then. */
  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  #evict(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.bytes <= this.maxBytes) return;
      if (bytes > 0) this.#entries.delete(key);
    }
  }
}
