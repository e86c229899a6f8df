import type { ModelVariant } from '@ownvoice/shared/contract';
import { purposeOf, type SpeechKind, variantsFor } from '../voices/models.js';
import type { Engine, EngineState } from './engine.js';
import type { ModelPull, PullState } from './qwen3/model-pull.js';
import { withoutFolders } from './without-folders.js';

/** The engine for a request, or why there is none. */
export type Selection =
  | { readonly kind: 'engine'; readonly engine: Engine }
  /** Another variant could. */
  | { readonly kind: 'unsupported'; readonly reason: string }
  /** `retryAfter` in seconds; `lasts` if an operator has to act. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retryAfter: number; readonly lasts?: true };

/** The answer to a request to install a variant. */
export type PullAnswer =
  /** It is being installed, or is ready. `loads`: whether the service uses it then. */
  | { readonly kind: 'accepted'; readonly loads: boolean }
  /** Another variant is being installed. */
  | { readonly kind: 'busy'; readonly variant: ModelVariant };

export interface EnginesOptions {
  /** The variant to load. */
  readonly variant: ModelVariant;
  readonly model: Engine & { use?(variant: ModelVariant): boolean };
  readonly pull: ModelPull;
  /** Whether the first model that is installed is loaded, whichever variant it is: none was chosen. */
  readonly takesFirstModel: boolean;
  /** Called when another variant than the one of the start is loaded. */
  readonly onSwitch?: (variant: ModelVariant) => void;
  /** Speaks while no model is ready. */
  readonly fallback: Engine | undefined;
  /** Whether the fallback ends when the model is ready for the first time. */
  readonly fallbackEnds: boolean;
}

const NEEDS: Readonly<Record<SpeechKind, string>> = {
  speech: 'Speaking with the pre-built voices',
  design: 'Voice design',
  clone: 'Voice cloning',
};

const RETRY_WHILE_LOADING = 10;
const FAILURE = { kind: 'unavailable', retryAfter: 60, lasts: true } as const;

/** Whether a request may be given to an engine: one that is asleep wakes for it. */
const isUsable = ({ kind }: EngineState) => kind === 'ready' || kind === 'asleep';

function redacted(state: EngineState): EngineState {
  switch (state.kind) {
    case 'loading':
      return { ...state, stage: withoutFolders(state.stage) };
    case 'absent':
    case 'restarting':
    case 'failed':
      return { ...state, reason: withoutFolders(state.reason) };
    default:
      return state;
  }
}

/** The model and its fallback, which speaks only while the model is not ready. */
export class Engines {
  readonly model: Engine;
  readonly #options: EnginesOptions;
  /** That requests are held against. Another one counts once it is ready. */
  #variant: ModelVariant;
  #nextVariant: ModelVariant;
  readonly all: readonly Engine[];
  #fallback: Engine | undefined;
  /** Engines that have been ready: they restart by themselves, so work may wait for them. */
  readonly #provenEngines = new Set<Engine>();
  #started = false;

  constructor(options: EnginesOptions) {
    const { variant, model, fallback, fallbackEnds } = options;
    this.#options = options;
    this.#variant = variant;
    this.#nextVariant = variant;
    this.model = model;
    this.all = fallback ? [model, fallback] : [model];
    this.#fallback = fallback;
    for (const engine of this.all) {
      engine.onState((state) => {
        if (state.kind !== 'ready') return;
        this.#provenEngines.add(engine);
        if (engine !== model) return;
        this.#variant = this.#nextVariant;
        if (fallbackEnds) this.#fallback = undefined;
      });
    }
  }

  /** The configured variant, or the one that was switched to. */
  get variant(): ModelVariant {
    return this.#variant;
  }

  /** The last installation that a client asked for, without folders of this machine. */
  get pullState(): PullState | undefined {
    const { state } = this.#options.pull;
    if (state?.kind === 'failed') return { ...state, reason: withoutFolders(state.reason) };
    return state;
  }

  /** Installs a variant in the background. It is loaded if it is the configured one, or the first model where none was chosen. */
  pull(variant: ModelVariant): PullAnswer {
    const { model, pull, takesFirstModel } = this.#options;
    const loads = variant === this.#variant || (takesFirstModel && !this.#provenEngines.has(model));
    const isInstalling = model.state.kind === 'loading' && model.state.progress !== undefined;
    const busy = pull.state?.kind === 'running' ? pull.state.variant : isInstalling ? this.#variant : undefined;
    if (busy !== undefined && busy !== variant) return { kind: 'busy', variant: busy };
    const isReady = variant === this.#variant && isUsable(model.state);
    if (busy === undefined && !isReady) pull.start(variant, loads, () => loads && this.#use(variant));
    return { kind: 'accepted', loads };
  }

  #use(variant: ModelVariant): void {
    const { model, onSwitch } = this.#options;
    if (!model.use?.(variant)) return;
    this.#nextVariant = variant;
    if (variant !== this.#variant) onSwitch?.(variant);
  }

  /** Without folders of this machine; the log has the whole. */
  get modelState(): EngineState {
    return redacted(this.model.state);
  }

  /** The same for the fallback, if there is one now. */
  get fallbackState(): EngineState | undefined {
    return this.#fallback && redacted(this.#fallback.state);
  }

  /** Starts each engine once; later calls do nothing. An engine that failed would only fail again. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    for (const engine of this.all) engine.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#options.pull.stop(), ...this.all.map((engine) => engine.stop())]);
  }

  /** The engine for a plain request now, if any. */
  get current(): Engine | undefined {
    if (isUsable(this.model.state)) return this.model;
    return this.#fallback?.state.kind === 'ready' ? this.#fallback : undefined;
  }

  /** Chooses the engine for a request of this kind. What the configured variant cannot do is refused, loaded or not. */
  select(kind: SpeechKind): Selection {
    if (purposeOf(this.variant) !== kind) return this.#unsupported(kind);
    const { model, modelState: state } = this;
    if (isUsable(state)) return { kind: 'engine', engine: model };
    if (kind === 'speech' && this.#fallback) return this.#selectFallback(this.#fallback);
    if (state.kind === 'loading' || state.kind === 'restarting') {
      return this.#provenEngines.has(model) ? { kind: 'engine', engine: model } : this.#stillLoading();
    }
    return { ...FAILURE, reason: this.#modelReason() };
  }

  #selectFallback(fallback: Engine): Selection {
    const state = redacted(fallback.state);
    const restarting = this.#provenEngines.has(fallback) && (state.kind === 'restarting' || state.kind === 'loading');
    if (state.kind === 'ready' || restarting) return { kind: 'engine', engine: fallback };
    if (state.kind === 'failed') return { ...FAILURE, reason: state.reason };
    return { kind: 'unavailable', reason: 'The built-in voice is still loading.', retryAfter: 1 };
  }

  #stillLoading(): Selection {
    return {
      kind: 'unavailable',
      reason: `The model ${this.variant} is still loading.`,
      retryAfter: RETRY_WHILE_LOADING,
    };
  }

  #modelReason(): string {
    const state = this.modelState;
    if (state.kind === 'absent' || state.kind === 'failed') return state.reason;
    return `The model ${this.variant} is not running.`;
  }

  /** How far it is with the model; nothing about a choice that nobody made. */
  #now(): string {
    switch (this.model.state.kind) {
      case 'ready':
        return `${this.variant} is loaded`;
      case 'asleep':
        return `${this.variant} is loaded on demand`;
      default:
        return `${this.variant} is the ${this.#options.takesFirstModel ? 'default' : 'configured one'}`;
    }
  }

  #unsupported(kind: SpeechKind): Selection {
    const variants = variantsFor(kind);
    const how = variants.map((variant) => `--model ${variant}`).join(' or ');
    const reason = `${NEEDS[kind]} needs the variant ${variants.join(' or ')}, and ${this.#now()}. Start the server with ${how}; --pull on fetches the model when it is missing.`;
    return { kind: 'unsupported', reason };
  }
}
