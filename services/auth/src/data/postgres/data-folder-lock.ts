import { join } from 'node:path';
import { tryFileLock } from '@ownvoice/shared/file-lock';

/**
 * Locks a data folder for one service. The locked file lies in the folder.
 *
 * @returns unlocks the folder
 * @throws {Error} with one message when another running service has locked it, or when this system has no such locks
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const unlock = await tryFileLock(join(folder, 'lock')).catch((cause: unknown) => {
    const message = `The data folder ${folder} cannot be locked on ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`;
    throw new Error(message, { cause });
  });
  if (unlock) return unlock;
  throw new Error(
    `Another service uses the data folder ${folder}: stop it, or set DATA_DIR to another folder, or DATABASE_URL to share one database.`,
  );
}
