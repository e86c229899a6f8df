import type { SpeechHealth } from '@ownvoice/shared/contract';
import { useEffect, useState } from 'react';
import { health } from './api.js';

export type Engine = { kind: 'asking' } | { kind: 'away' } | { kind: 'known'; health: SpeechHealth };

const SETTLED_MS = 4_000;
const BUSY_MS = 1_500;

/** The state of the engine, asked for again and again while the page is looked at. */
export function useEngine(): Engine {
  const [engine, setEngine] = useState<Engine>({ kind: 'asking' });

  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function ask() {
      clearTimeout(timer);
      const next = await health(controller.signal).then(
        (answer): Engine => ({ kind: 'known', health: answer }),
        (): Engine => ({ kind: 'away' }),
      );
      if (controller.signal.aborted) return;
      setEngine(next);
      const busy = next.kind === 'known' && (next.health.status === 'loading' || next.health.queue.running > 0);
      if (!document.hidden) timer = setTimeout(() => void ask(), busy ? BUSY_MS : SETTLED_MS);
    }
    const seen = () => {
      if (!document.hidden) void ask();
    };
    void ask();
    document.addEventListener('visibilitychange', seen);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);

  return engine;
}
