import type { SpeechHealth } from '@ownvoice/shared/contract';
import { useEffect } from 'react';
import { RequestError } from '../http/request.js';
import { type FetchState, usePoll } from '../interface/use-fetch.js';
import { sendJson } from './api.js';

export interface EngineHealth {
  /** Undefined before the first response, and while the service is unreachable. */
  health: SpeechHealth | undefined;
  /** There is neither a response nor an error yet. */
  pending: boolean;
}

const POLL_MS = 4_000;
const BUSY_POLL_MS = 1_500;

const isBusy = ({ status, pull, queue }: SpeechHealth) =>
  status === 'loading' || pull?.state === 'running' || queue.running > 0;

const pauseMs = (health: SpeechHealth | undefined) => (health && isBusy(health) ? BUSY_POLL_MS : POLL_MS);

// Relative to the page, which a gateway has below a prefix.
const fetchHealth = (signal: AbortSignal) => sendJson<SpeechHealth>('health', { signal });

/** The health of the speech service, polled while the page is visible. */
export function useEngineHealth(): EngineHealth {
  const { value, error, pending } = usePoll(fetchHealth, pauseMs);
  return { health: error === undefined ? value : undefined, pending };
}

/** No response, too many requests, or no service behind a gateway. */
const TEMPORARY = [0, 429, 502, 503, 504];

/** Fetches again, each time that the service has responded, what failed because the service was away or busy. */
export function useRetry(health: SpeechHealth | undefined, { error, reload }: FetchState<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the response decides when; another failure waits for the next one
  useEffect(() => {
    if (health && error instanceof RequestError && TEMPORARY.includes(error.status)) reload();
  }, [health]);
}
