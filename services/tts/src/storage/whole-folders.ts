import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, writeNewFile } from './sealed-file.js';

/** A folder that is being written … */
const DRAFT = '.new-';
/** … and one that was deleted. */
const DELETED = '.deleted-';
/** Nobody works on a draft for so long. */
const ABANDONED_MS = 3_600_000;

const hiddenName = (prefix: string) => prefix + randomBytes(8).toString('hex');

/** A rename is on the disk when its folder is. Some systems open no folders, and need it not. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  try {
    await folder?.sync();
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await folder?.close();
  }
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
