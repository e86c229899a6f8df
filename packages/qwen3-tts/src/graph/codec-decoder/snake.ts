import type { Module } from '../layers/module.js';
import { reshape } from '../layers/operators.js';
import type { Value } from '../onnx/builder.js';
import { float32 } from '../onnx/tensor.js';
import type { CodecTarget } from '../target.js';
import type { Signal } from './convolutions.js';

const BETA_EPSILON = 1e-9;

/** Shorter rows cost more for each element than the operators themselves. */
const ROW = 1024;

/**
 * `sin(πt) / t ≈ SCALE · ((t² − NEAR)² − DEPTH) · ((t² − FAR)² + HEIGHT)` for |t| ≤ 1/2: the quartic in t² with the least
 * largest error of the sine, 3.4e-9, in factors that are far from zero there.
 */
const SCALE = 0.07722012900118791;
const NEAR = 1.8146159757968534;
const DEPTH = 0.6603540579694789;
const FAR = 2.0577239302078447;
const HEIGHT = 11.220264467150978;

/**
 * SnakeBeta: `x + sin²(x · e^alpha) / (e^beta + ε)`, with both exponentials folded.
 *
 * The runtime computes sines in one thread, products and sums in all of them. So the square of the sine, whose period
 * is π, is a polynomial of what the nearest whole number of periods leaves, for the CPU time of the one operator:
 * `p = x · e^alpha / π`, `t = p − round(p)`, `sin²(πp) = sin²(πt)`.
 */
export async function snake(m: Module, { value, channels, multiple }: Signal, target: CodecTarget): Promise<Signal> {
  const { g } = m;
  const [alpha, beta] = [await m.read('alpha'), await m.read('beta')];
  let repeat = 1;
  while (multiple % (repeat * 2) === 0 && repeat * 2 * channels <= ROW) repeat *= 2;
  const row = (key: string, factor: (channel: number) => number): Value => {
    const values = Float32Array.from({ length: repeat * channels }, (_, i) => factor(i % channels));
    return g.weight(key, float32([values.length], values));
  };
  const periods = row(`${alpha.key}_periods`, (channel) => Math.exp(alpha.values[channel]!) / Math.PI);
  const amplitude = row(
    `${beta.key}_amplitude`,
    (channel) => SCALE ** 2 / (Math.exp(beta.values[channel]!) + BETA_EPSILON),
  );
  const times = (a: Value, b: Value) => g.node('Mul', [a, b]);
  const plus = (a: Value, b: number) => g.node('Add', [a, g.scalar(b)]);

  const x = reshape(g, value, [-1, repeat * channels]);
  const phase = times(x, periods);
  // WebGPU has no operator that rounds; a tie gives t = −1/2 instead of 1/2, whose sines have one square.
  const whole = target === 'webgpu' ? g.node('Floor', [plus(phase, 0.5)]) : g.node('Round', [phase]);
  const t = g.node('Sub', [phase, whole]);
  const square = times(t, t);
  const quadratic = (middle: number, height: number) => {
    const distance = plus(square, -middle);
    return plus(times(distance, distance), height);
  };
  const sine = times(times(quadratic(NEAR, -DEPTH), quadratic(FAR, HEIGHT)), t);
  const y = g.node('Add', [x, times(times(sine, sine), amplitude)]);
  return { value: reshape(g, y, [-1, channels]), channels, multiple };
}
