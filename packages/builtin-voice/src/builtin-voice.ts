import { setImmediate } from 'node:timers/promises';
import {
  concatenate,
  joinSpeech,
  limitPeaks,
  packSpeech,
  Resampler,
  type SpokenPiece,
  speechLevel,
  stretchTime,
} from '@ownvoice/audio';
import type { Language } from '@ownvoice/shared/contract/languages';
import { BuiltinVoiceError } from './builtin-voice-error.js';
import { type Delivery, readDelivery } from './delivery/delivery.js';
import { type FormantSettings, FormantSynthesizer, RATE_LIMITS } from './formant/formant-synthesizer.js';
import { speakPhrases } from './formant/phrases.js';
import { Frontend } from './frontend/frontend.js';
import type { ScriptRun } from './frontend/script-runs.js';
import { type FormantVoice, formantVoice, varySettings } from './voices.js';

/** How a text is spoken. */
export interface SpeechOptions {
  /** Id of a pre-built voice, for instance `uncle_fu`. */
  readonly voice: string;
  readonly language: Language;
  /** Emotion or prosody in plain words, in any of the ten languages; empty for none. */
  readonly instruct: string;
  /** Speaking rate, 0.25 to 4; the pitch does not change. */
  readonly speed: number;
  /** 32-bit unsigned. The same text with the same options gives the same samples. */
  readonly seed: number;
}

/** Mono speech in [-1, 1]. */
export interface Speech {
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: typeof SAMPLE_RATE;
}

const SAMPLE_RATE = 24_000;
/** Root mean square of the speech itself, -20 dBFS, the same for every voice and language. */
const SPEECH_LEVEL = 0.1;

/**
 * Nine voices and ten languages by formant synthesis, without a model. Computation is synchronous: use it in a process or
 * thread of its own.
 */
export class BuiltinVoice {
  #synthesizer: FormantSynthesizer | undefined;
  readonly #resampler: Resampler;
  readonly #frontend = new Frontend();

  private constructor(synthesizer: FormantSynthesizer) {
    this.#synthesizer = synthesizer;
    this.#resampler = new Resampler(synthesizer.sampleRate, SAMPLE_RATE);
  }

  /** @throws BuiltinVoiceError `not-installed` */
  static async load(): Promise<BuiltinVoice> {
    return new BuiltinVoice(await FormantSynthesizer.load());
  }

  /**
   * Speaks one chunk of text.
   *
   * Each sentence is synthesized in a step of its own. Between steps the event loop turns, so that several calls take
   * turns.
   *
   * @param text at most 500 characters, whole or as its sentences
   * @param signal checked after each step
   * @returns mono, 24 kHz, at one level for all voices before the instruction moves it, no peak above -0.3 dBFS
   * @throws BuiltinVoiceError
   * @throws the signal's reason when it fires
   */
  async speak(
    text: string | readonly string[],
    { voice: id, language, instruct, speed, seed }: SpeechOptions,
    signal?: AbortSignal,
  ): Promise<Speech> {
    const voice = formantVoice(id);
    if (!voice) throw new BuiltinVoiceError('unknown-voice', `The built-in voice has no voice ${id}.`);
    const delivery = readDelivery(instruct);
    const settings = varySettings(settingsFor(voice, delivery), seed);
    const pieces: SpokenPiece[] = [];
    const sentences = typeof text === 'string' ? [text] : text;
    const runs: ScriptRun[] = [];
    for (const sentence of sentences) runs.push(...(await this.#frontend.process(sentence, language)));
    try {
      const synthesizer = await this.#loaded();
      for (const run of runs) {
        const inLanguage = { ...settings, voice: `${run.language}+${settings.voice}` };
        for (const phrase of speakPhrases(synthesizer, run.text, inLanguage)) {
          const speech = packSpeech(this.#resampler.resample(phrase.samples), SAMPLE_RATE);
          pieces.push({ speech, pauseAfter: phrase.pauseAfter });
          await setImmediate();
          signal?.throwIfAborted();
        }
      }
    } catch (error) {
      // A fault inside WebAssembly leaves the synthesizer in an unknown state: the next text gets a new one.
      if (!signal?.aborted) this.#synthesizer = undefined;
      throw error;
    }
    const samples = stretchTime(concatenate(joinSpeech(pieces, SAMPLE_RATE).blocks), SAMPLE_RATE, 1 / speed);
    if (samples.length === 0) throw new BuiltinVoiceError('inaudible', 'Nothing in the text is audible.');
    return { samples: level(samples, delivery.gainDb), sampleRate: SAMPLE_RATE };
  }

  async #loaded(): Promise<FormantSynthesizer> {
    this.#synthesizer ??= await FormantSynthesizer.load();
    return this.#synthesizer;
  }
}

/** Settings whose voice is the vocal tract alone, without a language. */
function settingsFor(voice: FormantVoice, delivery: Delivery): FormantSettings {
  const inScale = (value: number) => Math.max(0, Math.min(99, value));
  return {
    voice: delivery.whisper ? voice.whisper : voice.variant,
    rate: Math.max(RATE_LIMITS.slowest, Math.min(RATE_LIMITS.fastest, voice.rate * delivery.rate)),
    pitch: inScale(voice.pitch + delivery.pitch),
    range: inScale(voice.range * delivery.range),
  };
}

/** Vocal tracts differ in power; all voices are brought to one level before the delivery moves it. */
function level(samples: Float32Array, gainDb: number): Float32Array {
  const gain = (SPEECH_LEVEL * 10 ** (gainDb / 20)) / speechLevel(samples, SAMPLE_RATE);
  return limitPeaks(
    samples.map((sample) => sample * gain),
    SAMPLE_RATE,
  );
}
