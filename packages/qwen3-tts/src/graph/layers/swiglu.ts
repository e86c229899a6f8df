import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';

/** `silu(x) = x · sigmoid(x)`, which is QuickGelu (`x · sigmoid(α x)`) with α = 1. */
export function silu(g: GraphBuilder, x: Value): Value {
  return g.node('com.microsoft:QuickGelu', [x], { alpha: float(1) });
}

/** `silu(gate) · up` */
export function swiglu(g: GraphBuilder, gate: Value, up: Value): Value {
  return g.node('Mul', [silu(g, gate), up]);
}
