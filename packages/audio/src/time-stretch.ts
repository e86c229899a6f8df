const FRAME_SECONDS = 0.032;
const SEARCH_SECONDS = 0.016;

/**
 * Changes the duration of speech without its pitch: waveform-similarity overlap-add (WSOLA). Frames of 32 ms with half
 * overlap are taken at the scaled time, shifted by up to 16 ms (a period of the deepest voice) to where they continue
 * the previous frame best.
 *
 * @param samples mono
 * @param sampleRate in Hz
 * @param factor of the duration: 2 is twice as long
 * @returns mono, `round(samples.length * factor)` samples; at a factor of 1 the same array
 * @throws RangeError when `factor` is not a positive number
 * @see W. Verhelst and M. Roelands, "An overlap-add technique based on waveform similarity (WSOLA)", ICASSP 1993
 */
export function stretchTime(samples: Float32Array, sampleRate: number, factor: number): Float32Array {
  if (!(factor > 0 && Number.isFinite(factor))) throw new RangeError(`not a factor of duration: ${factor}`);
  if (factor === 1) return samples;
  const length = Math.round(samples.length * factor);
  const hop = Math.round((FRAME_SECONDS * sampleRate) / 2);
  const search = Math.round(SEARCH_SECONDS * sampleRate);
  const frame = 2 * hop;
  // Room for the frames that reach over the ends and for their search.
  const margin = hop + search;
  const source = new Float32Array(samples.length + 2 * margin + frame);
  source.set(samples, margin);
  const window = Float32Array.from({ length: frame }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * index) / hop));
  // The first frame begins half a frame before the output, so that the output starts at full level.
  const stretched = new Float32Array(length + 2 * frame);
  let previous = 0;
  for (let at = 0, first = true; at < length + hop; at += hop, first = false) {
    const target = Math.min(Math.round(at / factor) + search, source.length - frame - search);
    const start = first ? target : bestContinuation(source, previous + hop, target, hop, search);
    for (let index = 0; index < frame; index += 1) {
      stretched[at + index] = (stretched[at + index] ?? 0) + (source[start + index] ?? 0) * (window[index] ?? 0);
    }
    previous = start;
  }
  return stretched.subarray(hop, hop + length);
}

/** Where, within `search` of `target`, the source is most similar to its part from `natural` on, over `length` samples. */
function bestContinuation(
  source: Float32Array,
  natural: number,
  target: number,
  length: number,
  search: number,
): number {
  const lowest = Math.max(0, target - search);
  const highest = Math.min(source.length - 2 * length, target + search);
  if (natural >= lowest && natural <= highest) return natural;
  let best = target;
  let bestSimilarity = Number.NEGATIVE_INFINITY;
  for (let start = lowest; start <= highest; start += 2) {
    let product = 0;
    let energy = 1e-9;
    for (let index = 0; index < length; index += 2) {
      const value = source[start + index] ?? 0;
      product += value * (source[natural + index] ?? 0);
      energy += value * value;
    }
    const similarity = product / Math.sqrt(energy);
    if (similarity > bestSimilarity) {
      bestSimilarity = similarity;
      best = start;
    }
  }
  return best;
}
