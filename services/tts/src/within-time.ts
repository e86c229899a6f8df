/**
 * Does work with a signal that fires with another one, or once some time has passed, whatever else holds it. When the work is
 * done nothing is left at the other signal, which may be that of a service and last as long.
 *
 * Node collects an `AbortSignal.timeout` that is only a source of `AbortSignal.any` before it fires (nodejs/node#57736):
 * what it should have ended then waits for ever.
 *
 * @param ms in milliseconds; does not keep the process alive
 */
export async function withinTime<T>(
  signal: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(new DOMException('It took too long.', 'TimeoutError')), ms).unref();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
