import { packSpeech } from '@ownvoice/audio';
import type { FoundModel } from '@ownvoice/qwen3-tts/store';
import type { ModelVariant } from '@ownvoice/shared/contract';
import type { Precision } from '@ownvoice/shared/contract/models';
import {
  type BatchPlan,
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type ReferenceAudio,
  SAMPLE_RATE,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from '../engines/engine.js';
import type { Engine, Fork, RunningEngine, Supervisor } from '../engines/supervisor.js';
import type { EngineEvent, EngineState, Found } from '../engines/supervisor-machine.js';
import { message } from '../errors.js';

type Manifest = Extract<FoundModel, { readonly kind: 'built' }>['manifest'];

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

/** A model that a look found. */
export const builtModel = (content: string, precision: Precision = 'int8'): Found => ({
  kind: 'built',
  content,
  folder: `/models/${content}`,
  manifest: { precision } as Manifest,
  checkpoint: undefined,
});

/** How a tone is spoken. */
interface SpokenTone extends Pick<SpokenChunk, 'doubt'> {
  /** Half a second unless told. */
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

/** A state that a test wants; the reason is a sentence. */
export type ScriptedState =
  | Exclude<EngineState, { readonly reason: unknown }>
  | { readonly kind: 'restarting' | 'absent' | 'failed'; readonly reason: string; readonly isDeviceLost?: boolean };

const stateOf = (state: ScriptedState): EngineState => {
  if (!('reason' in state)) return state;
  const reason = message('model_unusable', { problem: state.reason });
  return { kind: state.kind, reason };
};

/**
 * An engine whose every step a test decides. By itself it has the states that the test enters; as the process of a supervisor
 * it sends what brings the supervisor there.
 */
export class ScriptedEngine implements Engine, RunningEngine {
  readonly pid = undefined;
  readonly name = 'qwen3-tts';
  capabilities: EngineCapabilities;
  awaitsDevice = false;
  readonly isLeaving = false;
  readonly held: HeldJob[] = [];
  #state: EngineState = { kind: 'ready' };
  readonly #listeners = new Set<(state: EngineState) => void>();
  readonly #watchers = new Set<() => void>();
  #supervisor: Supervisor | undefined;
  #isForked = false;
  /** The variants that a supervisor looked for. */
  readonly lookedFor: ModelVariant[] = [];
  /** The variants of which looks after the first find a build. */
  built: ReadonlySet<ModelVariant> | undefined;

  /** @param script may be exchanged between two requests */
  constructor(
    public script: Script,
    capabilities: Partial<EngineCapabilities> = {},
  ) {
    this.capabilities = { ...SCRIPTED_CAPABILITIES, ...capabilities };
  }

  get state(): EngineState {
    return this.#supervisor?.model.state ?? this.#state;
  }

  enter(wanted: ScriptedState): void {
    const state = stateOf(wanted);
    if (wanted.kind === 'restarting') this.awaitsDevice = wanted.isDeviceLost === true;
    if (this.lookedFor.length > 0) {
      this.#leadTo(state, this.awaitsDevice);
      return;
    }
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  /** What a supervisor does from now on, happens here. */
  attach(supervisor: Supervisor): void {
    this.#supervisor = supervisor;
  }

  readonly fork: Fork = () => {
    this.#isForked = true;
    return this;
  };

  /** Finds what is `built`, else nothing by itself; the first look brings the state that was entered before. */
  readonly find = (variant: ModelVariant): Promise<Found> => {
    const { built } = this;
    if (built && this.lookedFor.length > 0)
      return Promise.resolve(built.has(variant) ? builtModel(variant) : { kind: 'absent', content: 'absent' });
    this.lookedFor.push(variant);
    if (this.lookedFor.length === 1) this.#leadTo(this.#state);
    return new Promise(() => {});
  };

  async end(): Promise<void> {
    this.#isForked = false;
  }

  #leadTo(state: EngineState, isDeviceLost = false): void {
    const send = (event: EngineEvent) => this.#supervisor?.dispatch({ engine: 'model', ...event });
    const { state: now } = this;
    if (state.kind === 'ready') {
      if (now.kind === 'restarting') send({ type: 'timeout' });
      else if (now.kind === 'asleep') send({ type: 'wake' });
      if (!this.#isForked) send({ type: 'found', found: builtModel(String(Math.random())) });
      send({ type: 'ready', capabilities: this.capabilities });
    } else if (state.kind === 'failed') send({ type: 'unusable', reason: state.reason });
    else if (state.kind === 'absent') send({ type: 'found', found: { kind: 'absent', content: 'absent' } });
    else if (state.kind === 'loading') send({ ...state, type: 'progress' });
    else if (state.kind === 'restarting') {
      this.#isForked = false;
      send(isDeviceLost ? { type: 'device-lost', detail: 'lost' } : { type: 'exited', how: 'SIGKILL', bySignal: true });
    } else if (state.kind === 'asleep') {
      send({ type: 'timeout' });
      if (state.isWaking) send({ type: 'wake' });
    } else send({ type: 'stop' });
  }

  /** A test makes it ready. */
  wake(): void {
    this.enter({ kind: 'asleep', isWaking: true });
  }

  hold(): Disposable {
    return { [Symbol.dispose]: () => {} };
  }

  onState(listener: (state: EngineState) => void): () => void {
    if (this.#supervisor) return this.#supervisor.model.onState(listener);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves as soon as so many jobs are in hand. */
  async holds(count: number): Promise<void> {
    while (this.held.length < count) await new Promise<void>((resolve) => this.#watchers.add(resolve));
  }

  synthesize(job: SynthesisJob, { signal, onStart }: SynthesisControl): Promise<SpokenChunk> {
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
          resolve({ speech, ...more });
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
