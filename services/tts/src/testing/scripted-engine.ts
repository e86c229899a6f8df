import { packSpeech } from '@ownvoice/audio';
import type { ModelVariant } from '@ownvoice/shared/contract';
import {
  type BatchPlan,
  type ChunkSpeech,
  type EncodedVoice,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineState,
  type ReferenceAudio,
  type SynthesisControl,
  type SynthesisJob,
} from '../engines/engine.js';

const SAMPLE_RATE = 24_000;
const SECONDS = 0.5;

/** A tone whose pitch is a function of the text, so that a listener can tell whose audio it is. */
export function toneOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return 200 + (hash % 400) * 20;
}

function tone(frequency: number, seconds: number): Float32Array {
  const samples = new Float32Array(SAMPLE_RATE * seconds);
  return samples.map((_, at) => 0.3 * Math.sin((2 * Math.PI * frequency * at) / SAMPLE_RATE));
}

/** How a tone is spoken. */
interface SpokenTone extends Pick<ChunkSpeech, 'roomToneCut' | 'context'> {
  /** Half a second unless told; 0 is not heard. */
  readonly seconds?: number;
}

/** One job that the engine has in hand. */
export interface HeldJob {
  readonly job: SynthesisJob;
  readonly signal: AbortSignal;
  /** Tells that computation begins. */
  start(): void;
  /** Speaks it, as a tone that belongs to its text. */
  speak(more?: SpokenTone): void;
  fail(error: Error): void;
}

/** About seven words: each sentence of the tests is a chunk. */
const PLAN: BatchPlan = { parallel: 1, maxChunkSeconds: 2.8 };

export const SCRIPTED_CAPABILITIES: EngineCapabilities = {
  speech: true,
  design: true,
  clone: true,
  variant: 'customvoice-0.6b',
  device: 'cpu',
  precision: 'fp32',
  checkpoint: 'a'.repeat(64),
  ...PLAN,
  seeded: PLAN,
  batches: [],
};

/** What the engine does with a job when nobody holds it by hand. */
export type Script = (held: HeldJob) => void;

/** Begins at once and speaks at once. */
export const obedient: Script = (held) => {
  held.start();
  held.speak();
};

/** An engine whose every step a test decides. */
export class ScriptedEngine implements Engine {
  readonly stats = {};
  readonly name = 'qwen3-tts';
  capabilities: EngineCapabilities;
  readonly held: HeldJob[] = [];
  restarts = 0;
  deviceLosses = 0;
  deviceReason: string | undefined;
  #state: EngineState = { kind: 'ready' };
  readonly #listeners = new Set<(state: EngineState) => void>();
  readonly #watchers = new Set<() => void>();

  /** @param script may be exchanged between two requests */
  constructor(
    public script: Script,
    capabilities: Partial<EngineCapabilities> = {},
  ) {
    this.capabilities = { ...SCRIPTED_CAPABILITIES, ...capabilities };
  }

  get state(): EngineState {
    return this.#state;
  }

  enter(state: EngineState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  /** The variants that it was told to use. */
  readonly used: ModelVariant[] = [];
  use(variant: ModelVariant): boolean {
    this.used.push(variant);
    return true;
  }

  /** A test makes it ready. */
  wake(): void {
    this.enter({ kind: 'asleep', isWaking: true });
  }

  start(): void {
    this.enter(this.#state);
  }

  async stop(): Promise<void> {
    this.enter({ kind: 'stopped' });
  }

  onState(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves as soon as so many jobs are in hand. */
  async holds(count: number): Promise<void> {
    while (this.held.length < count) await new Promise<void>((resolve) => this.#watchers.add(resolve));
  }

  synthesize(job: SynthesisJob, { signal, onStart }: SynthesisControl): Promise<ChunkSpeech> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        const place = this.held.indexOf(held);
        // Whoever is done with a request also stops those of its jobs that were spoken.
        if (place < 0) return;
        this.held.splice(place, 1);
        this.#changed();
      };
      const held: HeldJob = {
        job,
        signal,
        start: onStart,
        speak: ({ seconds = SECONDS, ...more } = {}) => {
          settle();
          const speech = packSpeech(tone(toneOf(job.text), seconds), SAMPLE_RATE);
          resolve({ speech, sampleRate: SAMPLE_RATE, ...more });
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      signal.addEventListener('abort', () => held.fail(new EngineError('aborted', 'stopped')), { once: true });
      this.held.push(held);
      this.#changed();
      this.script(held);
    });
  }

  /** Recordings that it has encoded, in order. */
  readonly encoded: ReferenceAudio[] = [];
  async encode(reference: ReferenceAudio, { onStart }: SynthesisControl): Promise<EncodedVoice> {
    onStart();
    this.encoded.push(reference);
    const { text, hash } = reference;
    const spoken = text === undefined ? undefined : { text, codes: new Int32Array([1, 2, 3]), frames: 1 };
    return { checkpoint: this.capabilities.checkpoint ?? '', hash, speakerEmbedding: new Float32Array(4), spoken };
  }

  #changed(): void {
    const waiting = [...this.#watchers];
    this.#watchers.clear();
    for (const watcher of waiting) watcher();
  }
}
