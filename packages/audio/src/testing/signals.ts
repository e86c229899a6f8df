/** A tone with some overtones in syllables of 120 ms, as a voice has them; in [-1, 1]. */
export function hum(options: {
  readonly seconds: number;
  readonly sampleRate: number;
  /** Fundamental, in Hz. */
  readonly pitch?: number;
  readonly level?: number;
}): Float32Array {
  const { seconds, sampleRate, pitch = 140, level = 0.3 } = options;
  return new Float32Array(Math.round(seconds * sampleRate)).map((_, index) => {
    const t = index / sampleRate;
    const syllable = 0.55 - 0.45 * Math.cos((2 * Math.PI * t) / 0.12);
    const phase = 2 * Math.PI * pitch * t;
    const tone = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase);
    return (level * syllable * tone) / 1.75;
  });
}

/** @returns `samples` with silence around it, in seconds */
export function withSilence(samples: Float32Array, before: number, after: number, sampleRate: number): Float32Array {
  const start = Math.round(before * sampleRate);
  const padded = new Float32Array(start + samples.length + Math.round(after * sampleRate));
  padded.set(samples, start);
  return padded;
}

/** The largest step from one sample to the next. */
export function largestJump(samples: Float32Array): number {
  let largest = 0;
  for (let index = 1; index < samples.length; index += 1) {
    largest = Math.max(largest, Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)));
  }
  return largest;
}

/** Lengths, in seconds, of the stretches in which no sample exceeds `threshold`, those at the ends left out. */
export function innerSilences(samples: Float32Array, sampleRate: number, threshold = 0.003): number[] {
  const silences: number[] = [];
  let lastSound: number | undefined;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) <= threshold) continue;
    if (lastSound !== undefined && index - lastSound > 0.05 * sampleRate) {
      silences.push((index - lastSound) / sampleRate);
    }
    lastSound = index;
  }
  return silences;
}

/**
 * Fundamental frequency of each frame of 40 ms, by normalized autocorrelation.
 *
 * @returns in Hz, 0 for a frame without voice
 */
export function pitchTrack(samples: Float32Array, sampleRate: number): number[] {
  const frame = Math.round(0.04 * sampleRate);
  const shortest = Math.round(sampleRate / 400);
  const longest = Math.round(sampleRate / 45);
  const pitches: number[] = [];
  for (let start = 0; start + frame + longest < samples.length; start += frame) {
    const period = framePitch(samples, start, frame, shortest, longest);
    pitches.push(period > 0 ? sampleRate / period : 0);
  }
  return pitches;
}

/** The median pitch of the frames with voice in Hz, 0 when there are none. */
export function medianPitch(samples: Float32Array, sampleRate: number): number {
  const voiced = pitchTrack(samples, sampleRate)
    .filter((pitch) => pitch > 0)
    .sort((a, b) => a - b);
  return voiced[Math.floor(voiced.length / 2)] ?? 0;
}

/** @returns the period in samples, 0 when the frame is not voiced */
function framePitch(samples: Float32Array, start: number, frame: number, shortest: number, longest: number): number {
  const correlations: number[] = [];
  for (let lag = shortest; lag <= longest; lag += 1) {
    let product = 0;
    let here = 1e-9;
    let there = 1e-9;
    // Every third sample is enough for frequencies that low.
    for (let index = start; index < start + frame; index += 3) {
      const a = samples[index] ?? 0;
      const b = samples[index + lag] ?? 0;
      product += a * b;
      here += a * a;
      there += b * b;
    }
    correlations.push(here < frame * 3e-5 ? 0 : product / Math.sqrt(here * there));
  }
  const isPeak = (index: number) =>
    index > 0 &&
    index < correlations.length - 1 &&
    (correlations[index] ?? 0) >= (correlations[index - 1] ?? 0) &&
    (correlations[index] ?? 0) >= (correlations[index + 1] ?? 0);
  const peaks = correlations.map((value, index) => (isPeak(index) ? value : 0));
  const highest = Math.max(...peaks);
  if (highest < 0.75) return 0;
  // The first peak that is nearly as high: a multiple of the period correlates as well as the period.
  return shortest + peaks.findIndex((value) => value > 0.92 * highest);
}
