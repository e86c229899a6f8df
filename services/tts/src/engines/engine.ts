import type { PcmSpeech } from '@ownvoice/audio';
import type { Language, ModelVariant } from '@ownvoice/shared/contract';

/** As in `X-TTS-Engine` and /health. */
export type EngineName = 'builtin' | 'qwen3-tts' | 'remote';

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
  /** The loaded variant, which says what it can do; null for the built-in voice. */
  readonly variant: ModelVariant | null;
  /** `cpu`, `cuda`, `webgpu`. */
  readonly device: string;
  /** Why it runs on no GPU that is there. */
  readonly deviceReason?: string;
  /** `fp32`, `fp16`, `int8`, `int4`; for the built-in voice `n/a`. */
  readonly precision: string;
  /** SHA-256 (hex) of the loaded checkpoint, null for the built-in voice. */
  readonly checkpoint: string | null;
  /**
   * The plan of requests with a seed. The length of their chunks is a constant of the build, so that no measurement decides
   * where a text is cut.
   */
  readonly seeded: BatchPlan;
  /** The same request with the same seed gives other samples. */
  readonly ignoresSeed?: boolean;
  /** It finds a place for each chunk, and more of them take no more time. */
  readonly placesChunks?: boolean;
  /** It clones recordings and cannot encode them. */
  readonly clonesOnly?: boolean;
}

/** The largest batch in which a chunk has time enough: the one that its request was cut for, or more if it is shorter. */
export function plannedBatch(
  job: Pick<SynthesisJob, 'estimatedSeconds' | 'reproducible'>,
  { parallel, seeded, batches }: Pick<EngineCapabilities, 'parallel' | 'seeded' | 'batches'>,
): number {
  const larger = batches.find(({ longestSeconds }) => job.estimatedSeconds <= longestSeconds);
  return Math.max(job.reproducible ? seeded.parallel : parallel, larger?.parallel ?? 1);
}

export interface ReferenceAudio {
  /** Mono, 24 kHz, in [-1, 1], 3 to 60 seconds. */
  readonly samples: Float32Array;
  /** Transcript; without it only the speaker embedding is used. */
  readonly text?: string;
  /** SHA-256 (hex) of the samples: the key of an engine's cache of encoded references. */
  readonly hash: string;
}

/** A recording as a model has encoded it. Only models of the same checkpoint can use it. */
export interface EncodedVoice {
  readonly checkpoint: string;
  /** SHA-256 (hex) of what follows: the key of an engine's cache. */
  readonly hash: string;
  /** `[hidden]` */
  readonly speakerEmbedding: Float32Array;
  /** The transcript and its codes, `[frames, groups]`; undefined when the recording came without a transcript. */
  readonly spoken: { readonly text: string; readonly codes: Int32Array; readonly frames: number } | undefined;
}

/** The bytes of numbers, without a copy. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int32Array | Int16Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

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

export interface SynthesisJob {
  /** Sanitised text, never empty. */
  readonly text: string;
  /** `Auto`: the model is given no language, and the built-in voice speaks its own. */
  readonly language: Language | 'Auto';
  readonly voice: VoiceSource;
  /** Speaking rate, 0.25 to 4; the pitch does not change. */
  readonly speed: number;
  /** 32-bit unsigned. The same job with the same seed on the same engine gives the same samples. */
  readonly seed: number;
  /** The client chose the seed and expects the same bytes for it again. */
  readonly reproducible: boolean;
  /** Of speech, at a speed of 1. */
  readonly estimatedSeconds: number;
  /** Nobody waits for it: an engine that can sets it aside while it has other jobs. */
  readonly isBackground?: true;
}

/** Of all audio, in Hz. */
export const SAMPLE_RATE = 24_000;

/** Why a chunk that was spoken may not be what its text says, and what the model's figures were, for the log. */
export interface Doubt {
  /** What ran on behind its text was cut off; it came short or ran away and was generated again; it came short twice. */
  readonly kind: 'cut' | 'repeated' | 'short';
  /** Of the end token in front of the last frame, among those that may be sampled. */
  readonly endProbability: number;
  readonly endRank: number;
}

/** One chunk as it was spoken: packed until the response is whole. */
export interface SpokenChunk {
  /** Null when nothing is audible. */
  readonly speech: PcmSpeech | null;
  readonly doubt?: Doubt | undefined;
  /** Why the chunk is missing. The scheduler sets it; engines throw. */
  readonly skipped?: { readonly cause: 'failed' | 'timeout' | 'inaudible'; readonly reason: string };
}

/** Seconds of speech, without the silence around it. */
export const speechSeconds = ({ speech }: SpokenChunk): number => (speech?.samples.length ?? 0) / SAMPLE_RATE;

export interface SynthesisControl {
  /** When it fires, the computation stops (not just the wait) and the promise rejects. */
  readonly signal: AbortSignal;
  /**
   * Called when the engine begins to compute this job: the chunk's 30 s count from here. Called again for each half of a
   * chunk that is spoken again in two, and for a third attempt.
   */
  readonly onStart: () => void;
}

/** Why a job failed. */
export type EngineErrorKind =
  /** The engine goes on (a runaway, an empty result). */
  | 'failed'
  /** The engine's process died while it worked on this job. */
  | 'crashed'
  /** The process was killed because another job hung; this one may be tried again. */
  | 'interrupted'
  /** The GPU has gone, and the process with it; this job may be tried again. */
  | 'device_lost'
  | 'timeout'
  /** The voice has no sound for anything in the text. */
  | 'inaudible'
  | 'unsupported'
  | 'unavailable'
  | 'aborted';

/** The one error that `synthesize` rejects with. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly kind: EngineErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What an engine computes; it may be given more than it does at once, and queues it in order. */
export interface EngineWork {
  /**
   * Speaks one chunk.
   *
   * @throws EngineError
   */
  synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk>;
  /**
   * Encodes a recording, so that its voice can be used without it.
   *
   * @throws EngineError
   */
  encode(reference: ReferenceAudio, control: SynthesisControl): Promise<EncodedVoice>;
}
