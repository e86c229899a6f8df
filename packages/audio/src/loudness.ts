import { frameLevels } from './speech-bounds.js';

/** Frames this far below the loudest are pauses and do not count towards the level. */
const GATE_DB = 25;

/**
 * The gated level of speech: root mean square over the frames that contain speech, so long pauses do not count as quiet
 * speech.
 *
 * @param samples mono in [-1, 1]
 * @returns linear level, 0 for silence
 */
export function speechLevel(samples: Float32Array, sampleRate: number): number {
  const { levels } = frameLevels(samples, sampleRate);
  let loudest = 0;
  for (const level of levels) loudest = Math.max(loudest, level);
  const gate = loudest * 10 ** (-GATE_DB / 20);
  let energy = 0;
  let frames = 0;
  for (const level of levels) {
    if (level <= gate) continue;
    energy += level ** 2;
    frames += 1;
  }
  return frames === 0 ? 0 : Math.sqrt(energy / frames);
}

/** A larger correction would turn an intended whisper into loud speech. */
const MAX_CORRECTION_DB = 6;

/**
 * Gains that bring the pieces of one utterance to their median level.
 *
 * @param levels linear, 0 for a piece without speech
 * @returns one gain a piece, within ±6 dB, 1 for a piece without speech
 */
export function matchingGains(levels: readonly number[]): number[] {
  const audible = levels.filter((level) => level > 0).sort((a, b) => a - b);
  const middle = audible[Math.floor(audible.length / 2)];
  if (middle === undefined) return levels.map(() => 1);
  const largest = 10 ** (MAX_CORRECTION_DB / 20);
  return levels.map((level) => (level > 0 ? Math.min(largest, Math.max(1 / largest, middle / level)) : 1));
}
