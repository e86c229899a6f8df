import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { choosePrecision, type FoundModel } from '@ownvoice/qwen3-tts/store';
import type { ModelVariant, Precision } from '@ownvoice/shared/contract/models';
import type { EngineLogger } from '../child-engine.js';
import {
  type ChunkSpeech,
  type EncodedVoice,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineName,
  type EngineState,
  type ReferenceAudio,
  type SynthesisControl,
  type SynthesisJob,
} from '../engine.js';
import { IdleTimer } from './idle-timer.js';
import { FinalInstallationError, type Installer } from './installer.js';

type BuiltModel = Extract<FoundModel, { readonly kind: 'built' }>;

/** Where a variant comes from. */
export interface ModelSource {
  readonly variant: ModelVariant;
  /** Looks into the models folder. */
  readonly find: () => Promise<FoundModel>;
  readonly installer: Installer;
  /** Makes the engine for a built model. */
  readonly open: (model: BuiltModel) => Engine;
}

export interface ModelEngineOptions {
  readonly sourceOf: (variant: ModelVariant) => ModelSource;
  readonly variant: ModelVariant;
  /** What the service looks for, and an installation has to bring. */
  readonly precision: Precision;
  /** For the log. */
  readonly modelsDir: string;
  /** Whether a model without official files is downloaded. */
  readonly pull: boolean;
  readonly logger: EngineLogger;
  /** First back-off before another installation, in ms; it doubles up to ten minutes. */
  readonly backoffMs?: number;
  /** How often the models folder is looked into while there is no usable model, in ms. */
  readonly pollMs?: number;
  /** How long a model that nobody uses stays loaded, in ms; absent: for ever. */
  readonly unloadAfterMs?: number;
}

const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 600_000;
/** The end of serving a model that was unloaded. */
const WOKEN = Symbol('woken');
const POLL_MS = 5_000;

/**
 * The configured model, whatever its folder holds: a built model is loaded; one that cannot be used is built again, and a
 * missing one installed, where official files or `pull` allow it. What the folder holds later is used without a restart.
 * One that nobody uses is unloaded; the next job has the folder looked into again, and waits.
 */
export class ModelEngine implements Engine {
  readonly name: EngineName = 'qwen3-tts';
  readonly #options: ModelEngineOptions;
  readonly #listeners = new Set<(state: EngineState) => void>();
  readonly #stopping = new AbortController();
  #state: EngineState = { kind: 'stopped' };
  #engine: Engine | undefined;
  #source: ModelSource;
  #isServing = false;
  #installing: Installer | undefined;
  /** What the model that was unloaded could do, until it is loaded again. */
  #capabilities: EngineCapabilities | undefined;
  #wake = () => {};
  #idle = new IdleTimer(undefined, () => {});
  /** Of the processes before the present one. */
  #pastRestarts = 0;
  #pastLosses = 0;
  /** Ends the wait for another content of the models folder. */
  #sourceChanged = new AbortController();

  constructor(options: ModelEngineOptions) {
    this.#options = options;
    this.#source = options.sourceOf(options.variant);
  }

  get state(): EngineState {
    return this.#state;
  }

  get capabilities(): EngineCapabilities {
    if (this.#capabilities) return this.#capabilities;
    if (!this.#engine) throw new EngineError('unavailable', 'The model is not ready yet.');
    return this.#engine.capabilities;
  }

  get restarts(): number {
    return this.#pastRestarts + (this.#engine?.restarts ?? 0);
  }

  get deviceLosses(): number {
    return this.#pastLosses + (this.#engine?.deviceLosses ?? 0);
  }

  get deviceReason(): string | undefined {
    return this.#engine?.deviceReason;
  }

  get stats(): Readonly<Record<string, number>> {
    return this.#engine?.stats ?? {};
  }

  get pid(): number | undefined {
    return this.#engine?.pid ?? this.#installing?.pid;
  }

  onState(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    if (this.#state.kind !== 'stopped') return;
    this.#enter({ kind: 'loading', stage: 'starting' });
    void this.#run();
  }

  /** Looks for a variant at once, unless one is being loaded or serves. @returns whether it does */
  use(variant: ModelVariant): boolean {
    if (this.#isServing || this.#stopping.signal.aborted) return false;
    this.#source = this.#options.sourceOf(variant);
    this.#enter({ kind: 'loading', stage: 'starting' });
    this.#sourceChanged.abort();
    this.#sourceChanged = new AbortController();
    return true;
  }

  /** Loads a model that is asleep. */
  wake(): void {
    if (this.#state.kind !== 'asleep' || this.#state.isWaking) return;
    this.#enter({ kind: 'asleep', isWaking: true });
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#idle.cancel();
    this.#wake();
    this.#enter({ kind: 'stopped' });
    await Promise.all([this.#installing?.stop(), this.#engine?.stop()]);
  }

  synthesize(job: SynthesisJob, control: SynthesisControl): Promise<ChunkSpeech> {
    return this.#during((engine) => engine.synthesize(job, control));
  }

  encode(reference: ReferenceAudio, control: SynthesisControl): Promise<EncodedVoice> {
    return this.#during((engine) => engine.encode(reference, control));
  }

  async #during<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = this.#engine;
    if (!engine || this.#state.kind === 'asleep') throw new EngineError('unavailable', 'The model is not ready yet.');
    return this.#idle.during(() => work(engine));
  }

  #enter(state: EngineState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  async #run(): Promise<void> {
    const { pull, logger, modelsDir } = this.#options;
    const { signal } = this.#stopping;
    /** What an installation has left as it was: doing it again changes nothing. */
    let whole: string | undefined;
    while (!signal.aborted) {
      const { find, variant } = this.#source;
      const found = await find();
      const content = await contentOf(found);
      let reason = found.kind === 'built' ? await this.#serve(found) : reasonOf(found);
      if (signal.aborted) return;
      if (reason === WOKEN) continue;
      const checkpoint = found.kind === 'checkpoint' ? found.folder : found.checkpoint;
      if ((checkpoint !== undefined || pull) && content !== whole) {
        const outcome = await this.#install(checkpoint, content);
        if (outcome.kind === 'done') {
          if ((await contentOf(await find())) === content) whole = content;
          continue;
        }
        reason = outcome.reason;
      }
      if (signal.aborted) return;
      if (found.kind === 'absent' && !pull) {
        reason = `The model ${variant} is not installed; ${this.#command('downloads and builds it')}`;
        logger.warn({ engine: this.name, modelsDir }, reason);
        this.#enter({ kind: 'absent', reason });
      } else {
        reason = reason.replace(BUILD_AGAIN, `: ${this.#command('builds it again')}`);
        logger.error({ engine: this.name, modelsDir, reason }, 'model unusable');
        this.#enter({ kind: 'failed', reason });
      }
      await this.#contentOtherThan(content);
    }
  }

  #command(does: string): string {
    const { precision } = this.#options;
    const wanted = precision === choosePrecision('auto', 'auto') ? '' : ` --precision ${precision}`;
    return `npm run model -- pull ${this.#source.variant}${wanted} ${does}, and so does --pull on.`;
  }

  /** Serves a built model until its engine fails for good, or it is woken after it was unloaded. @returns why, or `WOKEN` */
  async #serve(model: BuiltModel): Promise<string | typeof WOKEN> {
    const engine = this.#source.open(model);
    this.#pastRestarts += this.#engine?.restarts ?? 0;
    this.#pastLosses += this.#engine?.deviceLosses ?? 0;
    this.#engine = engine;
    this.#isServing = true;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const reason = await new Promise<string | typeof WOKEN>((resolve) => {
      let isUnloaded = false;
      this.#idle = new IdleTimer(this.#options.unloadAfterMs, () => {
        isUnloaded = true;
        this.#capabilities = engine.capabilities;
        this.#options.logger.info({ engine: this.name }, 'model unloaded');
        resolve(WOKEN);
        this.#enter({ kind: 'asleep', isWaking: false });
      });
      engine.onState((state) => {
        if (isUnloaded) return;
        if (state.kind === 'failed') resolve(state.reason);
        else if (this.#stopping.signal.aborted) resolve('');
        else this.#entered(state);
      });
      engine.start();
    });
    this.#idle.cancel();
    await engine.stop();
    if (reason === WOKEN) await woken;
    else this.#capabilities = undefined;
    this.#isServing = false;
    return reason;
  }

  /** A model that is being loaded again is asleep until it is ready. */
  #entered(state: EngineState): void {
    if (state.kind === 'ready') {
      this.#capabilities = undefined;
      this.#enter(state);
      this.#idle.start();
      return;
    }
    this.#idle.cancel();
    this.#enter(this.#capabilities ? { kind: 'asleep', isWaking: true } : state);
  }

  /** Installs the model, with back-off, unless the folder's content changes meanwhile. */
  async #install(
    checkpoint: string | undefined,
    content: string,
  ): Promise<{ readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: string }> {
    const { logger, backoffMs = FIRST_BACKOFF_MS } = this.#options;
    const { installer } = this.#source;
    const { signal } = this.#stopping;
    this.#installing = installer;
    this.#enter({ kind: 'loading', stage: 'installing the model' });
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await installer.run(checkpoint, ({ stage, progress, bytes }) =>
          this.#enter({ kind: 'loading', stage, progress, bytes }),
        );
        return { kind: 'done' };
      } catch (error) {
        if (signal.aborted) break;
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof FinalInstallationError) return { kind: 'failed', reason };
        const wait = Math.min(MAX_BACKOFF_MS, backoffMs * 2 ** failures);
        const seconds = Math.round(wait / 1000);
        logger.warn({ engine: this.name, reason, seconds }, 'model installation failed, retrying');
        this.#enter({ kind: 'loading', stage: `${reason} The next try is in ${seconds} s` });
        if (await this.#contentOtherThan(content, wait)) return { kind: 'done' };
      }
    }
    return { kind: 'failed', reason: '' };
  }

  /**
   * Waits until the models folder holds something else, or another variant is to be used.
   *
   * @returns whether that is so within the time, in ms
   */
  async #contentOtherThan(content: string, withinMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const { pollMs = POLL_MS } = this.#options;
    const { find } = this.#source;
    const isOther = this.#sourceChanged.signal;
    const signal = AbortSignal.any([this.#stopping.signal, isOther]);
    const deadline = performance.now() + withinMs;
    while (!signal.aborted) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await pause(Math.min(pollMs, left), undefined, { signal }).catch(() => {});
      if (isOther.aborted || (await contentOf(await find())) !== content) return true;
    }
    return isOther.aborted;
  }
}

/** The end of a sentence that asks to build a model again, or only that it is missing. */
const BUILD_AGAIN = /; build (?:or download )?the model again\.$|(?<=is missing)\.$/;

const reasonOf = (found: FoundModel): string => (found.kind === 'unusable' ? found.reason : '');

/** What lies in the found folder: names, sizes and times of its files, without those that loading writes. */
async function contentOf(found: FoundModel): Promise<string> {
  if (found.kind === 'absent') return found.kind;
  const names = await readdir(found.folder, { recursive: true }).catch(() => []);
  const entries = names.filter((name) => !/(^|[\\/])\./.test(name)).sort();
  const files = await Promise.all(entries.map((name) => stat(join(found.folder, name)).catch(() => undefined)));
  return `${found.kind} ${found.folder} ${files.map((file, at) => `${entries[at]}:${file?.size}:${file?.mtimeMs}`)}`;
}
