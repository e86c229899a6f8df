import { MAX_REFERENCE_SECONDS, MIN_REFERENCE_SECONDS, numberText } from '@ownvoice/shared/contract';
import { UnreadableAudio } from './unreadable-audio.js';

/** Sample rates of plausible recordings in Hz; beyond them a header is broken or hostile. */
const SAMPLE_RATES = { min: 4_000, max: 192_000 } as const;
const MAX_CHANNELS = 8;
/** Codecs pad their last block: a recording of exactly the longest length decodes to a little more. */
const CODEC_PADDING_SECONDS = 0.25;

/** Parameters of an audio stream by its header. */
export interface StreamParameters {
  /** In Hz. */
  readonly sampleRate: number;
  readonly channels: number;
}

/** @throws UnreadableAudio for an implausible sample rate or number of channels */
export function checkStreamParameters({ sampleRate, channels }: StreamParameters): void {
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
export const secondsText = (seconds: number): string => String(Math.floor(seconds * 1_000) / 1_000);

/** @throws UnreadableAudio when the audio is shorter than a reference may be */
export function checkNotTooShort(seconds: number): void {
  if (seconds >= MIN_REFERENCE_SECONDS) return;
  throw new UnreadableAudio(
    `The audio is ${secondsText(seconds)} seconds long; at least ${MIN_REFERENCE_SECONDS} are needed.`,
  );
}

/**
 * @param padded whether a codec may have added a little to the end
 * @throws UnreadableAudio when the audio is longer than a reference may be
 */
export function checkNotTooLong(seconds: number, padded = false): void {
  if (seconds <= MAX_REFERENCE_SECONDS + (padded ? CODEC_PADDING_SECONDS : 0)) return;
  throw new UnreadableAudio(`The audio is longer than ${MAX_REFERENCE_SECONDS} seconds.`);
}
