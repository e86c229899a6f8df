import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { Formats } from '../language/formats.js';
import { useFormat } from '../language/language-provider.js';
import { reasonOf, type SpeechText, useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';

/** The engine that answers requests now, its device, its model and its queue. */
export function EngineStatus({ health, pending }: EngineHealth) {
  const text = useText();
  const labels = text.engine;
  const format = useFormat();
  if (health === undefined) {
    return (
      <section className="engine small" aria-label={labels.label} aria-busy={pending}>
        <p role="status">
          <span className={`engine-indicator ${pending ? '' : 'engine-error'}`} aria-hidden="true" />
          <strong>{pending ? labels.loading : labels.unreachable}</strong>
        </p>
      </section>
    );
  }
  const { limit, running, waiting } = health.queue;
  return (
    <section className="engine row small" aria-label={labels.label}>
      <p role="status">
        <span className={`engine-indicator engine-${levelOf(health)}`} aria-hidden="true" />
        <strong>{nameOf(health, labels)}</strong> {health.device !== null && labels.device({ device: health.device })}
      </p>
      <p className="engine-details muted">
        {[
          modelOf(health, labels, format),
          running + waiting === 0 ? labels.idle : labels.queue({ running, waiting, limit }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {health.status === 'failed' && <p className="engine-reason">{reasonOf(text, health)}</p>}
    </section>
  );
}

const levelOf = ({ engine, status }: SpeechHealth) =>
  status === 'failed' || engine === null ? 'error' : engine === 'builtin' ? 'fallback' : 'ready';

function nameOf(health: SpeechHealth, labels: SpeechText['engine']): string {
  if (health.engine === null) return labels.none;
  return health.engine === 'builtin' ? labels.builtin : health.variant;
}

/** The precision of a loaded model, otherwise why the model is not loaded. */
function modelOf(
  { asleep, engine, model, precision, pull, queue, variant }: SpeechHealth,
  labels: SpeechText['engine'],
  format: Formats,
): string {
  // A request is what loads it again.
  if (asleep === true) return labels.states[queue.running + queue.waiting > 0 ? 'loading' : 'asleep']({ variant });
  if (engine === 'qwen3-tts' || engine === 'remote') return precision ?? '';
  // Another variant may be the one that is installed.
  const { progress } = pull?.state === 'running' ? pull : model;
  const state =
    pull?.state === 'running' ? labels.installing({ variant: pull.variant }) : labels.states[model.state]({ variant });
  return progress === undefined ? state : `${state} · ${format.percent(progress)}`;
}
