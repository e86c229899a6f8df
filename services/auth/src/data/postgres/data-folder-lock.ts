import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isListening = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const listen = (path: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject).listen(path, () => resolve(server.unref()));
  });

/**
 * Locks a data folder for one service. The lock is a listening socket: unlike a file with a process id it disappears
 * with its holder, however that ends, and no other process can be mistaken for the holder.
 *
 * @returns unlocks the folder
 * @throws {Error} with one sentence when another running service has locked it
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const name = `ownvoice-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)}`;
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const taken = async (error: NodeJS.ErrnoException): Promise<Server> => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (await isListening(path))
      throw new Error(
        `Another service uses the data folder ${folder}: stop it, or set DATA_DIR to another folder, or DATABASE_URL to share one database.`,
      );
    await unlink(path);
    return listen(path);
  };
  const server = await listen(path).catch(taken);
  return () => new Promise((resolve) => server.close(() => resolve()));
}
