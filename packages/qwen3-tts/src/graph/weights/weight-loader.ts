import type { Precision } from '@ownvoice/shared/contract/models';
import type { TensorSource } from '../../checkpoint/safetensors.js';
import { CheckpointError } from '../../errors.js';
import { schemeOf } from './precision.js';
import type { QuantizationScheme } from './quantize.js';
import type { Weight } from './weight.js';

/**
 * Reads weights of a checkpoint when a graph asks for them, and knows the precision that they are brought into; nothing
 * is kept in memory.
 *
 * Activations are float32 in every precision but fp16, where products are computed in half precision.
 */
export class WeightLoader {
  constructor(
    private readonly source: TensorSource,
    readonly precision: Precision,
    private readonly onWebgpu = false,
  ) {}

  /** The same weights, for a graph that WebGPU runs. */
  forWebgpu(): WeightLoader {
    return new WeightLoader(this.source, this.precision, true);
  }

  /** Whether quantized products round their activations too: WebGPU does in blocks of 64, whatever those of the weights are. */
  get roundsActivations(): boolean {
    return !this.onWebgpu;
  }

  /** Whether a device adds up products of half precision in half precision, so that they have to be cut. */
  get sumsInHalf(): boolean {
    return this.onWebgpu;
  }

  /** Element type of the attention in the decoder stacks. On WebGPU float32: its kernels add up in the type of their inputs. */
  get attentionType(): 'float32' | 'float16' {
    return this.onWebgpu ? 'float32' : this.stackType;
  }

  /** Element type of the products of the decoder stacks. */
  get stackType(): 'float32' | 'float16' {
    return this.precision === 'fp16' ? 'float16' : 'float32';
  }

  /** Element type of the embedding tables: half precision holds every bfloat16 of ordinary size exactly. */
  get embeddingType(): 'float32' | 'float16' {
    return this.precision === 'fp32' ? 'float32' : 'float16';
  }

  /** How the weight of this name is quantized; `undefined` where it is not. */
  schemeOf(key: string): QuantizationScheme | undefined {
    return schemeOf(this.precision, key);
  }

  has(key: string): boolean {
    return this.source.has(key);
  }

  shape(key: string): readonly number[] {
    return this.source.info(key).shape;
  }

  /** @throws CheckpointError when a value is not a number or infinite: products of few bits would hide it */
  async read(key: string): Promise<Weight> {
    const values = await this.source.read(key);
    assertFiniteWeights(key, values);
    return { key, shape: this.shape(key), values };
  }

  /** `[rows, columns]` of matrices with equally many columns, stacked one below the other. */
  stackedShape(keys: readonly string[]): [number, number] {
    const shapes = keys.map((key) => this.shape(key));
    return [shapes.reduce((rows, shape) => rows + shape[0]!, 0), shapes[0]![1]!];
  }

  async readStacked(keys: readonly string[]): Promise<Weight> {
    if (keys.length === 1) return this.read(keys[0]!);
    const shape = this.stackedShape(keys);
    const values = new Float32Array(shape[0] * shape[1]);
    let at = 0;
    for (const key of keys) {
      const part = await this.read(key);
      values.set(part.values, at);
      at += part.values.length;
    }
    return { key: keys.join('+'), shape, values };
  }
}

/** @throws CheckpointError when a value is not a number or infinite */
export function assertFiniteWeights(key: string, values: Float32Array): void {
  let sum = 0;
  // By index: an iterator takes most of a second for each hundred million values.
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  if (!Number.isFinite(sum))
    throw new CheckpointError(`The weight ${key} has values that are infinite or not a number.`);
}
