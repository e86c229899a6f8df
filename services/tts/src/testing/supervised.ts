import type { ModelVariant } from '@ownvoice/shared/contract';
import { type Config, readSettings } from '../config.js';
import { DEFAULT_RULES, forkBuiltin } from '../engines/create-supervisor.js';
import type { EngineLogger } from '../engines/engine-process.js';
import { type Engine, type Fork, Supervisor, type SupervisorParts } from '../engines/supervisor.js';
import {
  type EngineRules,
  type EngineState,
  type FallbackRule,
  newEngine,
  type State,
} from '../engines/supervisor-machine.js';

export const SILENT: EngineLogger = { info: () => {}, warn: () => {}, error: () => {} };

/** The settings of a service that nobody has configured, in production, with changes. */
export function configWith(changes: Partial<Config>): Config {
  const settings = readSettings([], { NODE_ENV: 'production' }, '/nowhere');
  if (settings.kind !== 'run') throw new Error('The defaults are invalid.');
  return { ...settings.config, ...changes };
}

export interface SupervisedOptions extends Partial<Omit<SupervisorParts, 'fork'>> {
  readonly variant?: ModelVariant;
  readonly rules?: Partial<EngineRules>;
  /** Default never. */
  readonly fallbackRule?: FallbackRule;
  readonly takesFirstModel?: boolean;
}

/** The state before the start. */
export function stoppedState(options: SupervisedOptions = {}): State {
  const { variant = 'customvoice-0.6b', rules, fallbackRule = 'never', takesFirstModel = false } = options;
  const model = newEngine({ ...DEFAULT_RULES, restartMs: 1, ...rules }, variant);
  const fallback = fallbackRule === 'never' ? undefined : newEngine(DEFAULT_RULES, null);
  return { variant, takesFirstModel, fallbackRule, model, fallback };
}

/** A supervisor of one engine's processes; without a models folder unless `find` is told. */
export function supervise(fork: Fork, options: SupervisedOptions = {}): Supervisor {
  const { logger = SILENT, ...parts } = options;
  const unexpected = () => {
    throw new Error('Nothing is looked for or installed in this test.');
  };
  return new Supervisor(stoppedState(options), {
    logger,
    find: parts.find ?? unexpected,
    install: parts.install ?? unexpected,
    fork: { model: fork, fallback: forkBuiltin(logger) },
    keepVariant: parts.keepVariant ?? (() => {}),
  });
}

/** Resolves with the first state that is wanted, the present one included. */
export function reached<Kind extends EngineState['kind']>(
  engine: Engine,
  ...kinds: readonly Kind[]
): Promise<Extract<EngineState, { kind: Kind }>> {
  return reachedState(engine, (state): state is Extract<EngineState, { kind: Kind }> =>
    kinds.some((kind) => kind === state.kind),
  );
}

export function reachedState<Wanted extends EngineState>(
  engine: Engine,
  isWanted: (state: EngineState) => state is Wanted,
): Promise<Wanted> {
  return new Promise((resolve) => {
    const look = (state: EngineState) => {
      if (!isWanted(state)) return;
      forget();
      resolve(state);
    };
    const forget = engine.onState(look);
    look(engine.state);
  });
}
