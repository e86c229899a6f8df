const POLL_INTERVAL_MS = 250;

/**
 * Sends this process SIGTERM when the shell that npm started it in has ended: npm forwards signals to that shell alone, and
 * some shells do not forward them. Once the process has been asked to stop, the end of the shell says nothing new.
 */
export function followNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_INTERVAL_MS);
  timer.unref();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.once(signal, () => {
      clearInterval(timer);
      // Nobody else listens, so that the signal must have its default effect.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
