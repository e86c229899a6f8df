import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** An optional dependency, because it is a native addon. It comes without types. */
interface FileLocks {
  /** Locks an open file until it is closed. @returns whether no other open file holds the lock */
  tryLock(fd: number): boolean;
}

function fileLocks(): FileLocks {
  try {
    return createRequire(import.meta.url)('fs-native-extensions') as FileLocks;
  } catch (cause) {
    const message = `A data folder cannot be locked on ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`;
    throw new Error(message, { cause });
  }
}

/**
 * Locks a data folder for one service. The locked file lies in the folder, so the lock holds whatever the temporary folder
 * and the process namespace of the other service are, and the system releases it when its holder ends, however that ends.
 *
 * @returns unlocks the folder
 * @throws {Error} with one message when another running service has locked it, or when this system has no such locks
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const { tryLock } = fileLocks();
  const file = await open(join(folder, 'lock'), 'a', 0o600);
  if (tryLock(file.fd)) return () => file.close();
  await file.close();
  throw new Error(
    `Another service uses the data folder ${folder}: stop it, or set DATA_DIR to another folder, or DATABASE_URL to share one database.`,
  );
}
