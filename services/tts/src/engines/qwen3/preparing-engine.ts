import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineName,
  type EngineState,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from '../engine.js';
import type { EngineLogger } from '../supervisor.js';
import type { PreparationMessage, PreparationOptions } from './preparation.js';

export interface PreparingEngineOptions {
  readonly preparation: PreparationOptions;
  /** The built entry of the process that prepares. */
  readonly entry: URL;
  /** Makes the engine for the folder that was prepared. */
  readonly open: (folder: string) => Engine;
  readonly logger: EngineLogger;
  /** First pause before a new try, in ms; it doubles up to ten minutes. */
  readonly firstPause?: number;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;

/** Thrown when trying again would not help. */
class FinalError extends Error {}

/** A model that is still to be fetched or built: that happens in a process of its own, and then its engine takes over. */
export class PreparingEngine implements Engine {
  readonly name: EngineName = 'qwen3-tts';
  readonly #options: PreparingEngineOptions;
  readonly #listeners = new Set<(state: EngineState) => void>();
  readonly #stopping = new AbortController();
  #state: EngineState = { kind: 'stopped' };
  #engine: Engine | undefined;
  #child: ChildProcess | undefined;

  constructor(options: PreparingEngineOptions) {
    this.#options = options;
  }

  get state(): EngineState {
    return this.#engine?.state ?? this.#state;
  }

  get capabilities(): EngineCapabilities {
    if (!this.#engine) throw new EngineError('unavailable', 'The model is not ready yet.');
    return this.#engine.capabilities;
  }

  get restarts(): number {
    return this.#engine?.restarts ?? 0;
  }

  get figures(): Readonly<Record<string, number>> {
    return this.#engine?.figures ?? {};
  }

  onState(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    if (this.#state.kind !== 'stopped') return;
    this.#enter({ kind: 'loading', stage: 'preparing the model' });
    void this.#prepareAndOpen();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
    if (this.#engine) await this.#engine.stop();
    else this.#enter({ kind: 'stopped' });
  }

  async synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk> {
    if (!this.#engine) throw new EngineError('unavailable', 'The model is not ready yet.');
    return this.#engine.synthesize(job, control);
  }

  #enter(state: EngineState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  async #prepareAndOpen(): Promise<void> {
    const { signal } = this.#stopping;
    const { open, logger, firstPause = FIRST_PAUSE_MS } = this.#options;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const engine = open(await this.#prepare());
        if (signal.aborted) return;
        this.#engine = engine;
        engine.onState((state) => this.#enter(state));
        engine.start();
        return;
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof FinalError) {
          logger.error({ engine: this.name, reason }, 'the model cannot be prepared');
          return this.#enter({ kind: 'failed', reason });
        }
        const wait = Math.min(LONGEST_PAUSE_MS, firstPause * 2 ** failures);
        const seconds = Math.round(wait / 1000);
        logger.warn({ engine: this.name, reason, seconds }, 'preparing the model failed, it will be tried again');
        this.#enter({ kind: 'loading', stage: `${reason} The next try is in ${seconds} s` });
        await pause(wait, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Runs the process once. → the folder of the built model */
  #prepare(): Promise<string> {
    const { entry, preparation, logger } = this.#options;
    const child = fork(entry, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    return new Promise<string>((resolve, reject) => {
      child.on('message', (message: PreparationMessage) => {
        if (message.type === 'progress') {
          this.#enter({ kind: 'loading', stage: message.stage, progress: message.progress });
        } else if (message.type === 'warning') {
          logger.warn({ engine: this.name }, message.sentence);
        } else if (message.type === 'done') {
          resolve(message.folder);
        } else {
          reject(message.final ? new FinalError(message.reason) : new Error(message.reason));
        }
      });
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        this.#child = undefined;
        reject(new Error(`The process that prepares the model ended with ${signal ?? `code ${code}`}.`));
      });
      child.send(preparation, () => {});
    });
  }
}
