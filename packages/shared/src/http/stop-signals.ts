const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Within this time a further signal under npm is the first one again, which npm has forwarded. */
const FORWARDED_WITHIN_MS = 1_000;

interface StopHandlers {
  /** Called once. */
  stop(reason: string): void;
  endAtOnce(signal: NodeJS.Signals): void;
  /** Whether npm started this process. It passes a signal on that the whole process group has received already. */
  readonly underNpm: boolean;
}

/**
 * Calls `stop` when the process is asked to end or its parent is gone, and `endAtOnce` at the second signal. Under npm one
 * stop arrives twice.
 *
 * @returns a function that lets signals have their default effect again
 */
export function onStopSignals({ stop, endAtOnce, underNpm }: StopHandlers): () => void {
  let stoppedAt: number | undefined;
  const stopOnce = (reason: string) => {
    if (stoppedAt !== undefined) return;
    stoppedAt = performance.now();
    stop(reason);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppedAt === undefined) stopOnce(signal);
    else if (!underNpm || performance.now() - stoppedAt > FORWARDED_WITHIN_MS) endAtOnce(signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  // When the parent dies its IPC channel closes, and nobody is left to stop this process.
  const onDisconnect = () => stopOnce('parent ended');
  if (process.connected) process.once('disconnect', onDisconnect);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('disconnect', onDisconnect);
  };
}
