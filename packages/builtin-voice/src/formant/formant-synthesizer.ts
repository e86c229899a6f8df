import type { EspeakModule } from '@echogarden/espeak-ng-emscripten';
import { BuiltinVoiceError, isNotInstalled } from '../builtin-voice-error.js';

/** The voice and its prosody. */
export interface FormantSettings {
  /** Language and timbre, for instance `de+f2`. */
  readonly voice: string;
  /** Words a minute, 80 to 450. */
  readonly rate: number;
  /** Base pitch, 0 to 99. */
  readonly pitch: number;
  /** Pitch range, 0 to 99; 0 is monotone. */
  readonly range: number;
}

/** The slowest and the fastest rate that the synthesizer keeps to. */
export const RATE_LIMITS = { slowest: 80, fastest: 450 } as const;

const MAX_SSML_BYTES = 64 * 1024;
/** The longest chunk at the slowest rate takes 720 s: 500 trademark signs in Russian. */
const MAX_SECONDS = 1_200;
/** Events have whole milliseconds: a clause is cut that much earlier, before the next one can have begun. */
const EVENT_PRECISION_MS = 1;

export interface FormantSpeech {
  /** Mono at the synthesizer's rate in [-1, 1]. */
  readonly samples: Float32Array;
  /** The ends of the clauses, pauses included, as positions in `samples`. */
  readonly clauseEnds: readonly number[];
}

/**
 * eSpeak NG, a formant synthesizer. Every text starts from the same memory image, taken once after loading: no text
 * affects the next, equal settings give equal samples, and memory does not grow.
 */
export class FormantSynthesizer {
  /** In Hz. */
  readonly sampleRate: number;
  readonly #module: EspeakModule;
  readonly #worker: InstanceType<EspeakModule['eSpeakNGWorker']>;
  readonly #image: Uint8Array;

  private constructor(module: EspeakModule) {
    this.#module = module;
    this.#worker = new module.eSpeakNGWorker();
    this.sampleRate = this.#worker.get_samplerate();
    // The binding keeps one buffer for strings in that memory and grows it for the longest: it must lie in the image. Of a
    // text that begins with its end nothing is read.
    for (let pass = 0; pass < 2; pass += 1) this.#worker.synthesize('\0'.repeat(MAX_SSML_BYTES), () => false);
    this.#image = module.HEAPU8.slice();
  }

  /** @throws BuiltinVoiceError `not-installed` */
  static async load(): Promise<FormantSynthesizer> {
    const instantiate = await importModule();
    // Its noise generator is seeded from the clock while it starts.
    const now = Date.now;
    Date.now = () => 0;
    try {
      return new FormantSynthesizer(await instantiate({ print: () => {}, printErr: () => {} }));
    } finally {
      Date.now = now;
    }
  }

  /**
   * @param ssml text with markup characters escaped, at most 64 KiB in UTF-8
   * @throws RangeError for a voice that does not exist, or too long a text
   */
  synthesize(ssml: string, { voice, rate, pitch, range }: FormantSettings): FormantSpeech {
    if (Buffer.byteLength(ssml) >= MAX_SSML_BYTES) throw new RangeError('The text is too long.');
    this.#module.HEAPU8.fill(0, this.#image.length).set(this.#image);
    if (this.#worker.set_voice(voice) !== 0) throw new RangeError(`There is no formant voice ${voice}.`);
    this.#worker.set_rate(Math.round(rate));
    this.#worker.set_pitch(Math.round(pitch));
    this.#worker.set_range(Math.round(range));
    const parts: Int16Array[] = [];
    const clauseEnds: number[] = [];
    let length = 0;
    const longest = MAX_SECONDS * this.sampleRate;
    this.#worker.synthesize(ssml, (samples, events) => {
      if (samples) parts.push(samples);
      length += samples?.length ?? 0;
      for (const { type, audio_position: milliseconds } of events) {
        if (type === 'end') clauseEnds.push(this.#position(milliseconds - EVENT_PRECISION_MS));
      }
      return length > longest;
    });
    if (length > longest) throw new RangeError('The speech does not end.');
    const speech = new Float32Array(length);
    let at = 0;
    for (const part of parts) {
      for (let index = 0; index < part.length; index += 1) speech[at + index] = (part[index] ?? 0) / 32_768;
      at += part.length;
    }
    return { samples: speech, clauseEnds };
  }

  #position(milliseconds: number): number {
    return Math.max(0, Math.round((milliseconds / 1000) * this.sampleRate));
  }
}

async function importModule() {
  try {
    return (await import('@echogarden/espeak-ng-emscripten')).default;
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new BuiltinVoiceError(
      'not-installed',
      'The built-in voice is not installed: npm install --include=optional brings @echogarden/espeak-ng-emscripten.',
      { cause: error },
    );
  }
}
