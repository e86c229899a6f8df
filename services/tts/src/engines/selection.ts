import type { ModelVariant } from '@ownvoice/shared/contract';
import { purposeOf, type SpeechKind, variantsFor } from '../voices/models.js';
import type { Engine, EngineState } from './engine.js';
import { withoutFolders } from './without-folders.js';

/** The model that the options ask for: an engine for it, or why there is none. */
export type ModelSource =
  | { readonly kind: 'present'; readonly engine: Engine }
  /** `reason` names no folder of this machine. */
  | { readonly kind: 'absent'; readonly reason: string };

/** Who speaks a request, or why nobody does. */
export type Selection =
  | { readonly kind: 'speaks'; readonly engine: Engine }
  /** It would work with another variant. */
  | { readonly kind: 'cannot'; readonly reason: string }
  /** Not now; `retryAfter` in seconds. */
  | { readonly kind: 'not-now'; readonly reason: string; readonly retryAfter: number };

export interface EnginesOptions {
  /** The variant chosen by --model. */
  readonly variant: ModelVariant;
  readonly model: ModelSource;
  /** What stands in while no model is ready; absent with --fallback off. */
  readonly standIn: Engine | undefined;
}

const NEEDS: Readonly<Record<SpeechKind, string>> = {
  speech: 'Speaking with the pre-built voices',
  design: 'Voice design',
  clone: 'Voice cloning',
};

const RETRY_WHILE_LOADING = 10;
const RETRY_AFTER_FAILURE = 60;

function told(state: EngineState): EngineState {
  switch (state.kind) {
    case 'loading':
      return { ...state, stage: withoutFolders(state.stage) };
    case 'restarting':
    case 'failed':
      return { ...state, reason: withoutFolders(state.reason) };
    default:
      return state;
  }
}

/** The model and its stand-in. The stand-in speaks only while the model is not ready. */
export class Engines {
  readonly variant: ModelVariant;
  readonly model: ModelSource;
  readonly standIn: Engine | undefined;
  /** Engines that were ready once: they come back by themselves, so work may wait for them. */
  readonly #proven = new Set<Engine>();
  #started = false;

  constructor({ variant, model, standIn }: EnginesOptions) {
    this.variant = variant;
    this.model = model;
    this.standIn = standIn;
    for (const engine of this.all) {
      engine.onState((state) => {
        if (state.kind === 'ready') this.#proven.add(engine);
      });
    }
  }

  get all(): readonly Engine[] {
    const model = this.model.kind === 'present' ? [this.model.engine] : [];
    return this.standIn ? [...model, this.standIn] : model;
  }

  /** As it may be told to anybody; reasons in full are in the log. */
  get modelState(): EngineState | { readonly kind: 'absent'; readonly reason: string } {
    return this.model.kind === 'present' ? told(this.model.engine.state) : this.model;
  }

  /** The same of the stand-in, if there is one. */
  get standInState(): EngineState | undefined {
    return this.standIn && told(this.standIn.state);
  }

  /** Once, whoever asks again: an engine that has failed by then has said why, and would only fail anew. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    for (const engine of this.all) engine.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((engine) => engine.stop()));
  }

  /** The engine that a plain request would be spoken by now, if any. */
  get current(): Engine | undefined {
    if (this.model.kind === 'present' && this.model.engine.state.kind === 'ready') return this.model.engine;
    return this.standIn?.state.kind === 'ready' ? this.standIn : undefined;
  }

  /** Decides who speaks a request of this kind. */
  select(kind: SpeechKind): Selection {
    const model = this.model.kind === 'present' ? this.model.engine : undefined;
    if (model?.state.kind === 'ready') {
      return model.capabilities[kind]
        ? { kind: 'speaks', engine: model }
        : this.#cannot(kind, `${this.variant} is loaded`);
    }
    if (kind === 'speech' && this.standIn) return this.#standInSpeaks(this.standIn);
    if (purposeOf(this.variant) !== kind) return this.#cannot(kind, `the server was started with ${this.variant}`);
    const state = this.modelState;
    if (model && this.#proven.has(model) && (state.kind === 'restarting' || state.kind === 'loading')) {
      return { kind: 'speaks', engine: model };
    }
    if (state.kind === 'loading' || state.kind === 'restarting') return this.#stillLoading();
    if (kind !== 'speech' && this.standIn)
      return this.#cannot(kind, 'no model is loaded and the built-in voice stands in');
    return { kind: 'not-now', reason: this.#whyNoModel(), retryAfter: RETRY_AFTER_FAILURE };
  }

  #standInSpeaks(standIn: Engine): Selection {
    const state = told(standIn.state);
    const back = this.#proven.has(standIn) && (state.kind === 'restarting' || state.kind === 'loading');
    if (state.kind === 'ready' || back) return { kind: 'speaks', engine: standIn };
    if (state.kind === 'failed') return { kind: 'not-now', reason: state.reason, retryAfter: RETRY_AFTER_FAILURE };
    return { kind: 'not-now', reason: 'The built-in voice is still loading.', retryAfter: 1 };
  }

  #stillLoading(): Selection {
    return { kind: 'not-now', reason: `The model ${this.variant} is still loading.`, retryAfter: RETRY_WHILE_LOADING };
  }

  #whyNoModel(): string {
    const state = this.modelState;
    if (state.kind === 'absent' || state.kind === 'failed') return state.reason;
    return `The model ${this.variant} is not running.`;
  }

  #cannot(kind: SpeechKind, now: string): Selection {
    const variants = variantsFor(kind);
    const how = variants.map((variant) => `--model ${variant}`).join(' or ');
    const reason = `${NEEDS[kind]} needs the variant ${variants.join(' or ')}, and ${now}. Start the server with ${how}; --pull on fetches the model when it is missing.`;
    return { kind: 'cannot', reason };
  }
}
