import { concatenate, type MonoAudio } from '@ownvoice/audio';
import { checkNotTooLong, type StreamParameters } from './limits.js';
import { UnreadableAudio } from './unreadable-audio.js';

/** What a decoder makes of a part of a file. */
export interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  /** In Hz. */
  readonly sampleRate: number;
  readonly errors: readonly unknown[];
}

/** Mixes decoded slices to one channel and stops a stream that becomes too long or changes its parameters. */
export class MonoCollector {
  readonly #parameters: StreamParameters;
  readonly #parts: Float32Array[] = [];
  #length = 0;

  constructor(parameters: StreamParameters) {
    this.#parameters = parameters;
  }

  add({ channelData, samplesDecoded, sampleRate, errors }: Decoded): void {
    if (errors.length > 0) throw new UnreadableAudio('The audio data is damaged.');
    if (samplesDecoded <= 0) return;
    if (sampleRate !== this.#parameters.sampleRate) {
      throw new UnreadableAudio('The sample rate of the audio differs from its header.');
    }
    this.#length += samplesDecoded;
    checkNotTooLong(this.#length / sampleRate, true);
    const mono = new Float32Array(samplesDecoded);
    for (const channel of channelData) {
      for (let index = 0; index < samplesDecoded; index += 1) {
        mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / channelData.length;
      }
    }
    this.#parts.push(mono);
  }

  /** @param announced samples by the header, 0 for unknown */
  finish(announced: number): MonoAudio {
    if (this.#length === 0) throw new UnreadableAudio('The audio file holds no samples.');
    if (this.#length < announced) throw new UnreadableAudio('The audio file ends before its samples do.');
    return { samples: concatenate(this.#parts), sampleRate: this.#parameters.sampleRate };
  }
}
