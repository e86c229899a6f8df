import type { CheckpointConfig } from '../../checkpoint/config.js';
import { Tensor } from '../../onnxruntime/onnxruntime.js';
import type { GenerationCache } from '../generation-session.js';
import { KeyValueCache } from '../key-value-cache.js';
import { cacheNames, dispose, type FrameSession } from './frame-session.js';

type Tensors = Readonly<Record<string, Tensor>>;

/** Keys and values in buffers of the device, `[B, keyValueHeads, P, headSize]` each. */
interface Resident {
  readonly batch: number;
  readonly tensors: Tensors;
  /** Positions of each row that the cache in memory does not have. */
  readonly added: number;
}

/**
 * The KV cache of a {@link FrameSession}: it stays in buffers of the device while the same rows are decoded. When a row joins
 * or leaves, it crosses to memory, is put together anew and crosses back with the next segment.
 */
export class DeviceCache implements GenerationCache {
  readonly #memory: KeyValueCache;
  #resident: Resident | undefined;
  /** Rows that are dropped once the buffers have been read. */
  #dropped: ((row: number) => boolean)[] = [];
  #rows = 0;

  constructor(
    private readonly config: CheckpointConfig,
    private readonly session: FrameSession,
  ) {
    this.#memory = new KeyValueCache(config.talker);
  }

  async feeds(batch: number): Promise<Record<string, Tensor>> {
    const resident = this.#resident;
    const lengths = this.#memory.lengths.map((length) => length + (resident?.added ?? 0));
    if (resident?.batch === batch && this.#dropped.length === 0) {
      const padded = Array.from({ length: batch }, (_, row) => BigInt(lengths[row] ?? 0));
      return { past_lengths: new Tensor('int64', BigInt64Array.from(padded), [batch]), ...resident.tensors };
    }
    await this.#collect();
    return this.#memory.feeds(batch);
  }

  async join(outputs: Tensors): Promise<void> {
    const tensors = presentOf(outputs, this.config);
    const added = outputs.present_positions!.data[0] as number;
    if (this.#rows++ === 0) {
      this.#memory.addRow();
      this.#resident = { batch: 1, tensors, added };
      return;
    }
    await this.#collect();
    this.#memory.join(recentOf(await this.session.cacheInMemory(tensors), added, [0]));
    dispose(tensors);
  }

  extend(outputs: Tensors): void {
    const tensors = presentOf(outputs, this.config);
    const added = (this.#resident?.added ?? 0) + (outputs.present_positions!.data[0] as number);
    this.#resident = { batch: outputs.codes!.dims[1]!, tensors, added };
  }

  retain(keep: (row: number) => boolean): void {
    const kept = Array.from({ length: this.#rows }, (_, row) => keep(row));
    const count = kept.filter(Boolean).length;
    if (count === this.#rows) return;
    this.#rows = count;
    this.#dropped.push((row) => kept[row]!);
    if (count > 0) return;
    // Nobody reads the buffers any more.
    this.#release();
    this.#drop();
  }

  /** Reads the buffers into memory and gives them back. */
  async #collect(): Promise<void> {
    if (this.#resident) {
      const { tensors, added } = this.#resident;
      this.#memory.extend(recentOf(await this.session.cacheInMemory(tensors), added, this.#memory.lengths));
    }
    this.#release();
    this.#drop();
  }

  #release(): void {
    if (this.#resident) dispose(this.#resident.tensors);
    this.#resident = undefined;
  }

  #drop(): void {
    for (const keep of this.#dropped) this.#memory.retain(keep);
    this.#dropped = [];
  }
}

function presentOf(outputs: Tensors, config: CheckpointConfig): Record<string, Tensor> {
  const names = cacheNames('present', config);
  return Object.fromEntries(names.map((name) => [name.replace('present', 'past'), outputs[name]!]));
}

/** The added positions of each row, which lie behind its `starts`: `recent_key_i [B, keyValueHeads, 1, R, headSize]`. */
function recentOf(tensors: Tensors, added: number, starts: readonly number[]): Record<string, Tensor> {
  const recent: Record<string, Tensor> = {};
  for (const [name, tensor] of Object.entries(tensors)) {
    const [, heads, positions, size] = tensor.dims as [number, number, number, number];
    const all = tensor.data as Float32Array;
    const values = new Float32Array(starts.length * heads * added * size);
    for (const [row, start] of starts.entries()) {
      for (let head = 0; head < heads; head++) {
        const from = ((row * heads + head) * positions + start) * size;
        values.set(all.subarray(from, from + added * size), (row * heads + head) * added * size);
      }
    }
    recent[name.replace('past', 'recent')] = new Tensor('float32', values, [starts.length, heads, 1, added, size]);
  }
  return recent;
}
