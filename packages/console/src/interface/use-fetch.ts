import { useCallback, useEffect, useRef, useState } from 'react';
import { isReportable } from '../http/request.js';

export interface FetchState<T> {
  /** The latest response. It stays while the next one is loading, and when the same request fails later. */
  value: T | undefined;
  error: unknown;
  loading: boolean;
  /** There is neither a response nor an error yet. */
  pending: boolean;
  reload(): void;
}

/** Fetches on mount and whenever `load` changes; keep `load` stable with `useCallback`. */
export function useFetch<T>(load: (signal: AbortSignal) => Promise<T>): FetchState<T> {
  const [value, setValue] = useState<T>();
  /** The request whose response `value` is. */
  const loadedBy = useRef<typeof load>(undefined);
  const [error, setError] = useState<unknown>();
  const [loading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the same request
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    load(controller.signal)
      .then((next) => {
        if (controller.signal.aborted) return;
        loadedBy.current = load;
        setValue(next);
        setError(undefined);
        setLoading(false);
      })
      .catch((failure: unknown) => {
        // It may have failed before it was aborted, or because of it.
        if (controller.signal.aborted) return;
        if (loadedBy.current !== load) setValue(undefined);
        setError(isReportable(failure) ? failure : undefined);
        setLoading(false);
      });
    return () => controller.abort();
  }, [load, attempt]);

  const reload = useCallback(() => setAttempt((n) => n + 1), []);
  return { value, error, loading, pending: loading && value === undefined && error === undefined, reload };
}

/** The latest value that has not changed for `milliseconds`. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}

/**
 * Fetches again and again while the page is visible.
 * @param load keep it stable
 * @param pauseMs how long to wait after a response, or after a failure; keep it stable
 */
export function usePoll<T>(
  load: (signal: AbortSignal) => Promise<T>,
  pauseMs: (latest: T | undefined) => number,
): FetchState<T> {
  const polled = useFetch(load);
  const { value, error, loading, reload } = polled;
  useEffect(() => {
    if (loading) return;
    const timer = document.hidden ? undefined : setTimeout(reload, pauseMs(error === undefined ? value : undefined));
    const reloadIfVisible = () => {
      if (!document.hidden) reload();
    };
    document.addEventListener('visibilitychange', reloadIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', reloadIfVisible);
    };
  }, [value, error, loading, reload, pauseMs]);
  return polled;
}
