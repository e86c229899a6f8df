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
export async function rowInBatches(scheme: QuantizationScheme): Promise<{
  readonly row: (batch: number, at: number) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
}> {
  const g = GraphBuilder.create('product');
  const { packed, scales, zeroPoints } = quantize(numbers(ROWS * COLUMNS, 1), ROWS, COLUMNS, scheme);
  const weight = {
    packed: g.constant(packed),
    scales: g.constant(scales),
    zeroPoints: zeroPoints && g.constant(zeroPoints),
  };
  const x = g.input('x', 'float32', ['B', COLUMNS]);
  g.output(quantizedProduct(g, x, weight, { ...scheme, rows: ROWS, columns: COLUMNS }), 'y', 'float32', ['B', ROWS]);
  const session = await InferenceSession.create(g.toModel(), { intraOpNumThreads: 1, logSeverityLevel: 3 });
  return {
    row: async (batch, at) => {
      const data = numbers(batch * COLUMNS, 2);
      data.set(numbers(COLUMNS, 3), at * COLUMNS);
      const { y } = await session.run({ x: new Tensor('float32', data, [batch, COLUMNS]) });
      return (y!.data as Float32Array).slice(at * ROWS, (at + 1) * ROWS);
    },
    close: () => session.release(),
  };
}
