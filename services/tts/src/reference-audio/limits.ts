import { MAX_REFERENCE_SECONDS, MIN_REFERENCE_SECONDS } from '@ownvoice/shared/contract';
import { UnreadableAudio } from './unreadable-audio.js';

/** What a recording of a voice can plausibly have; beyond it, a header is broken or hostile. */
const RATES = { lowest: 4_000, highest: 192_000 } as const;
const MOST_CHANNELS = 8;
/** Codecs pad their last block: a recording of exactly the longest length decodes to a little more. */
const CODEC_PADDING_SECONDS = 0.25;

/** How audio is laid out, as its header says. */
export interface StreamShape {
  /** In Hz. */
  readonly sampleRate: number;
  readonly channels: number;
}

/** @throws UnreadableAudio for a sample rate or a number of channels that no recording has */
export function checkShape({ sampleRate, channels }: StreamShape): void {
  if (!(sampleRate >= RATES.lowest && sampleRate <= RATES.highest)) {
    throw new UnreadableAudio(
      `The audio has a sample rate of ${sampleRate} Hz; from ${RATES.lowest} to ${RATES.highest} Hz can be used.`,
    );
  }
  if (!(channels >= 1 && channels <= MOST_CHANNELS)) {
    throw new UnreadableAudio(`The audio has ${channels} channels; 1 to ${MOST_CHANNELS} can be used.`);
  }
}

/** @throws UnreadableAudio when the audio is shorter than a reference may be */
export function checkNotTooShort(seconds: number): void {
  if (seconds >= MIN_REFERENCE_SECONDS) return;
  throw new UnreadableAudio(
    `The audio is ${seconds.toFixed(2)} seconds long; at least ${MIN_REFERENCE_SECONDS} are needed.`,
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
