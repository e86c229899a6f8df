import type { SpeechHealth } from '@ownvoice/shared/contract';
import { useEffect, useMemo } from 'react';
import { RequestError } from '../http/request.js';
import { type FetchState, usePoll } from '../interface/use-fetch.js';
import { fetchHealth } from './api.js';

export type EngineHealth = { kind: 'loading' } | { kind: 'unreachable' } | { kind: 'loaded'; health: SpeechHealth };

const POLL_MS = 4_000;
const BUSY_POLL_MS = 1_500;

const isBusy = ({ status, pull, queue }: SpeechHealth) =>
  status === 'loading' || pull?.state === 'running' || queue.running > 0;

const pauseMs = (health: SpeechHealth | undefined) => (health && isBusy(health) ? BUSY_POLL_MS : POLL_MS);

/** The health of the speech service, polled while the page is visible. */
export function useEngineHealth(): EngineHealth {
  const { value: health, error } = usePoll(fetchHealth, pauseMs);
  return useMemo(() => {
    if (error !== undefined) return { kind: 'unreachable' };
    return health ? { kind: 'loaded', health } : { kind: 'loading' };
  }, [health, error]);
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
