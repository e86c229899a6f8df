import type { Adapter } from '@ownvoice/qwen3-tts/adapter';
import type { Readiness } from '@ownvoice/shared';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { PullState } from './qwen3/model-pull.js';
import type { Engines } from './selection.js';

type EngineHealth = Omit<SpeechHealth, 'queue' | 'version'>;

function modelHealth(engines: Engines): EngineHealth['model'] {
  const state = engines.modelState;
  switch (state.kind) {
    case 'ready':
    case 'asleep':
      return { state: state.kind };
    case 'loading':
      return {
        state: 'loading',
        stage: state.stage,
        ...(state.progress === undefined ? {} : { progress: state.progress }),
        ...bytesOf(state),
      };
    case 'stopped':
      return { state: 'loading', stage: 'starting' };
    default:
      return { state: state.kind, reason: state.reason };
  }
}

const definedOnly = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

const bytesOf = ({ bytes }: { readonly bytes?: { done: number; total: number } | undefined }) =>
  bytes === undefined ? {} : { downloaded_bytes: bytes.done, total_bytes: bytes.total };

/** The installation that a client asked for. */
function pullHealth(state: PullState): NonNullable<EngineHealth['pull']> {
  const { variant, loads } = state;
  const base = { variant, loads, state: state.kind };
  if (state.kind === 'failed') return { ...base, reason: state.reason };
  return state.kind === 'installed'
    ? base
    : { ...base, stage: state.stage, progress: state.progress, ...bytesOf(state) };
}

/** What a model that is not loaded yet waits for, while a client has it installed. */
function withPull(model: EngineHealth['model'], pull: EngineHealth['pull']): EngineHealth['model'] {
  if (!pull?.loads || model.state !== 'absent') return model;
  if (pull.state === 'failed') return { state: 'failed', reason: pull.reason ?? 'The installation failed.' };
  const { stage, progress, downloaded_bytes, total_bytes } = pull;
  if (pull.state !== 'running') return model;
  return { state: 'loading', ...definedOnly({ stage, progress, downloaded_bytes, total_bytes }) };
}

function adapterHealth(adapter: Adapter): NonNullable<EngineHealth['adapter']> {
  const { api, name, vendor, driver, software, shaderF16 } = adapter;
  return { api, name, vendor, driver, software, shader_f16: shaderF16 };
}

/**
 * The engines in /health. The configured model decides: `loading` while it is downloaded, built or read and `failed`
 * when that went wrong, also while the fallback speaks and `/ready` is 200. A model that is not installed is no failure
 * while the fallback speaks.
 */
export function engineHealth(engines: Engines): EngineHealth {
  const pull = engines.pullState && pullHealth(engines.pullState);
  const model = withPull(modelHealth(engines), pull);
  const { current } = engines;
  const base = {
    model_loaded: model.state === 'ready',
    ...(model.state === 'asleep' && { asleep: true }),
    engine: current?.name ?? null,
    variant: engines.variant,
    device: current?.capabilities.device ?? null,
    ...(current?.capabilities.adapter && { adapter: adapterHealth(current.capabilities.adapter) }),
    ...(current?.deviceReason !== undefined && { device_reason: current.deviceReason }),
    precision: current?.capabilities.precision ?? null,
    model,
    ...(pull && { pull }),
  };
  const progress = model.progress === undefined ? {} : { progress: model.progress };
  if (model.state === 'failed') return { status: 'failed', ...base, reason: model.reason ?? 'The model failed.' };
  const modelPending = model.state === 'loading' || (model.state === 'restarting' && !current);
  if (current && !modelPending) return { status: 'healthy', ...base };
  const fallback = engines.fallbackState;
  const fallbackPending = fallback !== undefined && fallback.kind !== 'failed';
  if (modelPending || fallbackPending) {
    const pendingReason = modelPending
      ? (model.reason ?? `The model is loading: ${model.stage}.`)
      : 'The built-in voice is loading.';
    return { status: 'loading', ...base, ...progress, reason: pendingReason };
  }
  const reason = [model.reason, fallback?.kind === 'failed' ? fallback.reason : undefined].filter(Boolean).join(' ');
  return { status: 'failed', ...base, reason };
}

/** Whether a request would be served now. An engine is ready only after a warm-up utterance. */
export function readiness(engines: Engines): Readiness {
  if (engines.current) return { ready: true };
  const health = engineHealth(engines);
  return {
    ready: false,
    reason: health.reason ?? 'No engine is ready.',
    retryAfter: health.status === 'loading' ? 2 : 60,
  };
}
