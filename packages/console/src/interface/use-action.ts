import { useRef, useState } from 'react';
import { isToBeTold } from '../http/request.js';

export interface Action {
  busy: boolean;
  error: unknown;
  /** Runs the work unless it is running already; its failure is kept until the next run. */
  run(work: () => Promise<void>): Promise<void>;
  clear(): void;
}

/** One thing a person can ask for: whether it is under way and how it failed. */
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
        if (isToBeTold(failure)) setError(failure);
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
