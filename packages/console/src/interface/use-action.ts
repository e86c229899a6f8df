import { useRef, useState } from 'react';
import { isReportable } from '../http/request.js';

export interface Action {
  busy: boolean;
  error: unknown;
  /** Does nothing while another run is in progress. An error is kept until the next run. */
  run(work: () => Promise<void>): Promise<void>;
  clear(): void;
}

/** The state of an asynchronous action that the user triggers. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const running = useRef(false);
  return {
    busy,
    error,
    clear: () => setError(undefined),
    async run(work) {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setError(undefined);
      try {
        await work();
      } catch (failure) {
        if (isReportable(failure)) setError(failure);
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
