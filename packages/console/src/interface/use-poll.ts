import { useCallback, useEffect, useState } from 'react';

export interface Polled<T> {
  /** The latest response. It stays when a later request fails. */
  value: T | undefined;
  /** Of the latest request. */
  error: unknown;
}

/**
 * Fetches again and again while the page is visible.
 * @param load keep it stable
 * @param pauseMs how long to wait after a response, or after a failure; keep it stable
 */
export function usePoll<T>(
  load: (signal: AbortSignal) => Promise<T>,
  pauseMs: (latest: T | undefined) => number,
): [polled: Polled<T>, reload: () => void] {
  const [polled, setPolled] = useState<Polled<T>>({ value: undefined, error: undefined });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` begins again
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function poll() {
      clearTimeout(timer);
      const next = await load(controller.signal).then(
        (value): Polled<T> => ({ value, error: undefined }),
        (error: unknown): Polled<T> => ({ value: undefined, error }),
      );
      if (controller.signal.aborted) return;
      setPolled(({ value }) => ({ ...next, value: next.value ?? value }));
      if (!document.hidden) timer = setTimeout(() => void poll(), pauseMs(next.value));
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
  }, [load, pauseMs, attempt]);

  return [polled, useCallback(() => setAttempt((n) => n + 1), [])];
}
