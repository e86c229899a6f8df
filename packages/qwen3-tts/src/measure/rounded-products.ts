import { GraphBuilder } from '../graph/onnx/builder.js';
import { type Network, productOf, type WeightRole } from '../graph/weights/precision.js';
import { bytesPerWeight, type QuantizationScheme, quantize } from '../graph/weights/quantize.js';
import { quantizedProduct } from '../graph/weights/quantized-product.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { Float32Products, type NamedWeight, type Products } from '../plain/products.js';

/** Both operands and the result have so many significant bits: 8 in bfloat16, 11 in half precision. The range is not limited. */
export interface FloatRounding {
  readonly significantBits: 8 | 11;
}

export type Rounding = QuantizationScheme | FloatRounding;

/** How the products of each network are rounded; those left out are not. A `ModelScheme` is one. */
export type ModelRounding = Readonly<Record<Network, Readonly<Partial<Record<WeightRole, Rounding>>>>>;

export function roundingOf(rounding: ModelRounding, key: string): Rounding | undefined {
  const product = productOf(key);
  return product && rounding[product.network][product.role];
}

/** Bytes of a weight; float32 without rounding. */
export function bytesOfWeight(rounding: Rounding | undefined): number {
  if (rounding === undefined) return 4;
  return 'bits' in rounding ? bytesPerWeight(rounding) : 2;
}

/** Products as the engine computes them at some precision: quantized ones by the runtime's own kernels. */
export class RoundedProducts implements Products {
  private constructor(
    private readonly exact: Float32Products,
    private readonly rounding: ModelRounding,
  ) {}

  static async create(rounding: ModelRounding): Promise<RoundedProducts> {
    return new RoundedProducts(await Float32Products.create(), rounding);
  }

  async multiply(x: Float32Array, weight: NamedWeight, k: number): Promise<Float32Array> {
    const rounding = roundingOf(this.rounding, weight.key);
    if (rounding === undefined) return this.exact.multiply(x, weight, k);
    if ('bits' in rounding) return multiplyQuantized(x, weight.values, k, rounding);
    const rounded = (values: Float32Array) => roundSignificant(values, rounding);
    const y = await this.exact.multiply(rounded(x), { ...weight, values: rounded(weight.values) }, k);
    return rounded(y);
  }

  release(): Promise<void> {
    return this.exact.release();
  }
}

async function multiplyQuantized(
  x: Float32Array,
  weight: Float32Array,
  k: number,
  scheme: QuantizationScheme,
): Promise<Float32Array> {
  const noWeights = () => {
    throw new Error('The graph has no external data.');
  };
  const [rows, n] = [x.length / k, weight.length / k];
  const g = GraphBuilder.create('product', { append: noWeights });
  const { packed, scales, zeroPoints } = quantize(weight, n, k, scheme);
  const constants = {
    packed: g.constant(packed),
    scales: g.constant(scales),
    zeroPoints: zeroPoints && g.constant(zeroPoints),
  };
  const input = g.input('x', 'float32', ['rows', k]);
  g.output(quantizedProduct(g, input, constants, { ...scheme, rows: n, columns: k }), 'y', 'float32', ['rows', n]);
  const session = await InferenceSession.create(g.toModel(), { logSeverityLevel: 3 });
  try {
    const { y } = await session.run({ x: new Tensor('float32', x, [rows, k]) });
    return y!.data as Float32Array;
  } finally {
    await session.release();
  }
}

/** To the nearest, ties to even. */
export function roundSignificant(values: Float32Array, { significantBits }: FloatRounding): Float32Array {
  const bits = new Uint32Array(values.slice().buffer);
  const dropped = 24 - significantBits;
  const half = 2 ** (dropped - 1) - 1;
  for (let i = 0; i < bits.length; i++)
    bits[i] = ((bits[i]! + half + ((bits[i]! >>> dropped) & 1)) >>> dropped) << dropped;
  return new Float32Array(bits.buffer);
}
