/**
 * A built Qwen3-TTS model as a library.
 *
 * ```ts
 * const model = await loadModel({ folder: 'models/customvoice-0.6b-int8' });
 * const { samples } = await model.synthesize(
 *   { kind: 'custom_voice', text: 'Hello, world.', language: 'English', speaker: 'Ryan' },
 *   { seed: 7, signal },
 * );
 * await model.close();
 * ```
 *
 * Any number of `synthesize` calls may be in flight: they are batched, and each gives what it would give alone. A run of
 * the runtime blocks its thread for up to a segment (about a second on a slow machine); the event loop turns between
 * runs. A server therefore loads the model in a process of its own.
 */
import { join } from 'node:path';
import type { Device } from '@ownvoice/shared/contract/models';
import { checkpointOf, checksum, decodeLogits, MODEL_FILES, readManifest } from '../build/manifest.js';
import { isAsVerified, verifyModel } from '../build/verify.js';
import { type CheckpointConfig, readCheckpointConfig } from '../checkpoint/config.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { ModelError } from '../errors.js';
import { schemesOf } from '../graph/weights/precision.js';
import { RUNTIME_VERSION } from '../onnxruntime/onnxruntime.js';
import { languageNames } from '../prompt/language.js';
import type { PromptPlan } from '../prompt/plan.js';
import { buildPrompt, PROBE_TEXT, type PromptRequest, textOnlyPrompt } from '../prompt/prompt.js';
import type { Generation, LengthRule, RowOptions } from './batch-row.js';
import { Batcher, type BatchLimits } from './batcher.js';
import { type Codec, type CodecState, type Decoded, releaseState } from './codec/codec.js';
import { CodecSession } from './codec/codec-session.js';
import { CodecThread } from './codec/codec-thread-client.js';
import { DEVICE_TRAITS, devicesFor } from './device.js';
import { framesOfTokens } from './ending.js';
import { type GenerationSession, Generator } from './generator.js';
import { LARGEST_LOGIT_ERROR, logitError } from './logit-error.js';
import { PromptEmbedder, type PromptVectors } from './prompt-vectors.js';
import { type EncodedReference, ReferenceEncoder, type ReferenceOptions } from './reference-encoder.js';
import { oddRowsDiffer } from './row-kernels.js';
import { defaultSampling, greedySampling, type Sampling } from './sampling.js';
import { defaultThreads, openSession } from './sessions.js';
import { FrameSession } from './single-frame/frame-session.js';

/** The text and its voice, by the kind of the model; a clone takes an encoded reference. */
export type SynthesisInput =
  | Extract<PromptRequest, { kind: 'custom_voice' | 'voice_design' }>
  | (Omit<Extract<PromptRequest, { kind: 'base' }>, 'reference'> & { readonly reference: EncodedReference });

export interface SynthesisOptions extends RowOptions {
  /** False: the codes need not be the same in every batch, which saves padding odd batches. Default true. */
  readonly reproducible?: boolean;
  readonly sampling?: Sampling;
  /** Replaces the limit by the text's length: at most this many codebook-0 tokens; reaching them is a normal end. */
  readonly maxNewTokens?: number;
  /** Of the text's speech at an ordinary pace; by its tokens when left out. */
  readonly estimatedSeconds?: number;
  /** Give up early on speech that takes long and has no end in sight. Default false. */
  readonly hasty?: boolean;
  /** Fail when it begins with the end of its recording. Default: of a recording with a transcript. */
  readonly detectEcho?: boolean | undefined;
}

export interface LoadOptions {
  /** As `buildModel` wrote it. */
  readonly folder: string;
  /** Hash every file, whatever its stamp. Default false. */
  readonly hashAll?: boolean | undefined;
  /** The CPU when left out. */
  readonly device?: Device;
  /** Threads of a run; the number of cores, 8 at most, when left out. */
  readonly threads?: number;
  readonly limits?: Partial<BatchLimits>;
  readonly onProgress?: (stage: string, share: number) => void;
}

/** With fewer threads, codec and language model wait for each other's threads and take a fifteenth longer in parallel. */
const OVERLAP_THREADS = 3;
/** Of a reference, twice what the codec's attention sees: samples behind them are within −87 dB of those behind all 260. */
const LAST_FRAMES = 144;
const DEFAULT_LIMITS = { rows: 9, kvCacheBytes: 400e6 };

/**
 * Verifies and loads a built model.
 * @throws ModelError in one sentence for a folder or device that cannot be used, CheckpointError for its configuration
 */
export async function loadModel(options: LoadOptions): Promise<SpeechModel> {
  return new SpeechModel(await loadParts(options));
}

async function loadParts(options: LoadOptions) {
  const { folder, device = 'cpu', threads = defaultThreads(), onProgress = () => {} } = options;
  const manifest = await readManifest(folder);
  devicesFor(device, manifest.precision);
  const { keepsBuffers, searches, segmentFrames } = DEVICE_TRAITS[device];
  const verified = await verifyModel(folder, manifest, {
    full: options.hashAll ?? false,
    onProgress: (share) => onProgress('checking files', share * 0.3),
  });
  const checkpoint = join(folder, MODEL_FILES.checkpoint);
  const config = await readCheckpointConfig(checkpoint);
  onProgress('loading', 0.3);
  // The codec loads in its own thread while this one reads the tokenizer and is blocked by the language model.
  const source = { folder, device, threads, states: manifest.codecStates, wholePieces: searches };
  const opening: Promise<Codec> = keepsBuffers ? CodecSession.open(source) : CodecThread.open(source);
  // What it fails with is thrown where it is awaited, unless something else fails first.
  opening.catch(() => {});
  try {
    const tokenizer = await readTokenizer(checkpoint);
    const generation: GenerationSession = await (keepsBuffers
      ? FrameSession.open(folder, device, threads, config)
      : openSession(folder, MODEL_FILES.generation, 'generation', device, threads));
    const codec = await opening;
    onProgress('loaded', 1);
    const overlapDecoding = !keepsBuffers && (device !== 'cpu' || threads >= OVERLAP_THREADS);
    const limits: BatchLimits = { ...DEFAULT_LIMITS, segmentFrames, overlapDecoding, ...options.limits };
    const evenBatches = await oddRowsDiffer(schemesOf(manifest.precision));
    return { folder, manifest, verified, device, threads, config, tokenizer, generation, codec, limits, evenBatches };
  } catch (error) {
    await opening.then(
      (codec) => codec.close(),
      () => {},
    );
    throw error;
  }
}

type Parts = Readonly<Awaited<ReturnType<typeof loadParts>>>;

const infoOf = ({ manifest, device, threads, config, limits }: Parts) => ({
  /** The same for the same bytes. */
  build: checksum(manifest),
  /** Version of onnxruntime. */
  runtime: RUNTIME_VERSION,
  kind: manifest.kind,
  /** `0b6` or `1b7`. */
  size: manifest.size,
  precision: manifest.precision,
  /** SHA-256 (hex) of the checkpoint that it was built from. */
  checkpoint: checkpointOf(manifest),
  device,
  threads,
  /** Lower-case names of the preset speakers. */
  speakers: [...config.speakers.keys()],
  /** English names of the languages, without dialects. */
  languages: languageNames(config),
  /** In Hz. */
  sampleRate: config.sampleRate,
  samplesPerFrame: config.samplesPerFrame,
  /** Of a speaker embedding. */
  hiddenSize: config.talker.hiddenSize,
  /** Codes of a frame. */
  codeGroups: config.talker.codeGroups,
  /** Rows of a batch. */
  rows: limits.rows,
});
export type ModelInfo = Readonly<ReturnType<typeof infoOf>>;

export class SpeechModel {
  readonly info: ModelInfo;
  readonly config: CheckpointConfig;
  readonly #batcher: Batcher;
  readonly #embedder: PromptEmbedder;
  /** The end of each reference, so that none is decoded twice. */
  readonly #decodedReferences = new WeakMap<EncodedReference, Promise<Decoded>>();
  readonly #keptStates = new Set<CodecState>();
  readonly #forgotten = new FinalizationRegistry<CodecState>((state) => this.#forget(state));
  #references: Promise<ReferenceEncoder> | undefined;
  readonly #encoders: Awaited<ReturnType<typeof openSession>>[] = [];

  /** @internal use {@link loadModel} */
  constructor(private readonly parts: Parts) {
    const { manifest, config, generation, codec, limits, folder } = parts;
    this.config = config;
    this.info = infoOf(parts);
    this.#embedder = new PromptEmbedder(folder, manifest, config);
    const { prefillPositions } = DEVICE_TRAITS[parts.device];
    const { kvCacheBytes } = limits;
    const newGenerator = () => new Generator(generation, config, parts.evenBatches, prefillPositions, kvCacheBytes);
    this.#batcher = new Batcher(newGenerator(), codec, config, limits, newGenerator());
  }

  /** Whether its files are those that were loaded: weights are read from them all the time. */
  isIntact(): Promise<boolean> {
    return isAsVerified(this.parts.folder, this.parts.verified);
  }

  /**
   * Speaks one chunk of text.
   * @throws PromptError for an input that the model cannot serve, RunawayError when the speech does not end,
   * EchoError when it begins with the end of its recording, the signal's reason once it has fired
   */
  async synthesize(input: SynthesisInput, options: SynthesisOptions): Promise<Generation> {
    options.signal?.throwIfAborted();
    const reference = input.kind === 'base' ? input.reference : undefined;
    const { detectEcho = reference?.spoken !== undefined, ...rowOptions } = options;
    return this.#batcher.submit({
      sampling: defaultSampling(this.config),
      reproducible: true,
      ...rowOptions,
      prompt: this.promptVectors(input),
      length: this.#lengthRule(input, options),
      codecState: async () => (await this.#behind(reference)).state,
      recording: detectEcho ? async () => (await this.#behind(reference)).samples : undefined,
    });
  }

  /** The prompt as the talker gets it. @throws PromptError as `synthesize` does */
  promptVectors(input: SynthesisInput): PromptVectors {
    if (input.kind !== 'base') {
      return this.#embedder.embed(buildPrompt(this.config, this.parts.tokenizer, input), undefined);
    }
    const { reference, ...rest } = input;
    const spoken = reference.spoken && { text: reference.spoken.text, frames: reference.spoken.frames };
    const plan = buildPrompt(this.config, this.parts.tokenizer, { ...rest, reference: spoken });
    return this.#embedder.embed(plan, reference);
  }

  /**
   * Codes behind a prompt, at most `tokens` of codebook 0, for comparisons: sampled as speech is, or the likeliest without a
   * seed, which degenerate.
   */
  continuation(prompt: PromptVectors, tokens: number, seed?: number): Promise<Generation> {
    return this.#batcher.submit({
      prompt,
      sampling: (seed === undefined ? greedySampling : defaultSampling)(this.config),
      seed: seed ?? 0,
      reproducible: true,
      length: { kind: 'tokens', maximum: tokens },
      codecState: async () => this.parts.codec.start,
    });
  }

  /** The prompt of a text alone, which every kind of model can be tried with. @see textOnlyPrompt */
  textPrompt(text: string): PromptVectors {
    return this.plannedPrompt(textOnlyPrompt(this.config, this.parts.tokenizer, text));
  }

  /** A prompt without a reference, position by position. For comparisons. */
  plannedPrompt(plan: PromptPlan): PromptVectors {
    return this.#embedder.embed(plan, undefined);
  }

  /**
   * Compares the first logits on this device with those that were stored when the model was built. Speaks one frame.
   * @throws ModelError when they are too far apart for rounding, or not finite
   */
  async checkFirstLogits(): Promise<void> {
    const { manifest, device } = this.parts;
    // The second token is the one that ends it: one frame is spoken.
    const { logits } = (await this.continuation(this.textPrompt(PROBE_TEXT), 2)).firstStep;
    const expected = decodeLogits(manifest.firstLogits);
    const error = logitError(logits.subarray(0, expected.length), expected);
    const allowed = LARGEST_LOGIT_ERROR[manifest.precision];
    if (error <= allowed) return;
    const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
    throw new ModelError(
      `The model computes wrong numbers on ${device}: its first logits are off by ${percent(error)}, and rounding at ${manifest.precision} explains at most ${percent(allowed)}; "npm run model -- doctor" finds the cause.`,
    );
  }

  /** Decodes `codes [frames, groups]` to `frames · 1920` samples. */
  async decode(codes: Int32Array, frames: number): Promise<Float32Array> {
    const { codec } = this.parts;
    const { samples, state } = await codec.decode(codes, frames, codec.start);
    releaseState(state);
    return samples;
  }

  /**
   * Encodes reference audio for voice cloning; base models only. Encode once, use often.
   * @throws RangeError for audio that is too short
   */
  async encodeReference(samples: Float32Array, options?: ReferenceOptions): Promise<EncodedReference> {
    return (await this.references()).encode(samples, options);
  }

  /** The encoders of a base model, loaded when they are first needed. */
  references(): Promise<ReferenceEncoder> {
    this.#references ??= this.#openReferences();
    return this.#references;
  }

  /** Rejects what is in flight and frees the memory. */
  async close(): Promise<void> {
    await this.#batcher.close();
    this.#embedder.close();
    for (const state of this.#keptStates) this.#forget(state);
    await this.parts.generation.release();
    await this.parts.codec.close();
    for (const session of this.#encoders) await session.release();
  }

  #lengthRule({ text }: SynthesisInput, options: SynthesisOptions): LengthRule {
    const { maxNewTokens, estimatedSeconds, hasty = false } = options;
    if (maxNewTokens !== undefined) return { kind: 'tokens', maximum: maxNewTokens };
    const { sampleRate, samplesPerFrame, tokenizer } = { ...this.config, ...this.parts };
    const estimate =
      estimatedSeconds === undefined
        ? framesOfTokens(tokenizer.encode(text).length)
        : (estimatedSeconds * sampleRate) / samplesPerFrame;
    return { kind: 'text', estimate, hasty };
  }

  /** An in-context clone continues its reference: the codec decodes the end of that first. */
  async #behind(reference: EncodedReference | undefined): Promise<Decoded> {
    const { codec } = this.parts;
    if (!reference?.spoken) return { state: codec.start, samples: new Float32Array() };
    const known = this.#decodedReferences.get(reference);
    if (known) return known;
    const { codes } = reference.spoken;
    const groups = this.config.talker.codeGroups;
    const last = codes.subarray(-LAST_FRAMES * groups);
    const decoding = codec.decode(last, last.length / groups, codec.start).then((decoded) => {
      this.#keptStates.add(decoded.state);
      this.#forgotten.register(reference, decoded.state);
      return decoded;
    });
    // The chunks of a text begin together and share it; after a failure the next one tries again.
    this.#decodedReferences.set(reference, decoding);
    decoding.catch(() => this.#decodedReferences.delete(reference));
    return decoding;
  }

  #forget(state: CodecState): void {
    if (this.#keptStates.delete(state)) releaseState(state);
  }

  async #openReferences(): Promise<ReferenceEncoder> {
    const { folder, device, threads, config } = this.parts;
    const open = async (name: string) => {
      const session = await openSession(folder, name, 'encoder', device, threads);
      this.#encoders.push(session);
      return session;
    };
    return new ReferenceEncoder(
      {
        speakerEncoder: await open(MODEL_FILES.speakerEncoder),
        codecFeatures: await open(MODEL_FILES.codecFeatures),
        codecQuantizer: await open(MODEL_FILES.codecQuantizer),
      },
      config,
    );
  }
}
