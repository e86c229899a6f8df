import { reshape } from './blocks.js';
import type { Value } from './builder.js';
import type { DecoderContext, Signal } from './codec-decoder.js';
import { float32 } from './tensor.js';

const BETA_EPSILON = 1e-9;

/** Shorter rows cost more for each element than the operators themselves. */
const ROW = 1024;

/** SnakeBeta: `x + sin²(x · e^alpha) / (e^beta + ε)`, with both exponentials folded. */
export async function snake(
  context: DecoderContext,
  name: string,
  { value, channels, multiple }: Signal,
): Promise<Signal> {
  const { g, weight } = context;
  const alpha = await weight(`${name}.alpha`);
  const beta = await weight(`${name}.beta`);
  let repeat = 1;
  while (multiple % (repeat * 2) === 0 && repeat * 2 * channels <= ROW) repeat *= 2;
  const row = (key: string, values: Float32Array): Value =>
    g.weight(
      key,
      float32(
        [repeat * channels],
        Float32Array.from({ length: repeat * channels }, (_, i) => values[i % channels]!),
      ),
    );
  const frequency = row(`${alpha.key}.frequency`, alpha.values.map(Math.exp));
  const amplitude = row(
    `${beta.key}.amplitude`,
    beta.values.map((b) => 1 / (Math.exp(b) + BETA_EPSILON)),
  );
  const x = reshape(g, value, [-1, repeat * channels]);
  const sine = g.node('Sin', [g.node('Mul', [x, frequency])]);
  const y = g.node('Add', [x, g.node('Mul', [g.node('Mul', [sine, sine]), amplitude])]);
  return { value: reshape(g, y, [-1, channels]), channels, multiple };
}
