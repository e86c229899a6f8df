import { setImmediate } from 'node:timers/promises';
import { logMel } from '../audio/log-mel.js';
import { featureContext, featureStride } from '../checkpoint/codec-config.js';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { assertFinite } from '../errors.js';
import { type InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { KeyValueCache } from './key-value-cache.js';

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
/**
 * Frames of a piece, 5 s: the convolutions need about 600 bytes a sample, and between the runs for two pieces a recording
 * that nobody waits for any more is dropped.
 */
const PIECE_FRAMES = 64;

/** Encodes reference audio for prompts. */
export class ReferenceEncoder {
  constructor(
    private readonly sessions: ReferenceSessions,
    private readonly config: CheckpointConfig,
    private readonly pieceFrames = PIECE_FRAMES,
  ) {}

  /**
   * @param samples mono at the codec's sample rate (24 kHz), in [-1, 1]; at least 1,280 of them
   * @throws RangeError for fewer samples; ModelError when a result is not finite; the signal's reason between two runs
   */
  async encode(samples: Float32Array, options: ReferenceOptions = {}): Promise<EncodedReference> {
    const { text, trailingSilenceSeconds = TRAILING_SILENCE_SECONDS, signal } = options;
    const speakerEmbedding = await this.embedSpeaker(samples, signal);
    if (text === undefined) return { speakerEmbedding, spoken: undefined };
    const silence = Math.round(trailingSilenceSeconds * this.config.sampleRate);
    const extended = new Float32Array(samples.length + silence);
    extended.set(samples);
    return { speakerEmbedding, spoken: { text, ...(await this.encodeCodes(extended, signal)) } };
  }

  /** `[hidden]`, in one run of some 25 ms for each second: its means are over all of the recording. */
  async embedSpeaker(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array> {
    const { speakerEncoder } = this.config;
    if (!speakerEncoder) throw new Error('only a base model has a speaker encoder');
    await betweenRuns(signal);
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
    const { codecEncoder, samplesPerFrame } = this.config;
    const { hiddenSize, layers, heads, headSize, quantizers } = codecEncoder;
    const frames = Math.ceil(samples.length / samplesPerFrame);
    const codes = new Int32Array(frames * quantizers);
    const cache = new KeyValueCache({ layers, keyValueHeads: heads, headSize });
    cache.addRow();
    let before = new Tensor('float32', [], [1, hiddenSize, 0]);
    for (let start = 0; start < frames; start += this.pieceFrames) {
      const features = await this.#features(samples, start, signal);
      await betweenRuns(signal);
      const results = await this.sessions.codecQuantizer.run({ features, before, ...cache.feeds() });
      assertFinite(Number(results.frame_sum?.data[0]), 'reference codes');
      codes.set(Int32Array.from(results.codes?.data as BigInt64Array, Number), start * quantizers);
      cache.append(results, [0]);
      before = results.after as typeof before;
    }
    return { codes, frames };
  }

  /** Of a piece, `[1, hidden, positions]`: it starts early enough for its features to equal those of the whole. */
  async #features(samples: Float32Array, frame: number, signal: AbortSignal | undefined): Promise<Tensor> {
    const { codecEncoder, samplesPerFrame } = this.config;
    await betweenRuns(signal);
    const context = Math.min(featureContext(codecEncoder), (frame * samplesPerFrame) / featureStride(codecEncoder));
    const first = frame * samplesPerFrame - context * featureStride(codecEncoder);
    const piece = samples.slice(first, (frame + this.pieceFrames) * samplesPerFrame);
    const waveform = new Tensor('float32', piece, [1, 1, piece.length]);
    const { data, dims } = (await this.sessions.codecFeatures.run({ waveform })).features as Tensor;
    const [, rows, width] = dims as [number, number, number];
    const own = new Float32Array(rows * (width - context));
    for (let row = 0; row < rows; row++) {
      const values = (data as Float32Array).subarray(row * width + context, (row + 1) * width);
      own.set(values, row * (width - context));
    }
    return new Tensor('float32', own, [1, rows, width - context]);
  }
}

/** The event loop turns: messages and cancellations arrive, and others run. */
async function betweenRuns(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
