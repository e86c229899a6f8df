/**
 * Fourier transform of real signals of one power-of-two length, by a radix-2 transform of half the length.
 * The tables are made once; `transform` allocates nothing.
 */
export class RealFft {
  readonly bins: number;
  readonly #half: number;
  readonly #order: Uint32Array;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  /** @param size samples, a power of two of at least 4 */
  constructor(readonly size: number) {
    if (size < 4 || (size & (size - 1)) !== 0) throw new RangeError(`${size} is not a power of two of at least 4`);
    this.bins = size / 2 + 1;
    this.#half = size / 2;
    const bits = Math.log2(this.#half);
    this.#order = Uint32Array.from({ length: this.#half }, (_, i) => reverseBits(i, bits));
    this.#cos = Float64Array.from({ length: this.#half }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sin = Float64Array.from({ length: this.#half }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
    this.#re = new Float64Array(this.#half);
    this.#im = new Float64Array(this.#half);
  }

  /** `|X_k|²` of `size` samples for k in 0 … size/2, into `power [bins]`. */
  powerSpectrum(samples: Float64Array, power: Float64Array): void {
    const half = this.#half;
    const re = this.#re;
    const im = this.#im;
    for (let i = 0; i < half; i++) {
      const from = this.#order[i] as number;
      re[i] = samples[2 * from] as number;
      im[i] = samples[2 * from + 1] as number;
    }
    this.#butterflies();
    for (let k = 0; k <= half; k++) {
      const a = k === half ? 0 : k;
      const b = k === 0 ? 0 : half - k;
      const evenRe = ((re[a] as number) + (re[b] as number)) / 2;
      const evenIm = ((im[a] as number) - (im[b] as number)) / 2;
      const oddRe = ((im[a] as number) + (im[b] as number)) / 2;
      const oddIm = ((re[b] as number) - (re[a] as number)) / 2;
      const c = k === half ? -1 : (this.#cos[k] as number);
      const s = k === half ? 0 : (this.#sin[k] as number);
      const x = evenRe + oddRe * c - oddIm * s;
      const y = evenIm + oddRe * s + oddIm * c;
      power[k] = x * x + y * y;
    }
  }

  #butterflies(): void {
    const re = this.#re;
    const im = this.#im;
    for (let span = 1; span < this.#half; span *= 2) {
      const stride = this.size / (2 * span);
      for (let start = 0; start < this.#half; start += 2 * span) {
        for (let j = 0; j < span; j++) {
          const c = this.#cos[j * stride] as number;
          const s = this.#sin[j * stride] as number;
          const low = start + j;
          const high = low + span;
          const hRe = re[high] as number;
          const hIm = im[high] as number;
          const x = hRe * c - hIm * s;
          const y = hRe * s + hIm * c;
          re[high] = (re[low] as number) - x;
          im[high] = (im[low] as number) - y;
          re[low] = (re[low] as number) + x;
          im[low] = (im[low] as number) + y;
        }
      }
    }
  }
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed |= ((value >> bit) & 1) << (bits - 1 - bit);
  return reversed;
}
