/**
 * Fires with a signal, or once some time has passed, whatever else holds it.
 *
 * Node collects an `AbortSignal.timeout` that is only a source of `AbortSignal.any` before it fires (nodejs/node#57736):
 * what it should have ended then waits for ever.
 *
 * @param ms in milliseconds; does not keep the process alive
 */
export function abortAfter(signal: AbortSignal, ms: number): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(new DOMException('It took too long.', 'TimeoutError')), ms).unref();
  ending.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  signal.addEventListener('abort', end, { once: true, signal: ending.signal });
  if (signal.aborted) end();
  return ending.signal;
}
