import { createHash } from 'node:crypto';
import { concatenate, joinSpeech, packSpeech, pauseSeconds, stretchTime } from '@ownvoice/audio';
import type { EncodedReference } from '@ownvoice/qwen3-tts';
import {
  EchoError,
  ModelError,
  PromptError,
  RunawayError,
  type SpeechModel,
  type SynthesisInput,
} from '@ownvoice/qwen3-tts/runtime';
import type { ModelVariant } from '@ownvoice/shared/contract';
import { RecentlyUsed } from '../../recently-used.js';
import {
  bytesOf,
  type Doubt,
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

/** With the codec's state after it, which the model keeps as long, a voice takes 6 MB. */
const VOICES_IN_MEMORY = 20;

/** A loaded model as an engine. The model batches the jobs that are in flight together. */
export class Qwen3Engine implements LoadedEngine {
  readonly #capabilities: Omit<EngineCapabilities, keyof BatchPlans>;
  /** One object for each voice, because the model keeps what it has computed by it. */
  readonly #voices = new RecentlyUsed<EncodedReference>(VOICES_IN_MEMORY);

  /** @param deviceReason why it runs on no GPU that is there */
  constructor(
    private readonly model: SpeechModel,
    variant: ModelVariant,
    private readonly planner: BatchPlanner,
    deviceReason?: string,
  ) {
    const { device, precision, checkpoint, sampleRate } = model.info;
    if (sampleRate !== SAMPLE_RATE) throw new Error(`The model speaks at ${sampleRate} Hz.`);
    this.#capabilities = {
      variant,
      device,
      ...(deviceReason !== undefined && { deviceReason }),
      precision,
      checkpoint,
    };
  }

  get capabilities(): EngineCapabilities {
    return { ...this.#capabilities, ...this.planner.plan };
  }

  isIntact(): Promise<boolean> {
    return this.model.isIntact();
  }

  async synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk> {
    let recordEnd: ReturnType<BatchPlanner['begin']> | undefined;
    let speechSeconds = 0;
    const onStart = () => {
      if (recordEnd) return;
      // What is set aside again and again says nothing about the speed of the machine.
      recordEnd = job.isBackground ? () => {} : this.planner.begin(performance.now() / 1000);
      control.onStart();
    };
    try {
      const input = this.#input(job);
      const { samples, doubt } = await speakSoundly(this.model, input, job, { ...control, onStart }, control.onStart);
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
    const { kind } = this.model.info;
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
    const { hiddenSize, codeGroups } = this.model.info;
    const isWhole =
      speakerEmbedding.length === hiddenSize && (!spoken || spoken.codes.length === spoken.frames * codeGroups);
    if (!isWhole) throw new EngineError('unsupported', 'The voice is not encoded for the model that is loaded.');
    const reference = this.#voices.get(voice.hash) ?? { speakerEmbedding, spoken };
    this.#voices.set(voice.hash, reference);
    return reference;
  }

  async encode({ samples, text }: ReferenceAudio, { signal, onStart }: SynthesisControl): Promise<EncodedVoice> {
    const { checkpoint, kind } = this.model.info;
    if (kind !== 'base') throw this.#unsupported();
    onStart();
    const { speakerEmbedding, spoken } = await this.model.encodeReference(samples, { text, signal });
    const hash = createHash('sha256').update(bytesOf(speakerEmbedding));
    if (spoken) hash.update(bytesOf(spoken.codes)).update(spoken.text);
    return { checkpoint, hash: hash.digest('hex'), speakerEmbedding, spoken };
  }

  #unsupported(): EngineError {
    return new EngineError('unsupported', `The loaded variant ${this.#capabilities.variant} cannot do that.`);
  }
}

type Generation = Awaited<ReturnType<SpeechModel['synthesize']>>;

/** Makes another seed of a seed, the same one each time. */
const SECOND_SEED = 0x9e3779b9;
/** A first attempt that took this share of its estimate leaves time for a second one within the chunk's 30 s. */
const BRIEF = 0.25;

/** The end of a sentence or a clause. Latin marks count only before white space, full stops only behind a word. */
const BREAK = /(?:(?<=\p{L}{4})\.|[!?…,;:)\]»”]+)(?=\s)|\s[—–-]+(?=\s)|[。！？，、；：]+["'”’」』）]*/gu;
/** No half is shorter than this share of the text. */
const LEAST_HALF = 0.25;

/** Cuts a text at the break next to its middle; whole where it has none near it. */
export function halves(text: string): string[] {
  const ends = [...text.matchAll(BREAK)].map(({ index, 0: mark }) => index + mark.length);
  const [end = 0] = ends.sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2));
  if (Math.min(end, text.length - end) < LEAST_HALF * text.length) return [text];
  return [text.slice(0, end), text.slice(end)].map((half) => half.trim());
}

/**
 * Speaks a chunk. One that came too early or ran away is spoken once more with another seed: whole if the first attempt was
 * brief, else in two halves, each with a time-out of its own; one that began with the end of its recording without the
 * transcript, and as it was if that begins alike. Codes and frames decide that, never the clock.
 * @param restart begins the time-out of a further part
 * @throws RunawayError when no attempt ends
 */
export async function speakSoundly(
  model: SpeechModel,
  input: SynthesisInput,
  job: SynthesisJob,
  control: SynthesisControl,
  restart: () => void,
  detectEcho?: false,
): Promise<{ readonly samples: Float32Array; readonly doubt: Doubt | undefined }> {
  const { text, seed, reproducible, estimatedSeconds, voice, isBackground } = job;
  let spokenInput = input;
  const speak = (part: string, partSeed: number, hasty: boolean) => {
    const seconds = (estimatedSeconds * part.length) / text.length;
    const options = { seed: partSeed, reproducible, isBackground, estimatedSeconds: seconds, hasty, detectEcho };
    return model.synthesize({ ...spokenInput, text: part }, { ...options, ...control });
  };
  // An instruction or a description may ask for slow speech.
  const first = await attempt(
    speak(text, seed, voice.kind === 'clone' || (voice.kind === 'speech' && !voice.instruct)),
  );
  if (!isRunaway(first) && first.endedBy !== 'too_early')
    return { samples: first.samples, doubt: first.endedBy === 'ran_on' ? doubtOf('cut', first) : undefined };

  if (first instanceof EchoError) spokenInput = withoutTranscript(input);
  const seconds = (first.frames * model.info.samplesPerFrame) / SAMPLE_RATE;
  const parts = seconds > BRIEF * estimatedSeconds ? halves(text) : [text];
  const spoken: Generation[] = [];
  for (const [index, part] of parts.entries()) {
    if (parts.length > 1) restart();
    const again = await attempt(speak(part, (seed ^ (SECOND_SEED + index)) >>> 0, false));
    if (isRunaway(again)) {
      if (isRunaway(first)) throw again;
      return { samples: first.samples, doubt: doubtOf('short', first) };
    }
    if (index === 0 && first instanceof EchoError && first.isRefutedBy(again.samples)) {
      restart();
      return speakSoundly(model, input, job, control, restart, false);
    }
    spoken.push(again);
  }
  const short = spoken.find(({ endedBy }) => endedBy === 'too_early');
  return { samples: joined(spoken), doubt: short ? doubtOf('short', short) : doubtOf('repeated', spoken.at(-1)!) };
}

const withoutTranscript = (input: SynthesisInput): SynthesisInput =>
  input.kind === 'base' ? { ...input, reference: { ...input.reference, spoken: undefined } } : input;

const isRunaway = (result: Generation | RunawayError): result is RunawayError => result instanceof RunawayError;

const attempt = (speech: Promise<Generation>): Promise<Generation | RunawayError> =>
  speech.catch((error: unknown) => {
    if (error instanceof RunawayError) return error;
    throw error;
  });

const doubtOf = (kind: Doubt['kind'], { endToken }: Generation): Doubt => ({
  kind,
  endProbability: endToken.probability,
  endRank: endToken.rank,
});

function joined(parts: readonly Generation[]): Float32Array {
  if (parts.length === 1) return parts[0]!.samples;
  const pauseAfter = pauseSeconds('clause');
  const pieces = parts.map(({ samples }) => ({ speech: packSpeech(samples, SAMPLE_RATE), pauseAfter }));
  return concatenate(joinSpeech(pieces, SAMPLE_RATE).blocks);
}
