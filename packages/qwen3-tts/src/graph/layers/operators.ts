import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';
import { ELEMENT_TYPES, type ElementType } from '../onnx/tensor.js';

export function cast(g: GraphBuilder, x: Value, to: ElementType): Value {
  return g.node('Cast', [x], { to: ELEMENT_TYPES[to] });
}

/** Reshape; 0 keeps a dimension, -1 takes what is left. */
export function reshape(g: GraphBuilder, x: Value, shape: readonly number[]): Value {
  return g.node('Reshape', [x, g.ints(shape)]);
}

export function transpose(g: GraphBuilder, x: Value, permutation: readonly number[]): Value {
  return g.node('Transpose', [x], { perm: permutation });
}

/** Splits along an axis into parts of the given sizes. */
export function split(g: GraphBuilder, x: Value, sizes: readonly number[], axis: number): Value[] {
  return g.nodes('Split', [x, g.ints(sizes)], sizes.length, { axis });
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

/** The size of one dimension: `[1]` int64. */
export function dimension(g: GraphBuilder, x: Value, axis: number): Value {
  return g.node('Shape', [x], { start: axis, end: axis + 1 });
}

/** A tensor of one element as a scalar. */
export function scalarOf(g: GraphBuilder, x: Value): Value {
  return g.node('Reshape', [x, g.ints([])]);
}

/** `[start, end)` for int64 scalars; from 0 when `start` is left out. */
export function range(g: GraphBuilder, end: Value, start: Value = g.ints(0)): Value {
  return g.node('Range', [start, end, g.ints(1)]);
}

/** `silu(x) = x · sigmoid(x)`, which is QuickGelu (`x · sigmoid(α x)`) with α = 1. */
export function silu(g: GraphBuilder, x: Value): Value {
  return g.node('com.microsoft:QuickGelu', [x], { alpha: float(1) });
}

/** `silu(gate) · up` */
export function swiglu(g: GraphBuilder, gate: Value, up: Value): Value {
  return g.node('Mul', [silu(g, gate), up]);
}
