const WINDOW = 512;
const BANDS = 24;
const LOWEST_HZ = 120;
const HIGHEST_HZ = 8_000;
/** One turn. */
const COSINES = Float64Array.from({ length: WINDOW }, (_, index) => Math.cos((2 * Math.PI * index) / WINDOW));

/**
 * Long-term average spectrum of speech in 24 bands of equal ratio from 120 Hz to 8 kHz: the timbre of a voice.
 *
 * @returns decibels relative to their mean
 */
export function averageSpectrum(samples: Float32Array, sampleRate: number): number[] {
  const power = new Float64Array(BANDS);
  const bandOfBin = Array.from({ length: WINDOW / 2 }, (_, bin) => {
    const position = Math.log(((bin + 0.5) * sampleRate) / WINDOW / LOWEST_HZ) / Math.log(HIGHEST_HZ / LOWEST_HZ);
    return position < 0 || position >= 1 ? -1 : Math.floor(position * BANDS);
  });
  // One window in eight is enough for an average.
  for (let start = 0; start + WINDOW <= samples.length; start += 8 * WINDOW) {
    for (const [bin, band] of bandOfBin.entries()) {
      if (band >= 0) power[band] = (power[band] ?? 0) + binPower(samples, start, bin);
    }
  }
  const decibels = [...power].map((value) => 10 * Math.log10(value + 1e-9));
  const mean = decibels.reduce((sum, value) => sum + value, 0) / BANDS;
  return decibels.map((value) => value - mean);
}

/** Root mean square difference of two spectra in dB. */
export function spectralDistance(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, value, band) => sum + (value - (b[band] ?? 0)) ** 2, 0) / a.length);
}

function binPower(samples: Float32Array, start: number, bin: number): number {
  let real = 0;
  let imaginary = 0;
  for (let index = 0; index < WINDOW; index += 1) {
    const value = (samples[start + index] ?? 0) * (0.5 - 0.5 * (COSINES[index] ?? 0));
    real += value * (COSINES[(bin * index) % WINDOW] ?? 0);
    imaginary += value * (COSINES[(bin * index + (3 * WINDOW) / 4) % WINDOW] ?? 0);
  }
  return real * real + imaginary * imaginary;
}
