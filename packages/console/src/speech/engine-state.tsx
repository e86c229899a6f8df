import type { SpeechHealth } from '@ownvoice/shared/contract';
import { text } from './text.js';
import type { Engine } from './use-engine.js';

const words = text.engine;

/** Who would speak now, on what, and how much is waiting: always in sight. */
export function EngineState({ engine }: { engine: Engine }) {
  if (engine.kind !== 'known') {
    const away = engine.kind === 'away';
    return (
      <section className="engine" aria-label={words.label} aria-busy={!away}>
        <p className={away ? 'engine-name engine-bad' : 'engine-name'} role="status">
          <span className="engine-dot" aria-hidden="true" />
          {away ? words.away : words.asking}
        </p>
      </section>
    );
  }
  const { health } = engine;
  const { limit, running, waiting } = health.queue;
  return (
    <section className="engine" aria-label={words.label}>
      <p className={`engine-name engine-${lookOf(health)}`} role="status">
        <span className="engine-dot" aria-hidden="true" />
        {nameOf(health)}
        {health.device !== null && <span className="engine-device">{words.on(health.device)}</span>}
      </p>
      <p className="engine-more">
        <span>{modelOf(health)}</span>
        <span>{running + waiting === 0 ? words.idle : words.queue(running, waiting, limit)}</span>
      </p>
      {health.reason !== undefined && <p className="engine-reason">{health.reason}</p>}
    </section>
  );
}

const lookOf = ({ engine, status }: SpeechHealth) =>
  status === 'failed' || engine === null ? 'bad' : engine === 'builtin' ? 'stand-in' : 'good';

function nameOf(health: SpeechHealth): string {
  if (health.engine === null) return words.none;
  return health.engine === 'builtin' ? words.builtin : health.variant;
}

function modelOf({ engine, model, precision, variant }: SpeechHealth): string {
  if (engine === 'qwen3-tts') return precision ?? '';
  const state = model.stage === undefined ? words.states[model.state] : words.stage(model.stage, model.progress);
  return words.model(variant, state);
}
