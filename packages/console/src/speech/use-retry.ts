import { useEffect } from 'react';
import { RequestError } from '../http/request.js';
import type { FetchState } from '../interface/use-fetch.js';
import type { EngineHealth } from './use-engine-health.js';

/** No response, too many requests, or no service behind a gateway. */
const TEMPORARY = [0, 429, 502, 503, 504];

/** Fetches again, each time that the service has answered, what failed because the service was away or busy. */
export function useRetry(engine: EngineHealth, { error, reload }: FetchState<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer decides when; another failure waits for the next one
  useEffect(() => {
    if (engine.kind === 'loaded' && error instanceof RequestError && TEMPORARY.includes(error.status)) reload();
  }, [engine]);
}
