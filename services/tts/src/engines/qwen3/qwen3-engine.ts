import { createHash } from 'node:crypto';
import { stretchTime } from '@ownvoice/audio';
import type { EncodedReference } from '@ownvoice/qwen3-tts';
import type { Adapter } from '@ownvoice/qwen3-tts/adapter';
import {
  ModelError,
  PromptError,
  RunawayError,
  type SpeechModel,
  type SynthesisInput,
} from '@ownvoice/qwen3-tts/runtime';
import type { ModelVariant } from '@ownvoice/shared/contract';
import {
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type ReferenceAudio,
  type SpokenCodes,
  type SynthesisControl,
  type SynthesisJob,
} from '../engine.js';
import { type ChunkAudio, DeviceLostError, type LoadedEngine } from '../engine-host.js';
import type { BatchPlanner } from './batch-plan.js';
import { contextOf, repeatsContext } from './chunk-context.js';
import { ReferenceCache } from './reference-cache.js';

const REFERENCE_CACHE_BYTES = 128_000_000;
/** Each is of use for one request only. */
const CONTEXT_CACHE_BYTES = 32_000_000;

/** A loaded model as an engine. The model batches the jobs that are in flight together. */
export class Qwen3Engine implements LoadedEngine {
  readonly #model: SpeechModel;
  readonly #planner: BatchPlanner;
  #capabilities: EngineCapabilities;
  readonly #references = new ReferenceCache(REFERENCE_CACHE_BYTES);
  readonly #contexts = new ReferenceCache(CONTEXT_CACHE_BYTES);

  /** @param adapter of a model on WebGPU */
  constructor(model: SpeechModel, variant: ModelVariant, planner: BatchPlanner, adapter?: Adapter) {
    const { kind, device, precision, checkpoint } = model.info;
    this.#model = model;
    this.#planner = planner;
    this.#capabilities = {
      speech: kind === 'custom_voice',
      design: kind === 'voice_design',
      clone: kind === 'base',
      variant,
      device,
      ...(adapter && { adapter }),
      precision,
      checkpoint,
      ...planner.plan,
    };
  }

  get capabilities(): EngineCapabilities {
    const { plan } = this.#planner;
    if (plan.seeded !== this.#capabilities.seeded) this.#capabilities = { ...this.#capabilities, ...plan };
    return this.#capabilities;
  }

  get stats(): Readonly<Record<string, number>> {
    const { entries, bytes, hits, misses } = this.#references.stats;
    const { drafted, accepted } = this.#model.drafts;
    return {
      reference_cache_entries: entries,
      reference_cache_bytes: bytes,
      reference_cache_hits: hits,
      reference_cache_misses: misses,
      drafted_codes: drafted,
      accepted_codes: accepted,
    };
  }

  async synthesize(job: SynthesisJob, control: SynthesisControl): Promise<ChunkAudio> {
    let recordEnd: ReturnType<BatchPlanner['begin']> | undefined;
    let speechSeconds = 0;
    const onStart = () => {
      if (recordEnd) return;
      recordEnd = this.#planner.begin(performance.now() / 1000);
      control.onStart();
    };
    try {
      const input = await this.#input(job, control.signal, onStart);
      const { text, seed, reproducible, speed, context, givesContext } = job;
      const options = { seed, reproducible, signal: control.signal, onStart };
      const generation = await this.#model.synthesize(input, options);
      const { samples, endedBy, frames } = generation;
      const { sampleRate, samplesPerFrame } = this.#model.info;
      speechSeconds = samples.length / sampleRate;
      if (context && repeatsContext(context, { text, frames })) {
        throw new EngineError('failed', 'The speech is as long as if it said the first chunk again.');
      }
      return {
        ...(givesContext && { context: contextOf(text, generation, sampleRate / samplesPerFrame) }),
        samples: speed === 1 ? samples : stretchTime(samples, sampleRate, 1 / speed),
        sampleRate,
        roomToneCut: endedBy === 'quiet',
      };
    } catch (error) {
      if (error instanceof PromptError || error instanceof RunawayError) {
        throw new EngineError('failed', error.message, { cause: error });
      }
      // What the runtime throws on a GPU leaves the device as nobody knows.
      const isOurs = error instanceof EngineError || error instanceof ModelError || control.signal.aborted;
      if (this.#capabilities.adapter && !isOurs) {
        throw new DeviceLostError(error instanceof Error ? error.message : String(error), { cause: error });
      }
      throw error;
    } finally {
      recordEnd?.(performance.now() / 1000, speechSeconds);
    }
  }

  async #input(
    { text, language, voice, context }: SynthesisJob,
    signal: AbortSignal,
    onStart: () => void,
  ): Promise<SynthesisInput> {
    const { kind } = this.#model.info;
    if (voice.kind === 'speech' && kind === 'custom_voice') {
      return { kind, text, language, speaker: voice.id, instruct: voice.instruct };
    }
    if (voice.kind === 'design' && kind === 'voice_design') {
      return { kind, text, language, instruct: voice.description };
    }
    if (voice.kind === 'clone' && kind === 'base') {
      // Encoding is part of the work; the first job of a reference does it for all.
      onStart();
      const encoded = await this.#reference(voice.reference);
      signal.throwIfAborted();
      const reference = context ? await this.#withContext(encoded, context) : encoded;
      return { kind, text, language, reference };
    }
    throw this.#unsupported();
  }

  /** One object for each voice, because the model keeps what it has computed by it. */
  #reference(voice: ReferenceAudio | EncodedVoice): Promise<EncodedReference> {
    const { hash } = voice;
    if ('samples' in voice) {
      const { samples, text } = voice;
      return this.#references.get(`${hash}:${text ?? ''}`, () => this.#model.encodeReference(samples, { text }));
    }
    if (voice.checkpoint !== this.#capabilities.checkpoint)
      throw new EngineError('unsupported', 'The voice was encoded for another model than the one that is loaded.');
    const { speakerEmbedding, spoken } = voice;
    return this.#references.get(`encoded:${hash}`, async () => ({ speakerEmbedding, spoken }));
  }

  /** The voice as if what it has said were its recording. One object for each, as above. */
  #withContext({ speakerEmbedding }: EncodedReference, spoken: SpokenCodes): Promise<EncodedReference> {
    const hash = hashOf({ speakerEmbedding, spoken });
    return this.#contexts.get(hash, async () => ({ speakerEmbedding, spoken }));
  }

  async encode(recording: ReferenceAudio, { signal, onStart }: SynthesisControl): Promise<EncodedVoice> {
    const { checkpoint } = this.#model.info;
    if (!this.#capabilities.clone) throw this.#unsupported();
    onStart();
    const { speakerEmbedding, spoken } = await this.#reference(recording);
    signal.throwIfAborted();
    return { checkpoint, hash: hashOf({ speakerEmbedding, spoken }), speakerEmbedding, spoken };
  }

  #unsupported(): EngineError {
    return new EngineError('unsupported', `The loaded variant ${this.#capabilities.variant} cannot do that.`);
  }
}

function hashOf({ speakerEmbedding, spoken }: EncodedReference): string {
  const hash = createHash('sha256').update(bytesOf(speakerEmbedding));
  if (spoken) hash.update(bytesOf(spoken.codes)).update(spoken.text);
  return hash.digest('hex');
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
