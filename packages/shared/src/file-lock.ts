import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** An optional dependency, because it is a native addon. It comes without types. */
interface FileLocks {
  /** Locks an open file until it is closed. @returns whether no other open file holds the lock */
  tryLock(fd: number): boolean;
}

/**
 * Locks a file for one holder. The lock belongs to the file, so it holds whatever the container, the temporary folder and the
 * process namespace of other processes are, and the system releases it when its holder ends, however that ends.
 * @returns what unlocks it; `undefined` while another one holds it
 * @throws {Error} where the platform or the file system has no such locks
 */
export async function tryFileLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as FileLocks;
  const file = await open(path, 'a', 0o600);
  let isLocked = false;
  try {
    isLocked = tryLock(file.fd);
  } finally {
    if (!isLocked) await file.close();
  }
  return isLocked ? () => file.close() : undefined;
}
