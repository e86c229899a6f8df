// The part of the package's API that is used: it has no types of its own.
declare module '@echogarden/espeak-ng-emscripten' {
  /** Samples are 16-bit at `get_samplerate()`; null when a call only carries events. Returning true stops the speech. */
  type AudioCallback = (samples: Int16Array | null, events: readonly SpeechEvent[]) => boolean;

  interface SpeechEvent {
    /** `end` at the end of a clause. */
    readonly type: string;
    /** In milliseconds since the beginning. */
    readonly audio_position: number;
  }

  interface EspeakWorker {
    /** @returns 0, or another number when there is no such voice or variant, after which the old one stays */
    set_voice(identifier: string): number;
    set_rate(wordsPerMinute: number): number;
    set_pitch(percent: number): number;
    set_range(percent: number): number;
    get_samplerate(): number;
    synthesize(ssml: string, callback: AudioCallback): void;
  }

  export interface EspeakModule {
    readonly HEAPU8: Uint8Array;
    readonly eSpeakNGWorker: new () => EspeakWorker;
  }

  export default function load(overrides: {
    print: (line: string) => void;
    printErr: (line: string) => void;
  }): Promise<EspeakModule>;
}

// The part of the package's API that is used, declared here because the package is optional: the build works without it.
declare module 'lindera-wasm-ipadic' {
  interface Tokenizer {
    /** @returns one map a morpheme, with `text` and `details` */
    tokenize(text: string): unknown;
  }

  export class TokenizerBuilder {
    setDictionary(uri: string): void;
    setMode(mode: 'normal' | 'decompose'): void;
    build(): Tokenizer;
  }

  export default function initialize(input: { module_or_path: Uint8Array }): Promise<unknown>;
}
