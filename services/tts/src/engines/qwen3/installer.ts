import { type ChildProcess, fork } from 'node:child_process';
import type { EngineLogger } from '../child-engine.js';
import type { InstallationMessage, InstallationOptions, InstallationProgress } from './installation.js';

/** Thrown when a retry would not help. */
export class FinalInstallationError extends Error {}

/** A process that is asked to end has this long, in ms: it gives its lock back. */
const STOP_GRACE_MS = 5_000;

/** Downloads or builds a model in a process of its own. */
export class Installer {
  readonly #entry: URL;
  readonly #options: InstallationOptions;
  readonly #logger: EngineLogger;
  #child: ChildProcess | undefined;

  /** @param entry the built entry of the process */
  constructor(entry: URL, options: InstallationOptions, logger: EngineLogger) {
    this.#entry = entry;
    this.#options = options;
    this.#logger = logger;
  }

  /** Of the process, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Runs the process once.
   *
   * @param checkpoint official files that are there already
   * @throws {FinalInstallationError} when a retry would not help, else another error
   */
  run(checkpoint: string | undefined, onProgress: (progress: InstallationProgress) => void): Promise<void> {
    const child = fork(this.#entry, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      child.on('message', (message: InstallationMessage) => {
        if (message.type === 'progress') onProgress(message);
        else if (message.type === 'warning') this.#logger.warn({ engine: 'qwen3-tts' }, message.sentence);
        else if (message.type === 'done') resolve();
        else reject(message.final ? new FinalInstallationError(message.reason) : new Error(message.reason));
      });
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        this.#child = undefined;
        reject(new Error(`The process that installs the model ended with ${signal ?? `code ${code}`}.`));
      });
      child.send({ ...this.#options, checkpoint } satisfies InstallationOptions, () => {});
    });
  }

  /** Ends the process, if it runs. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    if (child.connected) child.disconnect();
    await gone;
    clearTimeout(timer);
  }
}
