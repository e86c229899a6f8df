import { GraphBuilder } from '../graph/onnx/builder.js';
import { type QuantizationScheme, quantize } from '../graph/weights/quantize.js';
import { quantizedProduct } from '../graph/weights/quantized-product.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { Uniform } from '../random/uniform.js';

const COLUMNS = 1024;
const ROWS = 256;

/** Relative RMS errors of a quantized product on this processor. */
export interface ProductError {
  /** With ordinary activations. */
  readonly ordinary: number;
  /** Of all other terms, when one activation is 1,000 times as large. */
  readonly besideOutlier: number;
}

/**
 * Measures what the runtime's kernels make of the weights, whose own rounding is not counted: which kernels those are
 * depends on the processor, and a kernel that rounds a whole row of activations together loses all but the largest.
 */
export async function productError(scheme: QuantizationScheme): Promise<ProductError> {
  const weight = normal(ROWS * COLUMNS, 1);
  // Its own term would hide the others.
  const outlier = 5;
  for (let row = 0; row < ROWS; row++) weight[row * COLUMNS + outlier] = 0;
  const noWeights = {
    append: () => {
      throw new Error('The graph has no external data.');
    },
  };
  const g = GraphBuilder.create('product', noWeights);
  const { packed, scales, zeroPoints } = quantize(weight, ROWS, COLUMNS, scheme);
  const values = {
    packed: g.constant(packed),
    scales: g.constant(scales),
    zeroPoints: zeroPoints && g.constant(zeroPoints),
  };
  const x = g.input('x', 'float32', ['B', COLUMNS]);
  g.output(quantizedProduct(g, x, values, { ...scheme, rows: ROWS, columns: COLUMNS }), 'y', 'float32', ['B', ROWS]);
  const session = await InferenceSession.create(g.toModel(), { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const run = async (input: Float32Array) => {
    const { y } = await session.run({ x: new Tensor('float32', input, [1, COLUMNS]) });
    return y!.data as Float32Array;
  };
  // One activation alone is rounded exactly, so a column at a time gives the weights as they are stored.
  const stored: Float32Array[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    const unit = new Float32Array(COLUMNS);
    unit[column] = 127;
    stored.push((await run(unit)).map((value) => value / 127));
  }
  const error = async (input: Float32Array) => {
    const found = await run(input);
    let difference = 0;
    let size = 0;
    for (let row = 0; row < ROWS; row++) {
      let exact = 0;
      for (let column = 0; column < COLUMNS; column++) exact += stored[column]![row]! * input[column]!;
      difference += (found[row]! - exact) ** 2;
      size += exact ** 2;
    }
    return Math.sqrt(difference / size);
  };
  const input = normal(COLUMNS, 2);
  const ordinary = await error(input);
  input[outlier] = 1000;
  const besideOutlier = await error(input);
  await session.release();
  return { ordinary, besideOutlier };
}

/** Sums of uniform numbers: near enough to a normal distribution. */
function normal(count: number, seed: number): Float32Array {
  const values = new Float32Array(count);
  const uniform = new Uniform(seed);
  const part = new Float32Array(count);
  for (let i = 0; i < 4; i++) {
    uniform.fill(part, 0.5);
    for (let j = 0; j < count; j++) values[j]! += part[j]!;
  }
  return values;
}
