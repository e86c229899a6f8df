import { realpathSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { socketLock } from './socket-lock.js';

/** @returns whether no other open file holds the lock; it ends when the file is closed */
export type TryLock = (fd: number) => boolean;

/** An optional dependency, because it is a native addon. */
export async function nativeLock(): Promise<TryLock | undefined> {
  const library = await import('fs-native-extensions').catch(() => undefined);
  return library?.tryLock;
}

const inUse = (folder: string): Error =>
  new Error(
    `Another service uses the data folder ${folder}: stop it, or set DATA_DIR to another folder, or DATABASE_URL to share one database.`,
  );

/**
 * Locks a data folder for one service. The lock lies in the folder, so that it holds whatever the temporary folder and
 * the process namespace of the other service are, and it ends with its holder, however that ends: a locked file where
 * the library can be loaded, and a listening socket, which alone is enough without it.
 *
 * @returns unlocks the folder
 * @throws {Error} with one sentence when another running service has locked it
 */
export async function lockDataFolder(folder: string, tryLock?: TryLock): Promise<() => Promise<void>> {
  const path = realpathSync(folder);
  const file = tryLock === undefined ? undefined : await lockedFile(join(path, 'lock'), tryLock);
  if (file === 'in use') throw inUse(folder);
  try {
    const socket = await socketLock(path).catch((error: NodeJS.ErrnoException) => {
      // Some file systems, such as network drives, have no sockets.
      if (file === undefined || error.code === 'EADDRINUSE') throw error;
      return undefined;
    });
    if (socket === 'in use') throw inUse(folder);
    return async () => {
      await socket?.();
      await file?.close();
    };
  } catch (error) {
    await file?.close();
    throw error;
  }
}

async function lockedFile(path: string, tryLock: TryLock): Promise<FileHandle | 'in use'> {
  const file = await open(path, 'a', 0o600);
  if (tryLock(file.fd)) return file;
  await file.close();
  return 'in use';
}
