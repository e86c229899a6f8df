import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Binaries, preparedBinaries } from './binaries.js';
import { type SystemUser, unprivilegedUser } from './unprivileged-user.js';

/** The superuser of the embedded database; only this service knows its password. */
export const SUPERUSER = 'ownvoice';
/** A cache for the whole machine, which root alone can write. */
const ROOT_COPIES = '/var/cache/ownvoice';

/** A program of PostgreSQL that runs, and what it says. */
export type ServerProcess = ChildProcessByStdio<null, Readable, Readable>;

/** A database cluster on disk and the means to run it. */
export interface Cluster {
  readonly dataFolder: string;
  readonly password: string;
  /** Starts a program of PostgreSQL as the user that owns the data. */
  run(program: keyof Binaries, args: readonly string[]): ServerProcess;
}

function giveTo(user: SystemUser | undefined, path: string): void {
  if (user === undefined || lstatSync(path).uid === user.uid) return;
  chownSync(path, user.uid, user.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(user, join(path, name));
}

function keptPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** Everything a program says, once it has ended. */
function finished(child: ServerProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  const hear = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, said }));
  });
}

/**
 * Opens the cluster in `home`, making it when there is none.
 *
 * As root everything is run as another user. The way to the folder may be closed to that user (a home, a temporary
 * folder), so on Linux the programs are started inside it and know it as `/proc/self/cwd`, which needs no way.
 * @throws {Error} with one sentence when it can't be made
 */
export async function openCluster(home: string): Promise<Cluster> {
  const user = unprivilegedUser();
  mkdirSync(home, { recursive: true });
  const binaries = await preparedBinaries(user === undefined ? home : ROOT_COPIES, user !== undefined);
  const password = keptPassword(join(home, 'password'));
  if (user !== undefined) for (const path of [home, join(home, 'password')]) chownSync(path, user.uid, user.gid);
  chmodSync(home, 0o700);

  const runIn = (folder: string, program: keyof Binaries, args: readonly string[]) =>
    spawn(
      binaries[program],
      ['-D', user !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder, ...args],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', 'pipe', 'pipe'],
        // Of its own, so that Ctrl-C reaches the service alone, which stops the database when it has finished with it.
        detached: true,
        ...user,
      },
    );

  const dataFolder = join(home, 'data');
  if (existsSync(dataFolder)) {
    giveTo(user, dataFolder);
  } else {
    const unfinished = join(home, 'data.new');
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    giveTo(user, unfinished);
    const inside = user !== undefined && process.platform === 'linux' ? '/proc/self/cwd/..' : home;
    const made = await finished(
      runIn(unfinished, 'initdb', [
        `--username=${SUPERUSER}`,
        `--pwfile=${inside}/password`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--no-locale',
        '--no-instructions',
      ]),
    );
    if (made.code !== 0) throw new Error(`The embedded PostgreSQL could not make its data folder: ${made.said.trim()}`);
    await rename(unfinished, dataFolder);
  }
  return { dataFolder, password, run: (program, args) => runIn(dataFolder, program, args) };
}
