import { type RandomNumbers, Uniform } from './uniform.js';

/** Standard deviation of the uniform numbers that become probabilities: they fill (−½, ½). */
const OPEN_INTERVAL = 1 / Math.sqrt(12);

/** Keeps a probability away from 0 and 1, where values are infinite. */
const LEAST = 2 ** -26;

/**
 * Student's t distribution with four degrees of freedom: heavy tails, as trained weights have them. By inversion, which has a
 * closed form for four: t = 2 √(cos(arccos(√α) / 3) / √α − 1) with α = 4 p (1 − p), and the sign of p − ½.
 */
export class HeavyTails implements RandomNumbers {
  readonly #uniform: Uniform;

  constructor(seed: number) {
    this.#uniform = new Uniform(seed);
  }

  fill(values: Float32Array, deviation: number): void {
    this.#uniform.fill(values, OPEN_INTERVAL);
    // The variance with four degrees of freedom is 2.
    const scale = (2 * deviation) / Math.SQRT2;
    for (let i = 0; i < values.length; i++) {
      const centred = values[i]!;
      const p = Math.max(LEAST, 0.5 - Math.abs(centred));
      const root = Math.sqrt(4 * p * (1 - p));
      const size = scale * Math.sqrt(Math.cos(Math.acos(root) / 3) / root - 1);
      values[i] = centred < 0 ? -size : size;
    }
  }
}
