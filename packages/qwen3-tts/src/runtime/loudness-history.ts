/** Power of −60 dB of full scale: nobody hears less. */
const INAUDIBLE = 1e-6;
/** Pauses and room tone, this far below the mean, do not count towards the level: −10 dB, as in ITU-R BS.1770. */
const GATE = 0.1;
/** An utterance is quiet 25 dB below its own level; the noise of one frame may be a decibel above that of all. */
const QUIET = 10 ** -2.4;

/** How much of an utterance has sound. */
export interface Loudness {
  /** Frames louder than 25 dB below the utterance's own level. */
  readonly sounding: number;
  /** Frames since the last of them. */
  readonly quiet: number;
  /** Of the quiet ones, those at the end that are below −60 dB of full scale. */
  readonly silent: number;
}

/**
 * The power of each frame of an utterance. What is quiet is measured against the utterance's own level, so that a whisper
 * is speech and room tone is not, whatever the gain.
 */
export class LoudnessHistory {
  readonly #powers: number[] = [];

  /** Takes the samples of the next frame. */
  frame(samples: Float32Array): void {
    let energy = 0;
    for (const sample of samples) energy += sample * sample;
    this.#powers.push(energy / samples.length);
  }

  /** Of all frames so far. A later frame can change what counts as quiet among earlier ones. */
  measure(): Loudness {
    const powers = this.#powers;
    const threshold = Math.max(INAUDIBLE, QUIET * this.#level());
    const trailing = (below: number) => powers.length - 1 - powers.findLastIndex((power) => power > below);
    return {
      sounding: powers.filter((power) => power > threshold).length,
      quiet: trailing(threshold),
      silent: trailing(INAUDIBLE),
    };
  }

  /** Mean power without pauses. */
  #level(): number {
    const audible = this.#powers.filter((power) => power > INAUDIBLE);
    const gate = GATE * mean(audible);
    return mean(audible.filter((power) => power >= gate));
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
