import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
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

const STALE_AFTER_MS = 40_000;
const POLL_INTERVAL_MS = 1_000;

/**
 * Runs `work` in one process at a time; others wait. The processes may be in different containers and share the folder over
 * a network: the lock is a file with its owner's token, which the owner renews. A waiting process takes it over when the
 * owner was a process of its machine that has ended, or when it has seen no renewal for `staleAfter` by its own clock. A process that ends in order leaves no lock.
 * @throws what `work` throws; the signal's reason once it has fired
 */
export async function withFileLock<T>(lock: string, work: () => Promise<T>, options: FileLockOptions = {}): Promise<T> {
  const { signal, staleAfter = STALE_AFTER_MS, pollInterval = POLL_INTERVAL_MS } = options;
  const token = `${randomUUID()} ${await processIdentity(process.pid)}`;
  const releaseOnExit = () => {
    if (existsSync(lock) && readFileSync(lock, 'utf8') === token) rmSync(lock, { force: true });
  };
  await mkdir(dirname(lock), { recursive: true });
  await acquire(lock, token, { signal, staleAfter, pollInterval, onWait: options.onWait });
  process.once('exit', releaseOnExit);
  const renewal = setInterval(() => void renew(lock, token), staleAfter / 4);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    process.off('exit', releaseOnExit);
    if ((await ownerOf(lock)) === token) await rm(lock, { force: true });
  }
}

interface WaitOptions {
  readonly signal: AbortSignal | undefined;
  readonly staleAfter: number;
  readonly pollInterval: number;
  readonly onWait: (() => void) | undefined;
}

async function acquire(lock: string, token: string, options: WaitOptions): Promise<void> {
  const { signal, staleAfter, pollInterval, onWait } = options;
  let seen: { readonly owner: string | undefined; readonly renewal: string; readonly since: number } | undefined;
  while (!(await create(lock, token))) {
    signal?.throwIfAborted();
    if (!seen) onWait?.();
    const owner = await ownerOf(lock);
    const renewal = await renewalOf(lock);
    if (seen?.owner !== owner || seen?.renewal !== renewal) seen = { owner, renewal, since: performance.now() };
    const isAbandoned = owner !== undefined && (performance.now() - seen.since > staleAfter || (await hasDied(owner)));
    if (isAbandoned) await removeAbandoned(lock, owner, staleAfter);
    else await sleep(pollInterval, undefined, signal ? { signal } : {});
  }
}

/**
 * Where a process runs, its id, and when it started, all without spaces: `<machine>:<pid namespace> <pid> <start>`. Only Linux
 * says what tells two containers with one name apart; elsewhere locks are abandoned by time alone.
 */
async function processIdentity(pid: number): Promise<string> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const namespace = await readlink('/proc/self/ns/pid');
    // The name of the program, in parentheses, may hold anything.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return `${boot}:${namespace} ${pid} ${fields.split(' ')[START_TIME_FIELD]}`;
  } catch {
    return '';
  }
}

/** Field 22 of `/proc/<pid>/stat`, of those behind the name. */
const START_TIME_FIELD = 19;

/** Whether the owner was a process of this machine that has ended. */
async function hasDied(owner: string): Promise<boolean> {
  const [, machine, pid, start] = owner.split(' ');
  if (!machine || !(await processIdentity(process.pid)).startsWith(`${machine} `)) return false;
  return (await processIdentity(Number(pid))) !== `${machine} ${pid} ${start}`;
}

/** Creates the file with its content, unless it exists. */
async function create(lock: string, token: string): Promise<boolean> {
  try {
    await writeFile(lock, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

const ownerOf = (lock: string): Promise<string | undefined> => readFile(lock, 'utf8').catch(() => undefined);

/** Changes with each renewal. */
async function renewalOf(lock: string): Promise<string> {
  const found = await stat(lock, { bigint: true }).catch(() => undefined);
  return `${found?.mtimeNs} ${found?.ino}`;
}

/** Of several processes that wait for one abandoned lock, the one that creates the second file removes it. */
async function removeAbandoned(lock: string, owner: string, staleAfter: number): Promise<void> {
  const takeover = `${lock}.${owner.slice(0, 8) || 'empty'}`;
  if (await create(takeover, '')) {
    if ((await ownerOf(lock)) === owner) await rm(lock, { force: true });
    await rm(takeover, { force: true });
    return;
  }
  // Its creator was killed in between, long ago.
  const found = await stat(takeover).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > 2 * staleAfter) await rm(takeover, { force: true });
  else await sleep(10);
}

async function renew(lock: string, token: string): Promise<void> {
  if ((await ownerOf(lock)) !== token) return;
  const now = new Date();
  await utimes(lock, now, now).catch(() => {});
}
