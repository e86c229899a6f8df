import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    return name.trim() === 'postgres';
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'comm=']).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres');
}

const GRACE_MS = 10_000;

/** Stops the server that a killed service left running. Only for a folder that this service has locked. */
export async function stopLeftOverServer(dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (!isAlive(pid) || !(await isPostgres(pid))) {
    // The id may be another program's by now, and PostgreSQL would take that for its server.
    await rm(file, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + GRACE_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await delay(20);
  }
}
