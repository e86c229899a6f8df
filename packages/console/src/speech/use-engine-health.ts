import type { SpeechHealth } from '@ownvoice/shared/contract';
import { useEffect, useState } from 'react';
import { RequestError } from '../http/request.js';
import type { FetchState } from '../interface/use-fetch.js';
import { fetchHealth } from './api.js';

export type EngineHealth = { kind: 'loading' } | { kind: 'unreachable' } | { kind: 'loaded'; health: SpeechHealth };

const POLL_MS = 4_000;
const BUSY_POLL_MS = 1_500;

const isBusy = ({ status, pull, queue }: SpeechHealth) =>
  status === 'loading' || pull?.state === 'running' || queue.running > 0;

/** The health of the speech service, polled while the page is visible. */
export function useEngineHealth(): EngineHealth {
  const [engine, setEngine] = useState<EngineHealth>({ kind: 'loading' });

  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function poll() {
      clearTimeout(timer);
      const next = await fetchHealth(controller.signal).then(
        (health): EngineHealth => ({ kind: 'loaded', health }),
        (): EngineHealth => ({ kind: 'unreachable' }),
      );
      if (controller.signal.aborted) return;
      setEngine(next);
      const busy = next.kind === 'loaded' && isBusy(next.health);
      if (!document.hidden) timer = setTimeout(() => void poll(), busy ? BUSY_POLL_MS : POLL_MS);
    }
    const pollIfVisible = () => {
      if (!document.hidden) void poll();
    };
    void poll();
    document.addEventListener('visibilitychange', pollIfVisible);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', pollIfVisible);
    };
  }, []);

  return engine;
}

/** No response, too many requests, or no service behind a gateway. */
const TEMPORARY = [0, 429, 502, 503, 504];

/** Fetches again, each time that the service has responded, what failed because the service was away or busy. */
export function useRetry(engine: EngineHealth, { error, reload }: FetchState<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the response decides when; another failure waits for the next one
  useEffect(() => {
    if (engine.kind === 'loaded' && error instanceof RequestError && TEMPORARY.includes(error.status)) reload();
  }, [engine]);
}
