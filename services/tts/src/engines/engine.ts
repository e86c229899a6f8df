import type { PcmSpeech } from '@ownvoice/audio';
import type { Adapter } from '@ownvoice/qwen3-tts/adapter';
import type { Language, ModelVariant } from '@ownvoice/shared/contract';

/** As in `X-TTS-Engine` and /health. */
export type EngineName = 'builtin' | 'qwen3-tts';

/**
 * Where an engine stands.
 *
 * - `absent`: there is no model yet; `reason` says how to get one. It is used when it appears.
 * - `loading`: reading weights or warming up; `progress` runs from 0 to 1 where it is known.
 * - `ready`: a warm-up utterance has gone through; jobs are taken.
 * - `asleep`: the model was unloaded because nobody used it. The next job wakes it; `isWaking` once it is being loaded again.
 * - `restarting`: the process died and is being started again; `isDeviceLost`: because its GPU has gone.
 * - `failed`: it stays down until an operator acts; `reason` is one sentence for them.
 */
export type EngineState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'absent'; readonly reason: string }
  | {
      readonly kind: 'loading';
      readonly stage: string;
      readonly progress?: number;
      /** Of a download. */
      readonly bytes?: { readonly done: number; readonly total: number } | undefined;
    }
  | { readonly kind: 'ready' }
  | { readonly kind: 'asleep'; readonly isWaking: boolean }
  | { readonly kind: 'restarting'; readonly reason: string; readonly isDeviceLost?: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

/** How many chunks an engine takes at once, and how long they may be, so that each fits its 30 s. */
export interface BatchPlan {
  /** Jobs at once, at least 1: the rows of a batch. One more, of a new request, must not time out either. */
  readonly parallel: number;
  /** The longest chunk, in estimated seconds of speech. */
  readonly maxChunkSeconds: number;
}

/** A batch, and the longest chunk that fits its 30 s in it, in estimated seconds of speech. */
export interface BatchSize {
  readonly parallel: number;
  readonly longestSeconds: number;
}

/** What an engine can do, valid from `ready` on; its own plan is for requests without a seed. */
export interface EngineCapabilities extends BatchPlan {
  /** The largest first; shorter chunks than those of a plan fit larger batches. */
  readonly batches: readonly BatchSize[];
  /** Speaks with the pre-built voices. */
  readonly speech: boolean;
  /** Makes a voice from a description. */
  readonly design: boolean;
  /** Makes a voice from a sample. */
  readonly clone: boolean;
  /** The loaded variant, null for the built-in voice. */
  readonly variant: ModelVariant | null;
  /** `cpu`, `cuda`, `webgpu`, `coreml`. */
  readonly device: string;
  /** Of WebGPU. */
  readonly adapter?: Adapter;
  /** `fp32`, `bf16`, `fp16`, `int8`, `int4`; for the built-in voice `n/a`. */
  readonly precision: string;
  /** SHA-256 (hex) of the loaded checkpoint, null for the built-in voice. */
  readonly checkpoint: string | null;
  /**
   * The plan of requests with a seed. The length of their chunks is a constant of the build, so that no measurement decides
   * where a text is cut.
   */
  readonly seeded: BatchPlan;
}

/** A recording whose voice is cloned. */
export interface ReferenceAudio {
  /** Mono, 24 kHz, in [-1, 1], 3 to 60 seconds. */
  readonly samples: Float32Array;
  /** Transcript; without it only the speaker embedding is used. */
  readonly text?: string;
  /** SHA-256 (hex) of the samples: the key of an engine's cache of encoded references. */
  readonly hash: string;
}

/** A text and the codes of its speech. */
export interface SpokenCodes {
  readonly text: string;
  /** `[frames, groups]` */
  readonly codes: Int32Array;
  readonly frames: number;
}

/** A recording as a model has encoded it. Only models of the same checkpoint can use it. */
export interface EncodedVoice {
  /** SHA-256 (hex) of the checkpoint. */
  readonly checkpoint: string;
  /** SHA-256 (hex) of what follows: the key of an engine's cache. */
  readonly hash: string;
  /** `[hidden]` */
  readonly speakerEmbedding: Float32Array;
  /** The transcript and its codes; undefined when the recording came without a transcript. */
  readonly spoken: SpokenCodes | undefined;
}

/** Where the voice of a request comes from: one kind for each kind of model. */
export type VoiceSource =
  | {
      readonly kind: 'speech';
      /** Id of a pre-built voice, for instance `uncle_fu`. */
      readonly id: string;
      /** Emotion or prosody, empty for none. */
      readonly instruct: string;
    }
  | { readonly kind: 'design'; readonly description: string }
  | { readonly kind: 'clone'; readonly reference: ReferenceAudio | EncodedVoice };

/** One chunk for an engine. */
export interface SynthesisJob {
  /** Sanitised text, never empty. */
  readonly text: string;
  readonly language: Language;
  readonly voice: VoiceSource;
  /** Speaking rate, 0.25 to 4; the pitch does not change. */
  readonly speed: number;
  /** 32-bit unsigned. The same job with the same seed on the same engine gives the same samples. */
  readonly seed: number;
  /** The client chose the seed and expects the same bytes for it again. */
  readonly reproducible: boolean;
  /** Of speech, at a speed of 1. */
  readonly estimatedSeconds: number;
  /** Whether its codes are wanted, as context for the other chunks of the request. */
  readonly givesContext?: boolean;
  /** What a cloned voice without a transcript has said before: its transcript and codes, for this chunk. */
  readonly context?: SpokenCodes;
}

/** The speech of one chunk, packed until the answer is whole. */
export interface ChunkSpeech {
  /** Null when nothing is audible. */
  readonly speech: PcmSpeech | null;
  /** In Hz. */
  readonly sampleRate: number;
  /** The model missed its end, and the room tone behind the text was cut off. */
  readonly roomToneCut?: boolean;
  /** Of a job that gives context; undefined when it is unfit for that. */
  readonly context?: SpokenCodes | undefined;
}

/** Seconds of speech, without the silence around it. */
export const speechSeconds = ({ speech, sampleRate }: ChunkSpeech): number =>
  (speech?.samples.length ?? 0) / sampleRate;

export interface SynthesisControl {
  /** When it fires, the computation stops (not just the wait) and the promise rejects. */
  readonly signal: AbortSignal;
  /** Called once, when the engine begins to compute this job: the chunk's 30 s count from here. */
  readonly onStart: () => void;
}

/**
 * Why a job failed.
 *
 * - `failed`: this job failed, the engine goes on (a runaway, an empty result).
 * - `crashed`: the engine's process died while it worked on this job.
 * - `interrupted`: the process was killed because another job hung; this one may be tried again.
 * - `device_lost`: the GPU has gone, and the process with it; this job may be tried again.
 * - `timeout`: the job exceeded its time-out.
 * - `unsupported`: this engine cannot do such a job.
 * - `unavailable`: the engine is not ready.
 * - `aborted`: the caller's signal fired.
 */
export type EngineErrorKind =
  | 'failed'
  | 'crashed'
  | 'interrupted'
  | 'device_lost'
  | 'timeout'
  | 'unsupported'
  | 'unavailable'
  | 'aborted';

/** The one error that `synthesize` rejects with. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly kind: EngineErrorKind;

  constructor(kind: EngineErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** What speaks: the model or the built-in voice. */
export interface Engine {
  readonly name: EngineName;
  readonly state: EngineState;
  /** @throws EngineError `unavailable` before the engine was ready for the first time. */
  readonly capabilities: EngineCapabilities;
  /** How often the process was started again after it died. */
  readonly restarts: number;
  /** How often its GPU has gone. */
  readonly deviceLosses: number;
  /** Why it no longer uses the device that it was started for. */
  readonly deviceReason?: string | undefined;
  /** Values for its metrics, by name. */
  readonly stats: Readonly<Record<string, number>>;
  /** Of its process, while there is one. */
  readonly pid?: number | undefined;
  /** Begins to load and returns at once; `onState` reports progress. */
  start(): void;
  /** Loads a model that is asleep; otherwise nothing happens. */
  wake?(): void;
  /** Ends the process; jobs in flight reject as `aborted`. */
  stop(): Promise<void>;
  /** Calls back at every change of `state`. @returns the function that removes the listener */
  onState(listener: (state: EngineState) => void): () => void;
  /**
   * Speaks one chunk. May be called with more jobs than `parallel`: the engine queues them in order.
   *
   * @throws EngineError
   */
  synthesize(job: SynthesisJob, control: SynthesisControl): Promise<ChunkSpeech>;
  /**
   * Encodes a recording, so that its voice can be used without it.
   *
   * @throws EngineError
   */
  encode(reference: ReferenceAudio, control: SynthesisControl): Promise<EncodedVoice>;
}
