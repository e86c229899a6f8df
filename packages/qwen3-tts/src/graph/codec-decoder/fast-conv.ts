import { dimension, reshape, transpose } from '../layers/operators.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float32 } from '../onnx/tensor.js';
import type { Weight } from '../weights/weight.js';
import { type FastFir, fastFir, transformKernel } from './fast-fir.js';

/** From so many channels on there are more weights than signal, so weights are read in the order they lie in. */
const WIDE = 512;

export interface FastConv {
  /** Puts the last rows of the signal so far before the input, and the given zeros, if any, behind it. */
  readonly extend: (zeros?: Value) => Value;
  /** `[out, in, taps]` */
  readonly kernel: Weight;
  readonly bias: Weight;
  readonly dilation: number;
  /** Outputs of a tile: the more, the fewer products, and the more weights. */
  readonly tile: number;
  /** The number of rows is always a multiple of this. */
  readonly multiple: number;
}

/**
 * A dilated causal convolution: `y[t] = b + Σ_k W[k] x[t − (taps − 1 − k) · dilation]`, `x [T, in]` → `[T, out]`.
 *
 * Computed by minimal filtering, one tile of outputs after the other:
 * `outputTransform · ((kernelTransform · W) ⊙ (inputTransform · x)) + b`. A tile takes `tile + taps − 1` products of channel
 * matrices instead of `tile · taps`. Rows that lie `dilation` apart form a signal of their own. Channels lie together, so
 * the transforms before and after move long rows whatever the dilation.
 */
export function fastConv(
  g: GraphBuilder,
  x: Value,
  { extend, kernel, bias, dilation, tile, multiple }: FastConv,
): Value {
  const [outputs, channels, taps] = kernel.shape as [number, number, number];
  const fir = fastFir(tile, taps);
  const span = tile * dilation;
  const whole = multiple % span === 0;
  const length = dimension(g, x, 0);
  const extended = whole ? extend() : extend(missingRows(g, length, span, channels));
  const transformed = transformInput(g.scope('input_transform'), extended, fir, channels, dilation);
  const filtered = products(g.scope('products'), transformed, fir, kernel);
  const tiles = transformOutput(g.scope('output_transform'), filtered, fir, kernel, dilation);
  const biases = Float32Array.from({ length: span * outputs }, (_, i) => bias.values[i % outputs]!);
  const sums = g.node('Add', [
    reshape(g, tiles, [-1, biases.length]),
    g.weight(`${bias.key}_tile`, float32([biases.length], biases)),
  ]);
  const rows = reshape(g, sums, [-1, outputs]);
  return whole ? rows : g.node('Slice', [rows, g.ints([0]), length, g.ints([0])]);
}

/** Zeros that make the rows a whole number of spans. */
function missingRows(g: GraphBuilder, length: Value, span: number, channels: number): Value {
  const negative = g.node('Sub', [g.ints([0]), length]);
  const missing = g.node('Mod', [negative, g.ints([span])]);
  return g.node('ConstantOfShape', [g.node('Concat', [missing, g.ints([channels])], { axis: 0 })]);
}

/**
 * `[rows · dilation, channels]` → `[products, tiles · dilation, channels]`. The convolution is that of a volume, which
 * the runtime computes as it stands; one of an image it would compute in blocks of channels that it has to undo.
 */
function transformInput(g: GraphBuilder, extended: Value, fir: FastFir, channels: number, dilation: number): Value {
  const { products, outputs } = fir;
  const matrix = g.constant(float32([products, 1, 1, products, 1], Float32Array.from(fir.inputTransform)));
  const volume = reshape(g, extended, [1, 1, 1, -1, dilation * channels]);
  const transformed = g.node('Conv', [volume, matrix], {
    kernel_shape: [1, products, 1],
    strides: [1, outputs, 1],
    pads: [0, 0, 0, 0, 0, 0],
  });
  return reshape(g, transformed, [products, -1, channels]);
}

/** `[products, rows, in]` → `[products, rows, out]`, or `[products, out, rows]` when there are many channels. */
function products(g: GraphBuilder, transformed: Value, fir: FastFir, kernel: Weight): Value {
  const [outputs, channels] = kernel.shape as [number, number, number];
  const filter = transformKernel(fir, kernel.values);
  const key = `${kernel.key}_transformed`;
  if (channels >= WIDE) {
    const weights = g.weight(key, float32([fir.products, outputs, channels], filter));
    return g.node('com.microsoft:FusedMatMul', [weights, transformed], { transB: 1 });
  }
  const turned = new Float32Array(filter.length);
  for (let i = 0; i < filter.length; i++) {
    const [product, output, channel] = [
      Math.floor(i / (outputs * channels)),
      Math.floor(i / channels) % outputs,
      i % channels,
    ];
    turned[(product * channels + channel) * outputs + output] = filter[i]!;
  }
  return g.node('MatMul', [transformed, g.weight(key, float32([fir.products, channels, outputs], turned))]);
}

/** The result of {@link products} → `[tiles, outputs of a tile, dilation, out]`, in two or more dimensions. */
function transformOutput(g: GraphBuilder, filtered: Value, fir: FastFir, kernel: Weight, dilation: number): Value {
  const [outputs, channels] = kernel.shape as [number, number, number];
  const matrix = g.constant(float32([fir.outputs, fir.products], Float32Array.from(fir.outputTransform)));
  const transformed = g.node('MatMul', [matrix, reshape(g, filtered, [fir.products, -1])]);
  return channels < WIDE
    ? transpose(g, reshape(g, transformed, [fir.outputs, -1, dilation * outputs]), [1, 0, 2])
    : transpose(g, reshape(g, transformed, [fir.outputs, outputs, -1, dilation]), [2, 0, 3, 1]);
}
