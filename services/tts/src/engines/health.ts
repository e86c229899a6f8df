import type { Readiness } from '@ownvoice/shared';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { Engines } from './selection.js';

type EngineHealth = Omit<SpeechHealth, 'queue' | 'version'>;

function modelHealth(engines: Engines): EngineHealth['model'] {
  const state = engines.modelState;
  switch (state.kind) {
    case 'ready':
      return { state: 'ready' };
    case 'loading':
      return {
        state: 'loading',
        stage: state.stage,
        ...(state.progress === undefined ? {} : { progress: state.progress }),
      };
    case 'stopped':
      return { state: 'loading', stage: 'starting' };
    default:
      return { state: state.kind, reason: state.reason };
  }
}

/**
 * What /health says of the engines. The operator asked for the model, so it decides: `loading` while it is fetched,
 * built or read and `failed` when it could not be, also while the built-in voice stands in and `/ready` is 200. A model
 * that was never there is not a failure as long as something speaks.
 */
export function engineHealth(engines: Engines): EngineHealth {
  const model = modelHealth(engines);
  const { current } = engines;
  const base = {
    model_loaded: model.state === 'ready',
    engine: current?.name ?? null,
    variant: engines.variant,
    device: current?.capabilities.device ?? null,
    precision: current?.capabilities.precision ?? null,
    model,
  };
  const progress = model.progress === undefined ? {} : { progress: model.progress };
  if (model.state === 'failed') return { status: 'failed', ...base, reason: model.reason ?? 'The model failed.' };
  const modelComes = model.state === 'loading' || (model.state === 'restarting' && !current);
  if (current && !modelComes) return { status: 'healthy', ...base };
  const standIn = engines.standInState;
  const standInComes = standIn !== undefined && standIn.kind !== 'failed';
  if (modelComes || standInComes) {
    const what = modelComes
      ? (model.reason ?? `The model is loading: ${model.stage}.`)
      : 'The built-in voice is loading.';
    return { status: 'loading', ...base, ...progress, reason: what };
  }
  const reason = [model.reason, standIn?.kind === 'failed' ? standIn.reason : undefined].filter(Boolean).join(' ');
  return { status: 'failed', ...base, reason };
}

/** Whether a request would be served now: an engine is ready, which it is only after a warm-up utterance. */
export function readiness(engines: Engines): Readiness {
  if (engines.current) return { ready: true };
  const health = engineHealth(engines);
  return {
    ready: false,
    reason: health.reason ?? 'No engine is ready.',
    retryAfter: health.status === 'loading' ? 2 : 60,
  };
}
