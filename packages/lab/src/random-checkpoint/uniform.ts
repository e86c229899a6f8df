/** Random numbers of some distribution, from a seed. */
export interface RandomNumbers {
  /** Fills with numbers of mean 0 and the given standard deviation. */
  fill(values: Float32Array, deviation: number): void;
}

/** Uniform random numbers from a 32-bit seed (xorshift), fast enough for a billion of them; not for secrets. */
export class Uniform implements RandomNumbers {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) | 0 || 1;
  }

  fill(values: Float32Array, deviation: number): void {
    const scale = (deviation * Math.sqrt(3)) / 2 ** 31;
    let state = this.#state;
    for (let i = 0; i < values.length; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      values[i] = state * scale;
    }
    this.#state = state;
  }
}
