import type { DecoderStackConfig } from '../../checkpoint/config.js';
import { inverseFrequencies } from '../../graph/layers/rotary.js';

/**
 * Cosines and sines of the rotary embedding for the positions 0 … count − 1, `[count, headSize / 2]` each. The angles are
 * rounded to float32 as a graph does; devices may compute a sine of large angles to a few digits only.
 */
export function rotaryLines(config: DecoderStackConfig, count: number): { cos: Float32Array; sin: Float32Array } {
  const frequencies = inverseFrequencies(config);
  const width = frequencies.length;
  const angles = Float32Array.from(
    { length: count * width },
    (_, i) => Math.floor(i / width) * frequencies[i % width]!,
  );
  return { cos: angles.map(Math.cos), sin: angles.map(Math.sin) };
}
