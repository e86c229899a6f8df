import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { Formats } from '../language/formats.js';
import { useFormat } from '../language/language-provider.js';
import { useSentences } from '../language/use-sentences.js';
import { useStage } from './installation.js';
import { type SpeechText, useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';

/** The engine that answers requests now, its device, its model and its queue. */
export function EngineStatus({ engine }: { engine: EngineHealth }) {
  const labels = useText().engine;
  const format = useFormat();
  const stageText = useStage();
  const said = useSentences();
  if (engine.kind !== 'loaded') {
    const loading = engine.kind === 'loading';
    return (
      <section className="engine" aria-label={labels.label} aria-busy={loading}>
        <p className={loading ? 'engine-name' : 'engine-name engine-error'} role="status">
          <span className="engine-indicator" aria-hidden="true" />
          {loading ? labels.loading : labels.unreachable}
        </p>
      </section>
    );
  }
  const { health } = engine;
  const { limit, running, waiting } = health.queue;
  return (
    <section className="engine" aria-label={labels.label}>
      <p className={`engine-name engine-${levelOf(health)}`} role="status">
        <span className="engine-indicator" aria-hidden="true" />
        {nameOf(health, labels)}
        {health.device !== null && <span className="engine-device">{labels.device({ device: health.device })}</span>}
      </p>
      <p className="engine-details">
        <span>{modelOf(health, labels, format, stageText)}</span>
        <span>{running + waiting === 0 ? labels.idle : labels.queue({ running, waiting, limit })}</span>
      </p>
      {health.status === 'failed' && <p className="engine-reason">{health.reason && said(health.reason).text}</p>}
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
  { asleep, engine, model, precision, queue, variant }: SpeechHealth,
  labels: SpeechText['engine'],
  format: Formats,
  stageText: ReturnType<typeof useStage>,
): string {
  // A request is what loads it again.
  if (asleep === true) return labels.states[queue.running + queue.waiting > 0 ? 'loading' : 'asleep']({ variant });
  if (engine === 'qwen3-tts') return precision ?? '';
  const { progress, stage } = model;
  if (stage === undefined) return labels.states[model.state]({ variant });
  const what = stageText(stage, variant);
  return progress === undefined ? what : `${what} · ${format.percent(progress)}`;
}
