import { setImmediate } from 'node:timers/promises';
import { logMel } from '../audio/log-mel.js';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { assertFinite } from '../errors.js';
import { featureContext, featureStride } from '../graph/codec-encoder/feature-stride.js';
import { type InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';

/** The encoders of a base model. */
export interface ReferenceSessions {
  readonly speakerEncoder: InferenceSession;
  readonly codecFeatures: InferenceSession;
  readonly codecQuantizer: InferenceSession;
}

/** Encoded reference audio. Holds no samples. */
export interface EncodedReference {
  /** `[hidden]`, as the speaker encoder gives it. */
  readonly speakerEmbedding: Float32Array;
  /** For in-context cloning: the transcript and its codes. */
  readonly spoken:
    | {
        readonly text: string;
        /** `[frames, groups]`, row-major. */
        readonly codes: Int32Array;
        readonly frames: number;
      }
    | undefined;
}

export interface ReferenceOptions {
  /** Complete transcript; without it only the speaker embedding is made. */
  readonly text?: string | undefined;
  /** Silence added after the reference, so that its last word does not leak into the speech. Default 0.5. */
  readonly trailingSilenceSeconds?: number;
  readonly signal?: AbortSignal;
}

const TRAILING_SILENCE_SECONDS = 0.5;
/** The convolutions need about 600 bytes a sample, so a long reference is encoded in pieces. */
const PIECE_SECONDS = 5;

/** Encodes reference audio for prompts. */
export class ReferenceEncoder {
  constructor(
    private readonly sessions: ReferenceSessions,
    private readonly config: CheckpointConfig,
  ) {}

  /**
   * @param samples mono at the codec's sample rate (24 kHz), in [-1, 1]; at least 1,280 of them
   * @throws RangeError for fewer samples; ModelError when a result is not finite; the signal's reason between two runs
   */
  async encode(samples: Float32Array, options: ReferenceOptions = {}): Promise<EncodedReference> {
    const { text, trailingSilenceSeconds = TRAILING_SILENCE_SECONDS, signal } = options;
    const speakerEmbedding = await this.embedSpeaker(samples);
    if (text === undefined) return { speakerEmbedding, spoken: undefined };
    const silence = Math.round(trailingSilenceSeconds * this.config.sampleRate);
    const extended = new Float32Array(samples.length + silence);
    extended.set(samples);
    return { speakerEmbedding, spoken: { text, ...(await this.encodeCodes(extended, signal)) } };
  }

  /** `[hidden]` */
  async embedSpeaker(samples: Float32Array): Promise<Float32Array> {
    const { speakerEncoder } = this.config;
    if (!speakerEncoder) throw new Error('only a base model has a speaker encoder');
    const mel = logMel(samples, speakerEncoder.sampleRate, speakerEncoder.melBins);
    const results = await this.sessions.speakerEncoder.run({
      log_mel: new Tensor('float32', mel.values, [1, mel.bins, mel.frames]),
    });
    const embedding = results.embedding?.data as Float32Array;
    assertFinite(
      embedding.reduce((sum, value) => sum + value, 0),
      'speaker embedding',
    );
    return embedding;
  }

  /** `[frames, groups]` with `ceil(samples / 1920)` frames. */
  async encodeCodes(samples: Float32Array, signal?: AbortSignal): Promise<{ codes: Int32Array; frames: number }> {
    const features = await this.features(samples, signal);
    await betweenRuns(signal);
    const results = await this.sessions.codecQuantizer.run({ features });
    assertFinite(Number(results.frame_sum?.data[0]), 'reference codes');
    const codes = Int32Array.from(results.codes?.data as BigInt64Array, Number);
    return { codes, frames: codes.length / this.config.codecEncoder.quantizers };
  }

  /** `[1, hidden, positions]`: each piece starts early enough for its features to equal those of the whole. */
  private async features(samples: Float32Array, signal: AbortSignal | undefined): Promise<Tensor> {
    const { codecEncoder, sampleRate } = this.config;
    const stride = featureStride(codecEncoder);
    const context = featureContext(codecEncoder);
    const positions = Math.ceil(samples.length / stride);
    const pieceLength = Math.ceil((PIECE_SECONDS * sampleRate) / stride);
    const values = new Float32Array(codecEncoder.hiddenSize * positions);
    for (let start = 0; start < positions; start += pieceLength) {
      await betweenRuns(signal);
      const first = Math.max(0, start - context);
      const piece = samples.slice(first * stride, (start + pieceLength) * stride);
      const results = await this.sessions.codecFeatures.run({
        waveform: new Tensor('float32', piece, [1, 1, piece.length]),
      });
      const { data, dims } = results.features as Tensor;
      const width = dims[2] as number;
      for (let row = 0; row < codecEncoder.hiddenSize; row++) {
        const own = (data as Float32Array).subarray(row * width + start - first, (row + 1) * width);
        values.set(own, row * positions + start);
      }
    }
    return new Tensor('float32', values, [1, codecEncoder.hiddenSize, positions]);
  }
}

/** The event loop turns: messages and cancellations arrive, and others run. */
async function betweenRuns(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
