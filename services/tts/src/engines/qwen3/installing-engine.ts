import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { EngineLogger } from '../child-engine.js';
import {
  type ChunkSpeech,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineName,
  type EngineState,
  type SynthesisControl,
  type SynthesisJob,
} from '../engine.js';
import type { InstallationMessage, InstallationOptions } from './installation.js';

export interface InstallingEngineOptions {
  readonly installation: InstallationOptions;
  /** The built entry of the process that installs. */
  readonly entry: URL;
  /** Makes the engine for the built folder. */
  readonly open: (folder: string) => Engine;
  readonly logger: EngineLogger;
  /** First back-off before a retry, in ms; it doubles up to ten minutes. */
  readonly backoffMs?: number;
}

const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 600_000;

/** Thrown when a retry would not help. */
class FinalError extends Error {}

/** A model that is downloaded or built first, in a process of its own; then its engine takes over. */
export class InstallingEngine implements Engine {
  readonly name: EngineName = 'qwen3-tts';
  readonly #options: InstallingEngineOptions;
  readonly #listeners = new Set<(state: EngineState) => void>();
  readonly #stopping = new AbortController();
  #state: EngineState = { kind: 'stopped' };
  #engine: Engine | undefined;
  #child: ChildProcess | undefined;

  constructor(options: InstallingEngineOptions) {
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

  get stats(): Readonly<Record<string, number>> {
    return this.#engine?.stats ?? {};
  }

  get pid(): number | undefined {
    return this.#engine?.pid ?? this.#child?.pid;
  }

  onState(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    if (this.#state.kind !== 'stopped') return;
    this.#enter({ kind: 'loading', stage: 'installing the model' });
    void this.#installAndOpen();
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

  async synthesize(job: SynthesisJob, control: SynthesisControl): Promise<ChunkSpeech> {
    if (!this.#engine) throw new EngineError('unavailable', 'The model is not ready yet.');
    return this.#engine.synthesize(job, control);
  }

  #enter(state: EngineState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  async #installAndOpen(): Promise<void> {
    const { signal } = this.#stopping;
    const { open, logger, backoffMs = FIRST_BACKOFF_MS } = this.#options;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const engine = open(await this.#install());
        if (signal.aborted) return;
        this.#engine = engine;
        engine.onState((state) => this.#enter(state));
        engine.start();
        return;
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof FinalError) {
          logger.error({ engine: this.name, reason }, 'model installation failed');
          return this.#enter({ kind: 'failed', reason });
        }
        const wait = Math.min(MAX_BACKOFF_MS, backoffMs * 2 ** failures);
        const seconds = Math.round(wait / 1000);
        logger.warn({ engine: this.name, reason, seconds }, 'model installation failed, retrying');
        this.#enter({ kind: 'loading', stage: `${reason} The next try is in ${seconds} s` });
        await pause(wait, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Runs the process once. @returns the folder of the built model */
  #install(): Promise<string> {
    const { entry, installation, logger } = this.#options;
    const child = fork(entry, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.#child = child;
    return new Promise<string>((resolve, reject) => {
      child.on('message', (message: InstallationMessage) => {
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
        reject(new Error(`The process that installs the model ended with ${signal ?? `code ${code}`}.`));
      });
      child.send(installation, () => {});
    });
  }
}
