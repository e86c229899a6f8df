import type { FormantSettings } from './formant/formant-synthesizer.js';

/**
 * Varies the prosody a little, as between two readings by one speaker: pitch by up to 2 of 99, its range by up to 6, the
 * rate by up to 3 percent.
 *
 * @param seed 32-bit unsigned; equal seeds give equal variations
 */
export function varySettings(settings: FormantSettings, seed: number): FormantSettings {
  const random = splitMix32(seed);
  return {
    voice: settings.voice,
    pitch: settings.pitch + random() * 2,
    range: settings.range === 0 ? 0 : settings.range + random() * 6,
    rate: settings.rate * (1 + random() * 0.03),
  };
}

/**
 * @returns a generator of numbers in [-1, 1)
 * @see S. Vigna, SplitMix; here its 32-bit form with the finaliser of MurmurHash3
 */
function splitMix32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1;
  };
}
