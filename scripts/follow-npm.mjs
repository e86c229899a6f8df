const LOOK_EVERY_MS = 250;

/**
 * Ends this process as SIGTERM does when the shell goes away that npm started it in: npm passes a signal on to that shell
 * only, and a shell passes it on to nobody.
 */
export function followNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}
