import { frameLevels } from '@ownvoice/audio';
import { numberText } from '@ownvoice/shared/contract/broken-rules';
import { MAX_REFERENCE_SECONDS, MIN_REFERENCE_SECONDS } from '@ownvoice/shared/contract/speech-limits';

/** An upload cannot be used. The message is a whole sentence for the client, without internals. */
export class UnreadableAudio extends Error {
  override readonly name = 'UnreadableAudio';
  readonly code: string;

  constructor(message: string, { code = 'recording_unusable', ...options }: ErrorOptions & { code?: string } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Sample rates of plausible recordings in Hz; beyond them a header is broken or hostile. */
const SAMPLE_RATES = { min: 4_000, max: 192_000 } as const;
const MAX_CHANNELS = 8;
/** Codecs pad their last block: a recording of exactly the longest length decodes to a little more. */
const CODEC_PADDING_SECONDS = 0.25;
/** Larger samples are no audio in [-1, 1], most likely integers in a file labelled float. */
const MAX_SAMPLE = 8;
/** -50 dBFS: quieter than the noise of an ordinary room through an ordinary microphone. */
const SILENCE = 10 ** (-50 / 20);
const MIN_SOUND_SECONDS = 1;
/** A clipped peak is a run of this many samples at one level; quantisation makes such runs in quiet audio too. */
const FLAT = { run: 3, nearPeak: 0.985, tolerance: 1e-4, leastPeak: 0.25 } as const;
/** Shouting into a microphone clips a few in a thousand. */
const MAX_CLIPPED = 0.03;

/** @throws UnreadableAudio for an implausible sample rate or number of channels */
export function checkStream(sampleRate: number, channels: number): void {
  if (!(sampleRate >= SAMPLE_RATES.min && sampleRate <= SAMPLE_RATES.max)) {
    throw new UnreadableAudio(
      `The audio has a sample rate of ${numberText(sampleRate)} Hz; from ${numberText(SAMPLE_RATES.min)} to ${numberText(SAMPLE_RATES.max)} Hz can be used.`,
    );
  }
  if (!(channels >= 1 && channels <= MAX_CHANNELS)) {
    throw new UnreadableAudio(`The audio has ${channels} channels; 1 to ${MAX_CHANNELS} can be used.`);
  }
}

/** Seconds to a millisecond, rounded down so that too little never reads as enough. */
const secondsText = (seconds: number): string => String(Math.floor(seconds * 1_000) / 1_000);

/** @throws UnreadableAudio when the audio is shorter than a reference may be */
export function checkNotTooShort(seconds: number): void {
  if (seconds >= MIN_REFERENCE_SECONDS) return;
  throw new UnreadableAudio(
    `The audio is ${secondsText(seconds)} seconds long; at least ${MIN_REFERENCE_SECONDS} are needed.`,
  );
}

/**
 * @param isPadded whether a codec may have added a little to the end
 * @throws UnreadableAudio when the audio is longer than a reference may be
 */
export function checkNotTooLong(seconds: number, isPadded: boolean): void {
  if (seconds <= MAX_REFERENCE_SECONDS + (isPadded ? CODEC_PADDING_SECONDS : 0)) return;
  throw new UnreadableAudio(`The audio is longer than ${MAX_REFERENCE_SECONDS} seconds.`);
}

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
  if (heard === 0) throw new UnreadableAudio('The audio is silent.', { code: 'recording_silent' });
  if (heard < MIN_SOUND_SECONDS) {
    throw new UnreadableAudio(
      `Only ${secondsText(heard)} seconds of the audio are not silent; at least ${MIN_SOUND_SECONDS} is needed.`,
      { code: 'recording_silent' },
    );
  }
  if (clippedFraction(samples, peak) > MAX_CLIPPED) {
    throw new UnreadableAudio('The audio is overdriven: too many of its peaks are cut off.', {
      code: 'recording_overdriven',
    });
  }
}

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
