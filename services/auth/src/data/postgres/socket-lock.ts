import { createHash, randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';

const NAME = 'lock.sock';

/**
 * Runs `act` with the folder as working directory. The address of a socket has about a hundred bytes, so it is reached
 * by its name alone; the system reads the name at once.
 */
function inFolder<T>(folder: string, act: () => T): T {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return act();
  } finally {
    process.chdir(before);
  }
}

const isListening = (folder: string, name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = inFolder(folder, () => connect(name));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const listen = (folder: string, name: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', reject).once('listening', () => resolve(server));
    inFolder(folder, () => server.listen(name));
  });

const close = (folder: string, server: Server): Promise<void> =>
  // The system removes the socket by the same name.
  new Promise((resolve) => inFolder(folder, () => server.close(() => resolve())));

/**
 * A socket in the folder that listens as long as its process lives.
 * @returns stops listening; or that another process listens
 * @throws {Error} when the file system has no sockets
 */
export async function socketLock(folder: string): Promise<(() => Promise<void>) | 'in use'> {
  if (process.platform === 'win32') return await listenOnce(folder, pipeOf(folder));
  const taken = await listenOnce(folder, NAME);
  if (taken !== 'in use') return taken;
  if (await isListening(folder, NAME)) return 'in use';
  // The socket of a process that is gone. Moving it is atomic: two services that start at once don't both replace it.
  const dead = `${NAME}.${randomBytes(4).toString('hex')}`;
  try {
    inFolder(folder, () => renameSync(NAME, dead));
  } catch {
    return 'in use';
  }
  if (await isListening(folder, dead)) {
    // Another one was first, and this is its new socket.
    inFolder(folder, () => renameSync(dead, NAME));
    return 'in use';
  }
  inFolder(folder, () => rmSync(dead, { force: true }));
  return await listenOnce(folder, NAME);
}

/** Windows has pipes with names of their own instead. */
const pipeOf = (folder: string): string =>
  `\\\\.\\pipe\\ownvoice-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;

async function listenOnce(folder: string, name: string): Promise<(() => Promise<void>) | 'in use'> {
  try {
    const server = await listen(folder, name);
    return () => close(folder, server);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return 'in use';
    throw error;
  }
}
