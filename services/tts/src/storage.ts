import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Caller {
  /** Null where nobody tells users apart. */
  readonly user: string | null;
  readonly seesAll: boolean;
}

/** Everybody who reaches a service that does not tell users apart. */
export const EVERYBODY: Caller = { user: null, seesAll: true };

/** Whether something of an owner is there for a caller. */
export const mayUse = ({ user, seesAll }: Caller, { owner }: { readonly owner: string | null }): boolean =>
  seesAll || owner === user;

/** A file that cannot be used. The message ends a log line. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** Raised whenever this code cannot read what an older one wrote. */
const FORMAT = 1;

const checksumOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

export const sealed = (content: object): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, checksum: checksumOf(content), content })}\n`);

/** The content of a file that `sealed` wrote. @throws DamagedFileError */
export function unsealed<T>(bytes: Buffer): T {
  let file: { format?: unknown; checksum?: unknown; content?: T } | null;
  try {
    file = JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new DamagedFileError('it is not JSON', { cause });
  }
  if (file?.format !== FORMAT) throw new DamagedFileError('it is not a file of this version');
  if (!file.content || file.checksum !== checksumOf(file.content))
    throw new DamagedFileError('its checksum does not match');
  return file.content;
}

/**
 * Reads a whole file, if it is a plain one: neither a link out of the folder nor a pipe that never ends.
 *
 * @throws DamagedFileError when it is larger than `maxBytes` or no plain file; the system's error when it cannot be read
 */
export async function readPlainFile(path: string, maxBytes: number): Promise<Buffer> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  await using file = await open(path, flags).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' ? new DamagedFileError('it is a link') : error;
  });
  const stats = await file.stat();
  if (!stats.isFile()) throw new DamagedFileError('it is not a plain file');
  if (stats.size > maxBytes) throw new DamagedFileError('it is too large');
  return await file.readFile();
}

/** Writes a new file and waits until the disk has it. */
export const writeNewFile = (path: string, bytes: Uint8Array): Promise<void> =>
  writeFile(path, bytes, { flag: 'wx', mode: 0o640, flush: true });

/** The system's code of an error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** A folder that is being written … */
const DRAFT = '.new-';
/** … and one that was deleted. */
const DELETED = '.deleted-';
/** Nobody works on a draft for so long. */
const ABANDONED_MS = 3_600_000;

const hiddenName = (prefix: string) => prefix + randomBytes(8).toString('hex');

/** A rename is on the disk when its folder is. Some systems open no folders, and need it not. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch((error: unknown) => {
    if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR'].includes(codeOf(error) ?? '')) throw error;
  });
}

/** One folder for each thing that is kept; another process sees all of it or nothing. */
export class WholeFolders {
  constructor(readonly path: string) {}

  /** Removes what a process left behind that ended while it wrote or deleted. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.path)) {
      if (!name.startsWith(DRAFT) && !name.startsWith(DELETED)) continue;
      const path = join(this.path, name);
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > ABANDONED_MS || name.startsWith(DELETED)) await rm(path, { recursive: true, force: true });
    }
  }

  /**
   * Adds a folder with its files.
   *
   * @returns whether it was added: there is none of this name yet
   * @throws the system's error when it cannot be written
   */
  async add(name: string, files: ReadonlyMap<string, Uint8Array>): Promise<boolean> {
    const draft = join(this.path, hiddenName(DRAFT));
    try {
      await mkdir(draft, { mode: 0o750 });
      for (const [file, bytes] of files) await writeNewFile(join(draft, file), bytes);
      await syncFolder(draft);
      await rename(draft, join(this.path, name));
      await syncFolder(this.path);
      return true;
    } catch (error) {
      await rm(draft, { recursive: true, force: true }).catch(() => {});
      if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) return false;
      throw error;
    }
  }

  /** Adds a file to a folder that is still there, or takes the place of one. @throws the system's error when it cannot be written */
  async addFile(name: string, file: string, bytes: Uint8Array): Promise<void> {
    const draft = join(this.path, name, hiddenName(DRAFT));
    try {
      await writeNewFile(draft, bytes);
      await rename(draft, join(this.path, name, file));
      await syncFolder(join(this.path, name));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** Removes a folder. @returns whether it was there @throws the system's error when it cannot be removed */
  async remove(name: string): Promise<boolean> {
    const folder = join(this.path, name);
    const deleted = join(this.path, hiddenName(DELETED));
    try {
      // A read-only system refuses the rename of what is not there too.
      await lstat(folder);
      await rename(folder, deleted);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
    await syncFolder(this.path);
    await rm(deleted, { recursive: true, force: true });
    return true;
  }
}
