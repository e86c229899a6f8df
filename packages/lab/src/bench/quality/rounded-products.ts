import { Float32Products, type NamedWeight, type Products } from '@ownvoice/qwen3-tts/internals/reference/products';
import { QuantizedProduct } from '@ownvoice/qwen3-tts/internals/runtime/row-kernels';
import { type ModelRounding, roundingOf } from './schemes.js';

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
    if (rounding === 'half') {
      const values = roundToHalf(weight.values);
      return roundToHalf(await this.exact.multiply(roundToHalf(x), { ...weight, values }, k));
    }
    const product = await QuantizedProduct.create(weight.values, k, rounding);
    const y = await product.multiply(x);
    await product.release();
    return y;
  }

  release(): Promise<void> {
    return this.exact.release();
  }
}

const DROPPED_BITS = 13;
const HALF_OF_DROPPED = 2 ** (DROPPED_BITS - 1) - 1;

/** To the nearest number with 11 significant bits, ties to even. */
export function roundToHalf(values: Float32Array): Float32Array {
  const bits = new Uint32Array(values.slice().buffer);
  for (let i = 0; i < bits.length; i++) {
    const isOdd = (bits[i]! >>> DROPPED_BITS) & 1;
    bits[i] = ((bits[i]! + HALF_OF_DROPPED + isOdd) >>> DROPPED_BITS) << DROPPED_BITS;
  }
  return new Float32Array(bits.buffer);
}
