import { float, type GraphBuilder, type Value } from './builder.js';
import { float32, type Tensor } from './tensor.js';

/** A weight as it comes from a checkpoint: PyTorch's layout, widened to float32. */
export interface Weight {
  readonly key: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export function weightTensor({ shape, values }: Weight): Tensor {
  return float32(shape, values);
}

/** `[out, in]` to `[in, out]`, the layout of MatMul's second operand. */
export function transposed({ shape, values }: Weight): Tensor {
  const [rows, columns] = shape as [number, number];
  const out = new Float32Array(values.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) out[c * rows + r] = values[r * columns + c]!;
  return float32([columns, rows], out);
}

/** float32 `y = x Wᵀ + b`; `x [..., in]`, `weight [out, in]`. */
export function linear(g: GraphBuilder, x: Value, weight: Weight, bias?: Weight): Value {
  const product = g.node('MatMul', [x, g.weight(`${weight.key}.transposed`, transposed(weight))]);
  return bias ? g.node('Add', [product, g.weight(bias.key, weightTensor(bias))]) : product;
}

export interface Conv1d {
  readonly weight: Weight;
  readonly bias?: Weight | undefined;
  readonly stride?: number;
  readonly dilation?: number;
  readonly groups?: number;
  /** Zeros before and after; other paddings are a Pad before the convolution. */
  readonly padding?: readonly [number, number];
}

/** `x [B, in, T]`, `weight [out, in / groups, k]`. */
export function conv1d(g: GraphBuilder, x: Value, conv: Conv1d): Value {
  const inputs = [x, g.weight(conv.weight.key, weightTensor(conv.weight))];
  if (conv.bias) inputs.push(g.weight(conv.bias.key, weightTensor(conv.bias)));
  return g.node('Conv', inputs, {
    kernel_shape: [conv.weight.shape[2]!],
    strides: [conv.stride ?? 1],
    dilations: [conv.dilation ?? 1],
    group: conv.groups ?? 1,
    pads: conv.padding ?? [0, 0],
  });
}

/** Over the last axis, with scale and shift. */
export function layerNorm(g: GraphBuilder, x: Value, scale: Weight, shift: Weight, epsilon: number): Value {
  return g.node(
    'LayerNormalization',
    [x, g.weight(scale.key, weightTensor(scale)), g.weight(shift.key, weightTensor(shift))],
    { axis: -1, epsilon: float(epsilon) },
  );
}

/** `w · x / sqrt(mean(x²) + ε)` over the last axis. */
export function rmsNorm(g: GraphBuilder, x: Value, scale: Value, epsilon: number): Value {
  return g.node('SimplifiedLayerNormalization', [x, scale], { axis: -1, epsilon: float(epsilon), stash_type: 1 });
}

/** `silu(gate) · up`. */
export function swiglu(g: GraphBuilder, gate: Value, up: Value): Value {
  return g.node('Mul', [g.node('com.microsoft:QuickGelu', [gate], { alpha: float(1) }), up]);
}

/** Splits along an axis into parts of the given sizes. */
export function split(g: GraphBuilder, x: Value, sizes: readonly number[], axis: number): Value[] {
  return g.nodes('Split', [x, g.ints(sizes)], sizes.length, { axis });
}

/** Reshape; 0 keeps a dimension, -1 takes what is left. */
export function reshape(g: GraphBuilder, x: Value, shape: readonly number[]): Value {
  return g.node('Reshape', [x, g.ints(shape)]);
}

export function transpose(g: GraphBuilder, x: Value, permutation: readonly number[]): Value {
  return g.node('Transpose', [x], { perm: permutation });
}

/** `[start, end)` along one axis. */
export function slice(
  g: GraphBuilder,
  x: Value,
  axis: number,
  start: number,
  end: number = Number.MAX_SAFE_INTEGER,
): Value {
  return g.node('Slice', [x, g.ints([start]), g.ints([end]), g.ints([axis])]);
}

/**
 * Rotation of split halves ("rotate_half"): dimension i is paired with i + d/2.
 * `x [..., T, d]`; `cos`, `sin` `[..., T, d/2]`, broadcast over the leading axes.
 */
export function rotateHalves(g: GraphBuilder, x: Value, cos: Value, sin: Value, width: number): Value {
  const [a, b] = split(g, x, [width / 2, width / 2], -1) as [Value, Value];
  const first = g.node('Sub', [g.node('Mul', [a, cos]), g.node('Mul', [b, sin])]);
  const second = g.node('Add', [g.node('Mul', [b, cos]), g.node('Mul', [a, sin])]);
  return g.node('Concat', [first, second], { axis: -1 });
}

/** `inv_freq_i = theta^(-2i/d)` for i in 0 … d/2 − 1. */
export function inverseFrequencies(theta: number, width: number): Float32Array {
  return Float32Array.from({ length: width / 2 }, (_, i) => theta ** ((-2 * i) / width));
}
