import { RealFft } from './real-fft.js';

/** Samples of one analysis frame. */
const FRAME = 1024;
/** Samples from one frame to the next. */
const HOP = 256;
/** The signal is mirrored by this much at both ends. */
const PADDING = (FRAME - HOP) / 2;
const SMALLEST_MEL = 1e-5;

/** Fewer samples than this have no mirror image long enough, or too few frames for the speaker encoder. */
export const SHORTEST_LOG_MEL_INPUT = 5 * HOP;

/** Log-mel features, `values [bins, frames]`. */
export interface LogMel {
  readonly bins: number;
  readonly frames: number;
  readonly values: Float32Array;
}

/**
 * The speaker encoder's front end: natural logarithm of Slaney-normalized mel magnitudes, 1024-sample Hann frames every
 * 256 samples, 0 Hz to half the sample rate.
 *
 * @param samples mono at `sampleRate`, at least {@link SHORTEST_LOG_MEL_INPUT}
 * @returns `floor(samples.length / 256)` frames
 * @throws RangeError for fewer samples
 */
export function logMel(samples: Float32Array, sampleRate: number, bins: number): LogMel {
  if (samples.length < SHORTEST_LOG_MEL_INPUT) {
    throw new RangeError(`${samples.length} samples are too few: at least ${SHORTEST_LOG_MEL_INPUT} are needed`);
  }
  const frames = Math.floor(samples.length / HOP);
  const filters = melFilters(sampleRate, bins);
  const window = Float64Array.from({ length: FRAME }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FRAME));
  const fft = new RealFft(FRAME);
  const frame = new Float64Array(FRAME);
  const spectrum = new Float64Array(fft.bins);
  const values = new Float32Array(bins * frames);
  for (let t = 0; t < frames; t++) {
    const start = t * HOP - PADDING;
    for (let n = 0; n < FRAME; n++) frame[n] = (window[n] as number) * mirrored(samples, start + n);
    fft.powerSpectrum(frame, spectrum);
    for (let k = 0; k < spectrum.length; k++) spectrum[k] = Math.sqrt((spectrum[k] as number) + 1e-9);
    for (const [m, { first, weights }] of filters.entries()) {
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (spectrum[first + i] as number);
      values[m * frames + t] = Math.log(Math.max(sum, SMALLEST_MEL));
    }
  }
  return { bins, frames, values };
}

/** The signal continued by reflection, without repeating its first and last sample. */
function mirrored(samples: Float32Array, index: number): number {
  const last = samples.length - 1;
  const inside = index < 0 ? -index : index > last ? 2 * last - index : index;
  return samples[inside] as number;
}

/** The weights of a triangle over consecutive spectrum bins. */
export interface MelFilter {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Triangles equally spaced on Slaney's mel scale, each of unit area. @see librosa.filters.mel */
export function melFilters(sampleRate: number, bins: number): MelFilter[] {
  const spectrumBins = FRAME / 2 + 1;
  const top = hertzToMel(sampleRate / 2);
  const edges = Array.from({ length: bins + 2 }, (_, i) => melToHertz((top * i) / (bins + 1)));
  return Array.from({ length: bins }, (_, m) => {
    const [low, centre, high] = edges.slice(m, m + 3) as [number, number, number];
    const weights: number[] = [];
    let first = 0;
    for (let k = 0; k < spectrumBins; k++) {
      const frequency = (k * sampleRate) / FRAME;
      const height = Math.min((frequency - low) / (centre - low), (high - frequency) / (high - centre));
      if (height <= 0) continue;
      if (weights.length === 0) first = k;
      weights.push((height * 2) / (high - low));
    }
    return { first, weights: Float64Array.from(weights) };
  });
}

const LINEAR_STEP = 200 / 3;
const LOG_START = 1000;
const LOG_START_MEL = LOG_START / LINEAR_STEP;
const LOG_STEP = Math.log(6.4) / 27;

function hertzToMel(frequency: number): number {
  return frequency < LOG_START ? frequency / LINEAR_STEP : LOG_START_MEL + Math.log(frequency / LOG_START) / LOG_STEP;
}

function melToHertz(mel: number): number {
  return mel < LOG_START_MEL ? mel * LINEAR_STEP : LOG_START * Math.exp(LOG_STEP * (mel - LOG_START_MEL));
}
