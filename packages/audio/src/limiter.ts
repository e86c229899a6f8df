const LOOK_AHEAD_SECONDS = 0.004;

const lookAhead = (sampleRate: number) => Math.max(1, Math.round(LOOK_AHEAD_SECONDS * sampleRate));

/** Samples on either side that a limited sample depends on: the loudest in the look-ahead, smoothed over as much again. */
export const limiterReach = (sampleRate: number): number => 2 * lookAhead(sampleRate);
/** 0.3 dB of headroom for the inter-sample peaks of a player's resampling. */
const CEILING = 10 ** (-0.3 / 20);

/**
 * A look-ahead limiter: holds peaks below -0.3 dBFS without clipping. The gain follows the loudest sample within 4 ms on
 * either side and moves smoothly. Audio below the ceiling comes back untouched, as the same array.
 *
 * @param samples mono
 */
export function limitPeaks(samples: Float32Array, sampleRate: number): Float32Array {
  if (samples.every((sample) => Math.abs(sample) <= CEILING)) return samples;
  const reach = lookAhead(sampleRate);
  const held = slidingMinimum(
    samples.map((sample) => (Math.abs(sample) > CEILING ? CEILING / Math.abs(sample) : 1)),
    reach,
  );
  const limited = new Float32Array(samples.length);
  // Every minimum in the window includes this sample, so their mean never exceeds the gain that it needs.
  const width = 2 * reach + 1;
  let sum = 0;
  for (let at = -reach; at <= reach; at += 1) sum += edge(held, at);
  for (let at = 0; at < samples.length; at += 1) {
    const gain = Math.min(1, sum / width);
    limited[at] = Math.max(-CEILING, Math.min(CEILING, (samples[at] ?? 0) * gain));
    sum += edge(held, at + reach + 1) - edge(held, at - reach);
  }
  return limited;
}

function edge(values: Float32Array, at: number): number {
  return values[Math.max(0, Math.min(values.length - 1, at))] ?? 1;
}

/** The least value within `reach` on either side, in linear time by a monotonic queue of indices. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length);
  const queue = new Int32Array(values.length);
  let head = 0;
  let tail = 0;
  for (let at = 0; at < values.length + reach; at += 1) {
    const value = values[at];
    if (value !== undefined) {
      while (tail > head && (values[queue[tail - 1] ?? 0] ?? 1) >= value) tail -= 1;
      queue[tail] = at;
      tail += 1;
    }
    const centre = at - reach;
    if (centre < 0) continue;
    while ((queue[head] ?? 0) < centre - reach) head += 1;
    result[centre] = values[queue[head] ?? 0] ?? 1;
  }
  return result;
}
