import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ExclusiveOptions {
  readonly signal?: AbortSignal | undefined;
  /** A lock that was not renewed for this long belongs to nobody any more, in ms. */
  readonly staleAfter?: number;
  /** Called once when somebody else holds the lock. */
  readonly onWait?: () => void;
  /** Between two looks at a lock that another process holds, in ms. */
  readonly lookEvery?: number;
}

const STALE_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Does something that only one process at a time may do in a folder that several may share, over a network too: who
 * comes later waits. The lock is a file whose time is renewed, so that it ends with its holder however that ends.
 * @throws what `work` throws; the signal's reason once it has fired
 */
export async function exclusively<T>(lock: string, work: () => Promise<T>, options: ExclusiveOptions = {}): Promise<T> {
  const { signal, staleAfter = STALE_AFTER_MS, lookEvery = LOOK_EVERY_MS } = options;
  let waited = false;
  await mkdir(dirname(lock), { recursive: true });
  while (!(await take(lock))) {
    signal?.throwIfAborted();
    if (!waited) options.onWait?.();
    waited = true;
    if (await isStale(lock, staleAfter)) await rm(lock, { force: true });
    else await pause(lookEvery, undefined, signal ? { signal } : {});
  }
  const renewal = setInterval(() => void renew(lock), staleAfter / 4);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
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
