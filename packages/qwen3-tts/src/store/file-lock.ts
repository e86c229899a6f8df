import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryFileLock } from '@ownvoice/shared/file-lock';

export interface FileLockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once when another process holds the lock. */
  readonly onWait?: () => void;
  /** Called with the reason where the file cannot be locked; the work is done without. */
  readonly onUnlockable?: (error: Error) => void;
  /** How often a waiting process tries the lock, in ms. */
  readonly pollInterval?: number;
}

const POLL_INTERVAL_MS = 1_000;

/**
 * Runs `work` in one process at a time; others wait. The processes may be in different containers and share the folder over
 * a network.
 * @throws what `work` throws; an AbortError once the signal has fired
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: FileLockOptions = {}): Promise<T> {
  const { signal, onWait, onUnlockable, pollInterval = POLL_INTERVAL_MS } = options;
  await mkdir(dirname(path), { recursive: true });
  const lock = () =>
    tryFileLock(path).catch((error: Error) => {
      onUnlockable?.(error);
      return async () => {};
    });
  let unlock = await lock();
  if (!unlock) onWait?.();
  while (!unlock) {
    await sleep(pollInterval, undefined, signal ? { signal } : {});
    unlock = await lock();
  }
  try {
    return await work();
  } finally {
    await unlock();
  }
}
