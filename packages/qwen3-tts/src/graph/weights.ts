import type { Precision } from '@ownvoice/shared/contract/models';
import type { TensorSource } from '../checkpoint/safetensors.js';
import { transposed, type Weight } from './blocks.js';
import type { GraphBuilder, Value } from './builder.js';
import { type QuantizationScheme, quantize } from './quantize.js';
import { float16, float32, type Tensor } from './tensor.js';

/** Heads decide the codes directly and are small: they keep 8 bits where the body has 4. */
type Role = 'body' | 'head';

/**
 * At 8 bits small blocks keep the rounding of the activations, which use the same blocks, fine. At 4 bits the weights' own
 * error is far above that, and large blocks are computed a third faster.
 */
const SCHEMES: Readonly<Record<Precision, Readonly<Record<Role, QuantizationScheme>> | undefined>> = {
  fp32: undefined,
  fp16: undefined,
  int8: { body: { bits: 8, block: 32 }, head: { bits: 8, block: 32 } },
  int4: { body: { bits: 4, block: 128 }, head: { bits: 8, block: 32 } },
};

/** How a precision quantises: nothing for those that do not. */
export function schemesOf(precision: Precision): readonly QuantizationScheme[] {
  return Object.values(SCHEMES[precision] ?? {});
}

/** `x Wᵀ` with a quantised W `[rows, columns]`; activations are rounded to 8 bits in the same blocks. */
export function quantizedProduct(
  g: GraphBuilder,
  x: Value,
  weight: { readonly packed: Value; readonly scales: Value },
  { rows, columns, bits, block }: QuantizationScheme & { readonly rows: number; readonly columns: number },
): Value {
  return g.node('com.microsoft:MatMulNBits', [x, weight.packed, weight.scales], {
    K: columns,
    N: rows,
    bits,
    block_size: block,
    accuracy_level: 4,
  });
}

/**
 * Reads weights of a checkpoint when a graph asks for them, brings them into the form of the chosen precision and
 * writes them beside the graph; nothing is kept in memory.
 *
 * Activations are float32 in every precision but fp16, where products are computed in half precision.
 */
export class WeightLoader {
  constructor(
    private readonly source: TensorSource,
    readonly precision: Precision,
  ) {}

  get halfPrecision(): boolean {
    return this.precision === 'fp16';
  }

  has(name: string): boolean {
    return this.source.has(name);
  }

  async read(name: string): Promise<Weight> {
    return { key: name, shape: this.source.info(name).shape, values: await this.source.read(name) };
  }

  /** A float32 weight as it is in the checkpoint: norm scales, biases. */
  async vector(g: GraphBuilder, name: string): Promise<Value> {
    return this.derived(g, name, async () => {
      const { shape, values } = await this.read(name);
      return float32(shape, values);
    });
  }

  /** A weight that is computed from the checkpoint, made the first time its key is asked for. */
  async derived(g: GraphBuilder, key: string, make: () => Promise<Tensor>): Promise<Value> {
    return g.hasWeight(key) ? g.weight(key) : g.weight(key, await make());
  }

  /** `x Wᵀ` without bias, where W stacks the named `[out, in]` weights. `x [..., in]` float32 → `[..., out]` float32. */
  async linear(g: GraphBuilder, x: Value, names: readonly string[], role: Role = 'body'): Promise<Value> {
    const key = names.join('+');
    const scheme = SCHEMES[this.precision]?.[role];
    if (scheme) return this.#quantizedLinear(g, x, key, names, scheme);
    if (!this.halfPrecision) {
      return g.node('MatMul', [
        x,
        await this.derived(g, `${key}.transposed`, async () => transposed(await this.#stack(names))),
      ]);
    }
    const weight = await this.derived(g, `${key}.half`, async () => {
      const { shape, bytes } = transposed(await this.#stack(names));
      return float16(shape, new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4));
    });
    const product = g.node('MatMul', [g.node('Cast', [x], { to: 10 }), weight]);
    return g.node('Cast', [product], { to: 1 });
  }

  /** What the weight file calls the table of an embedding. */
  embeddingKey(names: readonly string[]): string {
    return `${names.join('+')}.${this.embeddingType}`;
  }

  /** Element type of the embedding tables: half precision holds every bfloat16 of ordinary size exactly. */
  get embeddingType(): 'float32' | 'float16' {
    return this.precision === 'fp32' ? 'float32' : 'float16';
  }

  /** Rows of an embedding table `[rows, width]` that stacks the named ones. → float32 `[..., width]` */
  async embedding(g: GraphBuilder, names: readonly string[], ids: Value): Promise<Value> {
    const table = await this.derived(g.main, this.embeddingKey(names), async () => {
      const { shape, values } = await this.#stack(names);
      return this.embeddingType === 'float32' ? float32(shape, values) : float16(shape, values);
    });
    const rows = g.node('Gather', [table, ids], { axis: 0 });
    return this.embeddingType === 'float32' ? rows : g.node('Cast', [rows], { to: 1 });
  }

  async #quantizedLinear(
    g: GraphBuilder,
    x: Value,
    key: string,
    names: readonly string[],
    scheme: QuantizationScheme,
  ): Promise<Value> {
    const packedKey = `${key}.q${scheme.bits}`;
    const [rows, columns] = this.#stackedShape(names);
    if (!g.hasWeight(packedKey)) {
      const { packed, scales } = quantize((await this.#stack(names)).values, rows, columns, scheme);
      g.weight(packedKey, packed);
      g.weight(`${packedKey}.scales`, scales);
    }
    const weight = { packed: g.weight(packedKey), scales: g.weight(`${packedKey}.scales`) };
    return quantizedProduct(g, x, weight, { ...scheme, rows, columns });
  }

  #stackedShape(names: readonly string[]): [number, number] {
    const shapes = names.map((name) => this.source.info(name).shape);
    return [shapes.reduce((rows, shape) => rows + shape[0]!, 0), shapes[0]![1]!];
  }

  async #stack(names: readonly string[]): Promise<Weight> {
    if (names.length === 1) return this.read(names[0]!);
    const shape = this.#stackedShape(names);
    const values = new Float32Array(shape[0] * shape[1]);
    let at = 0;
    for (const name of names) {
      const part = await this.source.read(name);
      values.set(part, at);
      at += part.length;
    }
    return { key: names.join('+'), shape, values };
  }
}
