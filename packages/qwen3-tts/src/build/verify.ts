import { createHash } from 'node:crypto';
import { type BigIntStats, createReadStream } from 'node:fs';
import { lstat, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedModelError, ModelError } from '../errors.js';
import type { BuiltFile, Manifest } from './manifest.js';

/**
 * Records the last verification. A file whose size, inode, modification time and change time are those of the
 * verification has not been written since: the kernel sets the change time at every write and no program can set it
 * back. So gigabytes are hashed once after a build or a copy, not at every start; on a read-only volume, where the stamp
 * cannot be stored, at every start.
 */
const STAMP = '.verified.json';

const READ_BYTES = 4 << 20;

export async function sha256File(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Size and hash of a file, for a manifest. */
export async function describeFile(folder: string, path: string): Promise<BuiltFile> {
  const { size } = await stat(join(folder, path));
  return { path, size, sha256: await sha256File(join(folder, path)) };
}

/** The files of a model as they were verified: by path, size, inode, times and hash. */
export type Verified = Readonly<Record<string, string>>;

/**
 * Checks that the folder holds exactly the bytes that were built.
 * @param options.full hashes every file, even if the stamp matches
 * @returns what to compare with later
 * @throws ModelError naming the first file that is missing, truncated or altered
 */
export async function verifyModel(
  folder: string,
  { files }: Manifest,
  options: { full?: boolean; onProgress?: (share: number) => void } = {},
): Promise<Verified> {
  const stamp = options.full ? {} : await readStamp(folder);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const fingerprints: Record<string, string> = {};
  let done = 0;
  for (const file of files) {
    const fingerprint = await fingerprintOf(folder, file);
    if (
      stamp[file.path] !== `${fingerprint}:${file.sha256}` &&
      (await sha256File(join(folder, file.path))) !== file.sha256
    ) {
      throw new DamagedModelError(`${join(folder, file.path)} was altered after it was built`);
    }
    fingerprints[file.path] = `${fingerprint}:${file.sha256}`;
    done += file.size;
    options.onProgress?.(done / total);
  }
  await writeStamp(folder, stamp, fingerprints);
  return fingerprints;
}

/** Whether no file was written or exchanged since. One that was removed is still read as it was. */
export async function isAsVerified(folder: string, verified: Verified): Promise<boolean> {
  const files = Object.entries(verified).map(async ([path, known]) => {
    const found = await stat(join(folder, path), { bigint: true }).catch(() => undefined);
    return found === undefined || known.startsWith(`${stampOf(found)}:`);
  });
  return (await Promise.all(files)).every((isSame) => isSame);
}

const stampOf = ({ size, ino, mtimeNs, ctimeNs }: BigIntStats): string => [size, ino, mtimeNs, ctimeNs].join(':');

async function fingerprintOf(folder: string, { path, size }: BuiltFile): Promise<string> {
  const full = join(folder, path);
  const found = await stat(full, { bigint: true }).catch((cause: unknown) => {
    throw new DamagedModelError(`${full} is missing`, { cause });
  });
  if (path.endsWith('.data') && (await lstat(full)).isSymbolicLink()) {
    throw new ModelError(`${full} is a symbolic link, through which weights are not read; put the file itself there.`);
  }
  if (found.size !== BigInt(size)) {
    throw new DamagedModelError(`${full} has ${found.size} bytes instead of ${size}`);
  }
  return stampOf(found);
}

async function readStamp(folder: string): Promise<Verified> {
  try {
    const stamp: unknown = JSON.parse(await readFile(join(folder, STAMP), 'utf8'));
    return typeof stamp === 'object' && stamp !== null ? (stamp as Verified) : {};
  } catch {
    return {};
  }
}

/** Writes a temporary file and renames it: two processes that start at once never read half a stamp. */
async function writeStamp(folder: string, old: Verified, next: Verified): Promise<void> {
  if (JSON.stringify(old) === JSON.stringify(next)) return;
  const temporary = join(folder, `${STAMP}.${process.pid}`);
  try {
    await writeFile(temporary, JSON.stringify(next));
    await rename(temporary, join(folder, STAMP));
  } catch {
    // A read-only volume: the next start verifies again.
  }
}
