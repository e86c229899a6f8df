import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float16, float32 } from '../onnx/tensor.js';
import { cast, reshape } from './operators.js';

/*
 * Rotary position embedding of split halves ("rotate_half"): dimension i is paired with i + d/2 and both are turned by
 * the angle `position · theta^(−2i/d)`.
 *   y_i       = x_i cos − x_{i+d/2} sin
 *   y_{i+d/2} = x_{i+d/2} cos + x_i sin
 */

/** `[positions, d/2]` each. */
export interface RotaryTables {
  readonly cos: Value;
  readonly sin: Value;
}

interface Rotary {
  readonly ropeTheta: number;
  readonly headSize: number;
}

/** For positions that are known at run time, int64 of any shape: a line for each. */
export function rotaryTables(g: GraphBuilder, positions: Value, rotary: Rotary): RotaryTables {
  const frequencies = g.constant(float32([rotary.headSize / 2], inverseFrequencies(rotary)));
  const angles = g.node('Mul', [reshape(g, cast(g, positions, 'float32'), [-1, 1]), frequencies]);
  return { cos: g.node('Cos', [angles]), sin: g.node('Sin', [angles]) };
}

/** For the positions 0 … count − 1, as constants, times the `factor`. */
export function constantRotaryTables(
  g: GraphBuilder,
  count: number,
  rotary: Rotary,
  type: 'float32' | 'float16',
  factor = 1,
): RotaryTables {
  const frequencies = [...inverseFrequencies(rotary)];
  const angles = Array.from({ length: count }, (_, position) => frequencies.map((f) => f * position)).flat();
  const make = { float32, float16 }[type];
  const table = (of: (angle: number) => number) => {
    const values = Float32Array.from(angles, (angle) => factor * of(angle));
    return g.constant(make([count, rotary.headSize / 2], values));
  };
  return { cos: table(Math.cos), sin: table(Math.sin) };
}

/** Rotates `x [B, heads, T, d]`; `lines [B, T]` int64: which line of the tables each position takes. */
export function rotate(g: GraphBuilder, x: Value, lines: Value, { cos, sin }: RotaryTables): Value {
  return g.node('com.microsoft:RotaryEmbedding', [x, lines, cos, sin]);
}

/** `theta^(−2i/d)` for i in 0 … d/2 − 1. */
export function inverseFrequencies({ ropeTheta, headSize }: Rotary): Float32Array {
  return Float32Array.from({ length: headSize / 2 }, (_, i) => ropeTheta ** ((-2 * i) / headSize));
}
