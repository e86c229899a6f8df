import { useCallback, useEffect, useState } from 'react';
import { isAbort, isToBeTold } from '../http/request.js';

export interface Loaded<T> {
  /** The newest answer; the one before stays while a new one is on its way. */
  value: T | undefined;
  error: unknown;
  loading: boolean;
  reload(): void;
}

/** Fetches when the page is shown and whenever `load` changes (keep it stable with `useCallback`). */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<unknown>();
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same question again
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    load(controller.signal)
      .then((next) => {
        setValue(next);
        setError(undefined);
        setLoading(false);
      })
      .catch((failure: unknown) => {
        if (isAbort(failure)) return;
        setError(isToBeTold(failure) ? failure : undefined);
        setLoading(false);
      });
    return () => controller.abort();
  }, [load, round]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  return { value, error, loading, reload };
}
