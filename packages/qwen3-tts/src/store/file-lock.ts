import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FileLockOptions {
  readonly signal?: AbortSignal | undefined;
  /** A lock that was not renewed for this long is abandoned, in ms. */
  readonly staleAfter?: number;
  /** Called once when another process holds the lock. */
  readonly onWait?: () => void;
  /** How often a waiting process checks the lock, in ms. */
  readonly pollInterval?: number;
}

const STALE_AFTER_MS = 60_000;
const POLL_INTERVAL_MS = 1_000;

/**
 * Runs `work` in one process at a time; others wait. The processes may share the folder over a network. The lock is a file
 * whose modification time is renewed, so that it expires when its holder is killed.
 * @throws what `work` throws; the signal's reason once it has fired
 */
export async function withFileLock<T>(lock: string, work: () => Promise<T>, options: FileLockOptions = {}): Promise<T> {
  const { signal, staleAfter = STALE_AFTER_MS, pollInterval = POLL_INTERVAL_MS } = options;
  let waited = false;
  await mkdir(dirname(lock), { recursive: true });
  while (!(await acquire(lock))) {
    signal?.throwIfAborted();
    if (!waited) options.onWait?.();
    waited = true;
    if (await isStale(lock, staleAfter)) await rm(lock, { force: true });
    else await sleep(pollInterval, undefined, signal ? { signal } : {});
  }
  const renewal = setInterval(() => void renew(lock), staleAfter / 4);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await rm(lock, { force: true });
  }
}

async function acquire(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx')).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(lock: string, staleAfter: number): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > staleAfter;
}

async function renew(lock: string): Promise<void> {
  const now = new Date();
  await utimes(lock, now, now).catch(() => {});
}
