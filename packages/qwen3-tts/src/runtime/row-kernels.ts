import { GraphBuilder } from '../graph/onnx/builder.js';
import { type QuantizationScheme, quantize, quantizedProduct } from '../graph/weights/quantize.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';

const COLUMNS = 1024;
const ROWS = 64;

/** Values without a pattern, so that no difference cancels out. */
const numbers = (count: number, seed: number) =>
  Float32Array.from({ length: count }, (_, i) => Math.sin((i + 1) * 12.9898 + seed * 78.233) * Math.cos(i * 0.37));

/**
 * Whether a row of a quantised product can differ in its last bits between even batches and odd ones. The runtime has
 * different kernels for one row and for several, and they depend on the CPU, so this runs a small product: with
 * AVX-512 rows are equal in blocks of up to 64 at 8 bits and 32 at 4 bits, and not in larger ones.
 */
export async function oddRowsDiffer(schemes: readonly QuantizationScheme[]): Promise<boolean> {
  for (const scheme of schemes) {
    const { row, close } = await rowInBatches(scheme);
    const [pair, alone, third] = [await row(2, 1), await row(1, 0), await row(3, 2)];
    await close();
    if (pair.some((value, i) => value !== alone[i] || value !== third[i])) return true;
  }
  return false;
}

/** Computes one row of a product in any batch: `row(batch, at)` is that row at index `at`, `[64]`. */
export async function rowInBatches(scheme: QuantizationScheme) {
  const product = await QuantizedProduct.create(numbers(ROWS * COLUMNS, 1), COLUMNS, scheme, 1);
  return {
    row: async (batch: number, at: number) => {
      const data = numbers(batch * COLUMNS, 2);
      data.set(numbers(COLUMNS, 3), at * COLUMNS);
      return (await product.multiply(data)).slice(at * ROWS, (at + 1) * ROWS);
    },
    close: () => product.release(),
  };
}

/** A product with one quantized weight, by the runtime's kernel. */
export class QuantizedProduct {
  private constructor(
    private readonly session: InferenceSession,
    private readonly k: number,
  ) {}

  /** @param weight `[n, k]` */
  static async create(weight: Float32Array, k: number, scheme: QuantizationScheme, threads = 0) {
    const n = weight.length / k;
    const g = GraphBuilder.create('product');
    const { packed, scales, zeroPoints } = quantize(weight, n, k, scheme);
    const constants = {
      packed: g.constant(packed),
      scales: g.constant(scales),
      zeroPoints: zeroPoints && g.constant(zeroPoints),
    };
    const x = g.input('x', 'float32', ['rows', k]);
    g.output(quantizedProduct(g, x, constants, { ...scheme, rows: n, columns: k }), 'y', 'float32', ['rows', n]);
    const options = { intraOpNumThreads: threads, logSeverityLevel: 3 } as const;
    return new QuantizedProduct(await InferenceSession.create(g.toModel(), options), k);
  }

  /** `x [rows, k]` → `[rows, n]` */
  async multiply(x: Float32Array): Promise<Float32Array> {
    const { y } = await this.session.run({ x: new Tensor('float32', x, [x.length / this.k, this.k]) });
    return y!.data as Float32Array;
  }

  release(): Promise<void> {
    return this.session.release();
  }
}
