import { speechBounds, stretchTime } from '@ownvoice/audio';
import { type FormantSettings, type FormantSynthesizer, RATE_LIMITS } from './formant-synthesizer.js';

/** A deviation that nobody hears is left alone: every stretch costs a little quality. */
const SMALLEST_STRETCH = 0.02;

/**
 * Speaks a sentence faster or slower with its pitch kept. The synthesizer's own rate does what it can, because it
 * articulates accordingly; what is missing to exactly `speed` is stretched.
 *
 * @param ssml escaped text
 * @param settings as at speed 1
 * @param speed 0.25 to 4
 * @returns mono at the synthesizer's rate, without silence around it
 */
export function speakAtSpeed(
  synthesizer: FormantSynthesizer,
  ssml: string,
  settings: FormantSettings,
  speed: number,
): Float32Array {
  const plain = trimmed(synthesizer.speak(ssml, settings), synthesizer.sampleRate);
  if (speed === 1) return plain;
  const rate = Math.max(RATE_LIMITS.slowest, Math.min(RATE_LIMITS.fastest, settings.rate * speed));
  const paced = trimmed(synthesizer.speak(ssml, { ...settings, rate }), synthesizer.sampleRate);
  if (paced.length === 0) return paced;
  const factor = plain.length / speed / paced.length;
  return Math.abs(factor - 1) < SMALLEST_STRETCH ? paced : stretchTime(paced, synthesizer.sampleRate, factor);
}

function trimmed(samples: Float32Array, sampleRate: number): Float32Array {
  const bounds = speechBounds(samples, sampleRate);
  return bounds ? samples.subarray(bounds.start, bounds.end) : new Float32Array(0);
}
