import { stretchTime } from '@ownvoice/audio';
import { PromptError, RunawayError, type SpeechModel, type SpeechRequest } from '@ownvoice/qwen3-tts/runtime';
import type { ModelVariant } from '@ownvoice/shared/contract';
import type { Synthesizer } from '../child-host.js';
import {
  type EngineCapabilities,
  EngineError,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from '../engine.js';
import type { Pacemaker } from './pace.js';
import { ReferenceCache } from './reference-cache.js';

const REFERENCE_CACHE_BYTES = 128_000_000;

/** Speaks jobs with a loaded model; those that come together are batched by the model. */
export class Qwen3Synthesizer implements Synthesizer {
  readonly #model: SpeechModel;
  readonly #pacemaker: Pacemaker;
  #capabilities: EngineCapabilities;
  readonly #references = new ReferenceCache(REFERENCE_CACHE_BYTES);

  constructor(model: SpeechModel, variant: ModelVariant, pacemaker: Pacemaker) {
    const { kind, size, device, precision } = model.info;
    this.#model = model;
    this.#pacemaker = pacemaker;
    this.#capabilities = {
      speech: kind === 'custom_voice',
      design: kind === 'voice_design',
      clone: kind === 'base',
      instruct: kind !== 'base' && size !== '0b6',
      variant,
      device,
      precision,
      ...pacemaker.pace,
    };
  }

  get capabilities(): EngineCapabilities {
    const { parallel, maxChunkSeconds } = this.#pacemaker.pace;
    const known = this.#capabilities;
    if (parallel !== known.parallel || maxChunkSeconds !== known.maxChunkSeconds) {
      this.#capabilities = { ...known, parallel, maxChunkSeconds };
    }
    return this.#capabilities;
  }

  get figures(): Readonly<Record<string, number>> {
    const { entries, bytes, hits, misses } = this.#references.figures;
    return {
      reference_cache_entries: entries,
      reference_cache_bytes: bytes,
      reference_cache_hits: hits,
      reference_cache_misses: misses,
    };
  }

  async synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk> {
    let ended: ReturnType<Pacemaker['begin']> | undefined;
    let startedAt = 0;
    let speechSeconds = 0;
    const onStart = () => {
      if (ended) return;
      ended = this.#pacemaker.begin();
      startedAt = performance.now();
      control.onStart();
    };
    try {
      const request = await this.#request(job, control.signal, onStart);
      const { samples } = await this.#model.speak(request, {
        seed: job.seed,
        reproducible: job.reproducible,
        signal: control.signal,
        group: job.requestId,
        onStart,
      });
      const { sampleRate } = this.#model.info;
      speechSeconds = samples.length / sampleRate;
      return { samples: job.speed === 1 ? samples : stretchTime(samples, sampleRate, 1 / job.speed), sampleRate };
    } catch (error) {
      if (error instanceof PromptError || error instanceof RunawayError) {
        throw new EngineError('failed', error.message, { cause: error });
      }
      throw error;
    } finally {
      ended?.((performance.now() - startedAt) / 1000, speechSeconds);
    }
  }

  async #request(job: SynthesisJob, signal: AbortSignal, onStart: () => void): Promise<SpeechRequest> {
    const { text, language } = job;
    const { kind } = this.#model.info;
    if (job.kind === 'speech' && kind === 'custom_voice') {
      return { kind, text, language, speaker: job.voice, instruct: job.instruct };
    }
    if (job.kind === 'design' && kind === 'voice_design') {
      return { kind, text, language, instruct: job.description };
    }
    if (job.kind === 'clone' && kind === 'base') {
      const { samples, hash, text: said } = job.reference;
      // Encoding is part of the work, and the first job of a reference does it for all.
      onStart();
      const reference = await this.#references.get(`${hash}:${said ?? ''}`, () =>
        this.#model.encodeReference(samples, { text: said }),
      );
      signal.throwIfAborted();
      return { kind, text, language, reference };
    }
    throw new EngineError('unsupported', `The loaded variant ${this.#capabilities.variant} cannot do that.`);
  }
}
