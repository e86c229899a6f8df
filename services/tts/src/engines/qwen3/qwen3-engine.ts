import { createHash } from 'node:crypto';
import { packSpeech, stretchTime } from '@ownvoice/audio';
import type { EncodedReference } from '@ownvoice/qwen3-tts';
import {
  ModelError,
  PromptError,
  RunawayError,
  type SpeechModel,
  type SynthesisInput,
} from '@ownvoice/qwen3-tts/runtime';
import type { ModelVariant } from '@ownvoice/shared/contract';
import { RecentlyUsed } from '../../recently-used.js';
import {
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type ReferenceAudio,
  SAMPLE_RATE,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from '../engine.js';
import { DeviceLostError, type LoadedEngine } from '../engine-host.js';
import type { BatchPlanner, BatchPlans } from './batch-plan.js';
import { speakSoundly } from './second-attempt.js';

/** With the codec's state after it, which the model keeps as long, a voice takes 6 MB. */
const VOICES_IN_MEMORY = 20;

/** A loaded model as an engine. The model batches the jobs that are in flight together. */
export class Qwen3Engine implements LoadedEngine {
  readonly #model: SpeechModel;
  readonly #planner: BatchPlanner;
  readonly #capabilities: Omit<EngineCapabilities, keyof BatchPlans>;
  /** One object for each voice, because the model keeps what it has computed by it. */
  readonly #voices = new RecentlyUsed<EncodedReference>(VOICES_IN_MEMORY);

  /** @param deviceReason why it runs on no GPU that is there */
  constructor(model: SpeechModel, variant: ModelVariant, planner: BatchPlanner, deviceReason?: string) {
    const { device, precision, checkpoint, sampleRate } = model.info;
    if (sampleRate !== SAMPLE_RATE) throw new Error(`The model speaks at ${sampleRate} Hz.`);
    this.#model = model;
    this.#planner = planner;
    this.#capabilities = {
      variant,
      device,
      ...(deviceReason !== undefined && { deviceReason }),
      precision,
      checkpoint,
    };
  }

  get capabilities(): EngineCapabilities {
    return { ...this.#capabilities, ...this.#planner.plan };
  }

  isIntact(): Promise<boolean> {
    return this.#model.isIntact();
  }

  async synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk> {
    let recordEnd: ReturnType<BatchPlanner['begin']> | undefined;
    let speechSeconds = 0;
    const onStart = () => {
      if (recordEnd) return;
      // What is set aside again and again says nothing about the speed of the machine.
      recordEnd = job.isBackground ? () => {} : this.#planner.begin(performance.now() / 1000);
      control.onStart();
    };
    try {
      const input = this.#input(job);
      const { samples, doubt } = await speakSoundly(this.#model, input, job, { ...control, onStart }, control.onStart);
      speechSeconds = samples.length / SAMPLE_RATE;
      const atSpeed = stretchTime(samples, SAMPLE_RATE, 1 / job.speed);
      return { speech: packSpeech(atSpeed, SAMPLE_RATE), doubt };
    } catch (error) {
      if (error instanceof PromptError || error instanceof RunawayError) {
        throw new EngineError('failed', error.message, { cause: error });
      }
      // What the runtime throws on a GPU leaves the device in an unknown state.
      const isOurs = error instanceof EngineError || error instanceof ModelError || control.signal.aborted;
      if (this.#capabilities.device !== 'cpu' && !isOurs) {
        throw new DeviceLostError(error instanceof Error ? error.message : String(error), { cause: error });
      }
      throw error;
    } finally {
      recordEnd?.(performance.now() / 1000, speechSeconds);
    }
  }

  #input({ text, language, voice }: SynthesisJob): SynthesisInput {
    const { kind } = this.#model.info;
    if (voice.kind === 'speech' && kind === 'custom_voice') {
      return { kind, text, language, speaker: voice.id, instruct: voice.instruct };
    }
    if (voice.kind === 'design' && kind === 'voice_design') {
      return { kind, text, language, instruct: voice.description };
    }
    if (voice.kind === 'clone' && kind === 'base') {
      return { kind, text, language, reference: this.#reference(voice.reference) };
    }
    throw this.#unsupported();
  }

  #reference(voice: ReferenceAudio | EncodedVoice): EncodedReference {
    if ('samples' in voice) throw this.#unsupported();
    if (voice.checkpoint !== this.#capabilities.checkpoint)
      throw new EngineError('unsupported', 'The voice was encoded for another model than the one that is loaded.');
    const { speakerEmbedding, spoken } = voice;
    const { hiddenSize, codeGroups } = this.#model.info;
    const isWhole =
      speakerEmbedding.length === hiddenSize && (!spoken || spoken.codes.length === spoken.frames * codeGroups);
    if (!isWhole) throw new EngineError('unsupported', 'The voice is not encoded for the model that is loaded.');
    const reference = this.#voices.get(voice.hash) ?? { speakerEmbedding, spoken };
    this.#voices.set(voice.hash, reference);
    return reference;
  }

  async encode({ samples, text }: ReferenceAudio, { signal, onStart }: SynthesisControl): Promise<EncodedVoice> {
    const { checkpoint, kind } = this.#model.info;
    if (kind !== 'base') throw this.#unsupported();
    onStart();
    const { speakerEmbedding, spoken } = await this.#model.encodeReference(samples, { text, signal });
    const hash = createHash('sha256').update(bytesOf(speakerEmbedding));
    if (spoken) hash.update(bytesOf(spoken.codes)).update(spoken.text);
    return { checkpoint, hash: hash.digest('hex'), speakerEmbedding, spoken };
  }

  #unsupported(): EngineError {
    return new EngineError('unsupported', `The loaded variant ${this.#capabilities.variant} cannot do that.`);
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
