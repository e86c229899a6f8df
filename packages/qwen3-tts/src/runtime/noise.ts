const LAST_STEP = 65535;

/** The Gumbel quantile at `step / 65536`. */
function gumbelOf(step: number): number {
  return -Math.log(-Math.log(step / 65536));
}

const GUMBEL = Float32Array.from({ length: LAST_STEP }, (_, step) => gumbelOf(step + 0.5));

/**
 * Random numbers for one decode step of one row. They depend on the seed and the step alone, so an utterance is the same
 * in every batch and for every segment length.
 */
export class FrameNoise {
  readonly #state: Uint32Array;

  constructor(seed: number, frame: number) {
    // Splitmix spreads seed and index over the state of the generator.
    let x = (Math.imul(seed >>> 0, 0x9e3779b1) ^ Math.imul(frame + 1, 0x85ebca77)) >>> 0;
    this.#state = Uint32Array.from({ length: 4 }, () => {
      x = (x + 0x9e3779b9) >>> 0;
      let z = x;
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return (z ^ (z >>> 15)) >>> 0;
    });
  }

  /**
   * Fills `out` with Gumbel noise: the index of the largest sum of logit and noise is a sample from the softmax. Values
   * come from a table of 65,536, because a frame takes thousands; the largest, which decide between unlikely tokens, do not.
   */
  gumbel(out: Float32Array): void {
    for (let i = 0; i < out.length; i++) {
      const random = this.#next();
      const step = random >>> 16;
      out[i] = step < LAST_STEP ? GUMBEL[step]! : gumbelOf(LAST_STEP + (random & 0xffff) / 65536 + 2 ** -17);
    }
  }

  /** xoshiro128++ @see https://prng.di.unimi.it/ */
  #next(): number {
    const s = this.#state as unknown as [number, number, number, number];
    const sum = (s[0] + s[3]) | 0;
    const result = (((sum << 7) | (sum >>> 25)) + s[0]) >>> 0;
    const t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 11) | (s[3] >>> 21);
    return result;
  }
}
