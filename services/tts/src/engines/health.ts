import type { Readiness } from '@ownvoice/shared';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import { type Message, message, textOf } from '../errors.js';
import type { EngineCapabilities } from './engine.js';
import type { Engine, Supervisor } from './supervisor.js';
import type { Progress, PullState, State } from './supervisor-machine.js';

type EngineHealth = Omit<SpeechHealth, 'queue' | 'version'>;
type ModelHealth = EngineHealth['model'];

const progressOf = ({ stage, progress, bytes }: Progress) => ({
  stage,
  ...(progress !== undefined && { progress }),
  ...(bytes && { downloaded_bytes: bytes.done, total_bytes: bytes.total }),
});

/** Why something failed: the code for pages, the message for operators. */
const because = (reason: Message) => ({ reason: textOf(reason), reason_code: reason.code });

function modelHealth({ model, pull }: State): ModelHealth {
  const { state, next } = model;
  if (next) return { state: 'loading', stage: `finishing speech before ${next} is loaded` };
  // A model that is not installed waits for the installation that a client asked for.
  if (state.kind === 'absent' && pull?.loads) {
    if (pull.kind === 'running') return { state: 'loading', ...progressOf(pull) };
    if (pull.kind === 'failed') return { state: 'failed', ...because(pull.reason) };
  }
  switch (state.kind) {
    case 'stopped':
      return { state: 'loading', stage: 'starting' };
    case 'loading': {
      const { why, seconds } = state.retry ?? {};
      const stage = why && seconds ? textOf(message('installation_retry', { why: textOf(why), seconds })) : state.stage;
      return { state: 'loading', ...progressOf({ ...state, stage }) };
    }
    case 'ready':
    case 'asleep':
      return { state: state.kind };
    default:
      return { state: state.kind, ...because(state.reason) };
  }
}

function pullHealth(pull: PullState): NonNullable<EngineHealth['pull']> {
  const { variant, loads, kind } = pull;
  const base = { variant, loads, state: kind };
  if (pull.kind === 'failed') return { ...base, ...because(pull.reason) };
  return pull.kind === 'installed' ? base : { ...base, ...progressOf(pull) };
}

/** For a service with --engine-url. */
const capacityOf = ({ parallel, maxChunkSeconds, seeded, batches, checkpoint }: EngineCapabilities) => ({
  parallel,
  max_chunk_seconds: maxChunkSeconds,
  seeded: { parallel: seeded.parallel, max_chunk_seconds: seeded.maxChunkSeconds },
  batches: batches.map((batch) => ({ parallel: batch.parallel, longest_seconds: batch.longestSeconds })),
  checkpoint,
});

interface Shown {
  readonly state: State;
  readonly services?: Supervisor['services'];
  readonly current:
    | (Pick<Engine, 'name' | 'capabilities'> & { readonly deviceReason?: string | undefined })
    | undefined;
}

/**
 * The engines in /health. The configured model decides: `loading` while it is downloaded, built or read and `failed`
 * when that went wrong, also while the fallback speaks and `/ready` is 200. A model that is not installed is no failure
 * while the fallback speaks.
 */
export function engineHealth({ state, current, services }: Shown): EngineHealth {
  const { variant, pull, fallbackRule } = state;
  const model = modelHealth(state);
  const speaking = current?.capabilities;
  const base = {
    // Another service may speak with its built-in voice.
    model_loaded: model.state === 'ready' && speaking?.variant !== null,
    ...(model.state === 'asleep' && { asleep: true }),
    engine: current?.name ?? null,
    variant,
    device: speaking?.device ?? null,
    ...(current?.deviceReason !== undefined && { device_reason: current.deviceReason }),
    precision: speaking?.precision ?? null,
    model,
    ...(speaking && { capacity: capacityOf(speaking) }),
    ...(services && { engines: services.map(({ health }) => health) }),
    ...(pull && { pull: pullHealth(pull) }),
  };
  const { state: modelState, ...about } = model;
  if (modelState === 'failed') return { status: 'failed', ...base, ...about };
  const modelPending = modelState === 'loading' || (modelState === 'restarting' && !current);
  if (current && !modelPending) return { status: 'healthy', ...base };
  if (modelPending) {
    const { progress, reason = `The model is loading: ${model.stage}.` } = about;
    return { status: 'loading', ...base, ...(progress !== undefined && { progress }), reason };
  }
  const fallback = fallbackRule === 'never' ? undefined : state.fallback?.state;
  if (!fallback) return { status: 'failed', ...base, ...about };
  if (fallback.kind !== 'failed') return { status: 'loading', ...base, reason: 'The built-in voice is loading.' };
  const { reason, reason_code } = because(fallback.reason);
  return { status: 'failed', ...base, reason_code, ...about, reason: [about.reason, reason].filter(Boolean).join(' ') };
}

/** Whether a request would be served now. An engine is ready only after a warm-up utterance. */
export function readiness(shown: Shown): Readiness {
  if (shown.current) return { ready: true };
  const { reason = 'No engine is ready.', status } = engineHealth(shown);
  return { ready: false, reason, retryAfter: status === 'loading' ? 2 : 60 };
}
