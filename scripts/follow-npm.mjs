const POLL_INTERVAL_MS = 250;

/**
 * Sends this process SIGTERM when the shell that npm started it in has ended: npm forwards signals to that shell alone, and
 * the shell does not forward them.
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
}
