import type { DecoderStackConfig } from '../checkpoint/config.js';
import { Tensor } from '../onnxruntime/onnxruntime.js';

/** What the size of a position follows from. */
type CachedNetwork = Pick<DecoderStackConfig, 'layers' | 'keyValueHeads' | 'headSize'>;

/** Capacity grows by this many positions: masked positions cost the graph little, moving the cache costs more. */
const STEP = 64;

/** The KV cache of a batch: keys and values of every row, in the order that they joined, padded on the right to a common capacity. */
export class KeyValueCache {
  readonly #lengths: number[] = [];
  readonly #buffers: Float32Array<ArrayBuffer>[];
  #capacity = STEP;

  /**
   * @param room bytes of address space that are reserved: growing within them takes memory for what is added alone, and moves
   *   positions in place
   */
  constructor(
    private readonly network: CachedNetwork,
    private readonly room = 0,
  ) {
    this.#buffers = Array.from({ length: 2 * network.layers }, () => this.#newBuffer(0));
  }

  get lengths(): readonly number[] {
    return this.#lengths;
  }

  /** Bytes of one position of one row. */
  static bytesPerPosition({ layers, keyValueHeads, headSize }: CachedNetwork): number {
    return 2 * layers * keyValueHeads * headSize * Float32Array.BYTES_PER_ELEMENT;
  }

  /** The `past_*` inputs of the generation graph, of `batch` rows from `first` on; those beyond the cached ones have length 0. */
  feeds(batch: number = this.#lengths.length, first = 0): Record<string, Tensor> {
    const { keyValueHeads, headSize, layers } = this.network;
    this.#reserve(first + batch, this.#capacity);
    const lengths = BigInt64Array.from({ length: batch }, (_, row) => BigInt(this.#lengths[first + row] ?? 0));
    const shape = [batch, keyValueHeads, 1, this.#capacity, headSize];
    const rowSize = keyValueHeads * this.#capacity * headSize;
    const part = (i: number) =>
      new Tensor('float32', this.#buffers[i]!.subarray(first * rowSize, (first + batch) * rowSize), shape);
    const feeds: Record<string, Tensor> = {
      past_lengths: new Tensor('int64', lengths, [batch]),
    };
    for (let layer = 0; layer < layers; layer++) {
      feeds[`past_key_${layer}`] = part(2 * layer);
      feeds[`past_value_${layer}`] = part(2 * layer + 1);
    }
    return feeds;
  }

  /** Adds an empty row at the end. */
  addRow(): void {
    this.#lengths.push(0);
    this.#reserve(this.#lengths.length, this.#capacity);
  }

  /** Appends the `recent_*` outputs of a run: its row i to row `rows[i]` of the cache, or to row i. */
  append(outputs: Readonly<Record<string, Tensor>>, rows: readonly number[] = [...this.#lengths.keys()]): void {
    const { keyValueHeads, headSize, layers } = this.network;
    const added = outputs.recent_key_0!.dims[3]!;
    const positions = Math.max(this.#capacity, ...rows.map((row) => this.#lengths[row]! + added));
    this.#reserve(this.#lengths.length, Math.ceil(positions / STEP) * STEP);
    for (let layer = 0; layer < layers; layer++) {
      for (const [part, name] of ['key', 'value'].entries()) {
        const recent = outputs[`recent_${name}_${layer}`]!.data as Float32Array;
        const buffer = this.#buffers[2 * layer + part]!;
        for (const [from, row] of rows.entries()) {
          for (let head = 0; head < keyValueHeads; head++) {
            const begin = (from * keyValueHeads + head) * added * headSize;
            const at = ((row * keyValueHeads + head) * this.#capacity + this.#lengths[row]!) * headSize;
            buffer.set(recent.subarray(begin, begin + added * headSize), at);
          }
        }
      }
    }
    for (const row of rows) this.#lengths[row]! += added;
  }

  /** Drops the rows for which `keep` is false and closes the gaps. Without rows it gives its memory back. */
  retain(keep: (row: number) => boolean): void {
    const kept = this.#lengths.flatMap((_, row) => (keep(row) ? [row] : []));
    if (kept.length === this.#lengths.length) return;
    const rowSize = this.network.keyValueHeads * this.#capacity * this.network.headSize;
    for (const buffer of this.#buffers) {
      for (const [to, from] of kept.entries()) {
        if (to !== from) buffer.copyWithin(to * rowSize, from * rowSize, (from + 1) * rowSize);
      }
    }
    this.#lengths.splice(0, this.#lengths.length, ...kept.map((row) => this.#lengths[row]!));
    if (kept.length > 0) return;
    this.#capacity = STEP;
    for (const { buffer } of this.#buffers) buffer.resize(0);
  }

  #newBuffer(bytes: number): Float32Array<ArrayBuffer> {
    const maxByteLength = Math.max(bytes, Math.floor(this.room / (2 * this.network.layers)));
    return new Float32Array(new ArrayBuffer(bytes, { maxByteLength }));
  }

  /** Makes room for `rows` of `capacity` positions; the last row moves first, so that nothing is overwritten. */
  #reserve(rows: number, capacity: number): void {
    const { keyValueHeads, headSize } = this.network;
    const bytes = rows * keyValueHeads * capacity * headSize * Float32Array.BYTES_PER_ELEMENT;
    const old = this.#capacity * headSize;
    const next = capacity * headSize;
    for (const [i, buffer] of this.#buffers.entries()) {
      const enough = buffer.buffer.maxByteLength >= bytes ? buffer : this.#newBuffer(bytes);
      if (enough.byteLength < bytes) enough.buffer.resize(bytes);
      if (enough !== buffer || next !== old) {
        for (let at = this.#lengths.length * keyValueHeads - 1; at >= 0; at--) {
          const used = this.#lengths[Math.floor(at / keyValueHeads)]! * headSize;
          if (enough === buffer) buffer.copyWithin(at * next, at * old, at * old + used);
          else enough.set(buffer.subarray(at * old, at * old + used), at * next);
        }
      }
      this.#buffers[i] = enough;
    }
    this.#capacity = capacity;
  }
}
