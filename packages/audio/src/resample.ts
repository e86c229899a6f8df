/** Zero crossings of the sinc on either side of its centre. */
const ZERO_CROSSINGS = 64;
/** Kaiser window for 120 dB of stop-band attenuation: 0.1102 (120 - 8.7). */
const KAISER_BETA = 12.27;
const KAISER_SCALE = besselI0(KAISER_BETA);
/** Edge of the filter against the lower of the two Nyquist frequencies: the transition band then ends exactly at it. */
const CUTOFF = 0.94;

/**
 * Changes the sample rate of audio by a polyphase filter: one Kaiser-windowed sinc filter for each phase, computed when it
 * is first needed. Linear phase, no delay: sample 0 stays sample 0. The input is silence beyond its ends.
 *
 * One resampler serves any number of signals at the same two rates.
 *
 * @see J. O. Smith, "Digital Audio Resampling Home Page", CCRMA
 */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #scale: number;
  readonly #reach: number;
  readonly #phases: (Float64Array | undefined)[];

  /**
   * @param fromRate in Hz, a positive integer
   * @param toRate in Hz, a positive integer
   * @throws RangeError when a rate is not a positive integer
   */
  constructor(fromRate: number, toRate: number) {
    for (const rate of [fromRate, toRate]) {
      if (!Number.isSafeInteger(rate) || rate < 1) throw new RangeError(`not a sample rate: ${rate} Hz`);
    }
    const divisor = greatestCommonDivisor(fromRate, toRate);
    this.#up = toRate / divisor;
    this.#down = fromRate / divisor;
    this.#scale = CUTOFF * Math.min(1, toRate / fromRate);
    this.#reach = Math.ceil(ZERO_CROSSINGS / this.#scale);
    this.#phases = new Array<Float64Array | undefined>(this.#up).fill(undefined);
  }

  /**
   * @param samples mono at `fromRate`
   * @returns mono at `toRate`, `ceil(samples.length * toRate / fromRate)` samples
   */
  resample(samples: Float32Array): Float32Array {
    if (this.#up === this.#down) return samples.slice();
    const reach = this.#reach;
    const output = new Float32Array(Math.ceil((samples.length * this.#up) / this.#down));
    const padded = new Float64Array(samples.length + 2 * reach + 1);
    padded.set(samples, reach);
    let whole = 0;
    let phase = 0;
    for (let index = 0; index < output.length; index += 1) {
      const taps = this.#taps(phase);
      output[index] = dotProduct(taps, padded, whole);
      phase += this.#down;
      while (phase >= this.#up) {
        phase -= this.#up;
        whole += 1;
      }
    }
    return output;
  }

  /** Filter for an output sample that lies `phase / up` input samples after one; tap 0 is `reach` samples before that one. */
  #taps(phase: number): Float64Array {
    const known = this.#phases[phase];
    if (known) return known;
    const taps = new Float64Array(2 * this.#reach + 1);
    const shift = phase / this.#up;
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap += 1) {
      const value = kernel((tap - this.#reach - shift) * this.#scale);
      taps[tap] = value;
      sum += value;
    }
    // Equal gain in every phase, or a steady level would come out as a tone.
    for (let tap = 0; tap < taps.length; tap += 1) taps[tap] = (taps[tap] as number) / sum;
    this.#phases[phase] = taps;
    return taps;
  }
}

/** Sum of products; four sums side by side, because one alone waits for its own last addition at every step. */
function dotProduct(taps: Float64Array, samples: Float64Array, start: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let tap = 0;
  for (; tap + 3 < taps.length; tap += 4) {
    first += (taps[tap] as number) * (samples[start + tap] as number);
    second += (taps[tap + 1] as number) * (samples[start + tap + 1] as number);
    third += (taps[tap + 2] as number) * (samples[start + tap + 2] as number);
    fourth += (taps[tap + 3] as number) * (samples[start + tap + 3] as number);
  }
  for (; tap < taps.length; tap += 1) first += (taps[tap] as number) * (samples[start + tap] as number);
  return first + second + (third + fourth);
}

/** Kaiser-windowed sinc at a distance counted in zero crossings. */
function kernel(distance: number): number {
  if (distance === 0) return 1;
  const ratio = distance / ZERO_CROSSINGS;
  if (Math.abs(ratio) >= 1) return 0;
  const angle = Math.PI * distance;
  const window = besselI0(KAISER_BETA * Math.sqrt(1 - ratio * ratio)) / KAISER_SCALE;
  return (Math.sin(angle) / angle) * window;
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function besselI0(x: number): number {
  const quarter = (x * x) / 4;
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-17; k += 1) {
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
