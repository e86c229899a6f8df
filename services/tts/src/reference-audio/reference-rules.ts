import { frameLevels } from '@ownvoice/audio';
import { secondsText } from './limits.js';
import { UnreadableAudio } from './unreadable-audio.js';

/** Larger samples are no audio in [-1, 1], most likely integers in a file labelled float. */
const MAX_SAMPLE = 8;
/** -50 dBFS: quieter than the noise of an ordinary room through an ordinary microphone. */
const SILENCE = 10 ** (-50 / 20);
const MIN_SOUND_SECONDS = 1;
/** A clipped peak is a run of this many samples at one level; quantisation makes such runs in quiet audio too. */
const FLAT = { run: 3, nearPeak: 0.985, tolerance: 1e-4, leastPeak: 0.25 } as const;
/** Shouting into a microphone clips a few in a thousand. */
const MAX_CLIPPED = 0.03;

/**
 * Checks that a recording can be cloned: finite samples, enough sound, no clipping.
 *
 * @param samples mono, nominally in [-1, 1]
 * @throws UnreadableAudio with the reason
 */
export function checkRecording(samples: Float32Array, sampleRate: number): void {
  if (!samples.every(Number.isFinite)) throw new UnreadableAudio('The audio contains samples that are not numbers.');
  const peak = samples.reduce((largest, sample) => Math.max(largest, Math.abs(sample)), 0);
  if (peak > MAX_SAMPLE) throw new UnreadableAudio('The samples of the audio are far beyond full scale.');
  const { levels, frame } = frameLevels(samples, sampleRate);
  const heard = (levels.filter((level) => level > SILENCE).length * frame) / sampleRate;
  if (heard === 0) throw new UnreadableAudio('The audio is silent.');
  if (heard < MIN_SOUND_SECONDS) {
    throw new UnreadableAudio(
      `Only ${secondsText(heard)} seconds of the audio are not silent; at least ${MIN_SOUND_SECONDS} is needed.`,
    );
  }
  if (clippedFraction(samples, peak) > MAX_CLIPPED) {
    throw new UnreadableAudio('The audio is overdriven: too many of its peaks are cut off.');
  }
}

/** The fraction of samples in clipped peaks. */
function clippedFraction(samples: Float32Array, peak: number): number {
  if (peak < FLAT.leastPeak) return 0;
  let clipped = 0;
  let run = 0;
  let previous = 0;
  for (const sample of samples) {
    const continues = Math.abs(sample - previous) <= FLAT.tolerance * peak;
    if (Math.abs(sample) < FLAT.nearPeak * peak) run = 0;
    else run = continues ? run + 1 : 1;
    if (run === FLAT.run) clipped += FLAT.run;
    else if (run > FLAT.run) clipped += 1;
    previous = sample;
  }
  return clipped / samples.length;
}
