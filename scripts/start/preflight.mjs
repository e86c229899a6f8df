import fs from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';

/** The folder itself, or the nearest one above it that exists. */
function existing(folder) {
  for (let path = folder; ; path = dirname(path)) if (fs.existsSync(path) || path === dirname(path)) return path;
}

/**
 * Checks a folder that is about to be written, whether it exists yet or not.
 *
 * @param what names the folder in a sentence, such as `The data folder`
 * @returns a sentence that says what is wrong, or nothing
 */
export function folderFault(what, folder, neededMb) {
  const place = existing(folder);
  if (!fs.statSync(place).isDirectory()) return `${what} cannot be ${folder}: ${place} is not a folder.`;
  try {
    fs.accessSync(place, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const why = error.code === 'EROFS' ? 'is read-only' : 'may not be written by this user';
    return `${what} is ${folder}, and ${place} ${why}.`;
  }
  const { bavail, bsize } = fs.statfsSync(place);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (freeMb >= neededMb) return undefined;
  return `${what} is ${folder}, where ${freeMb} MB are free and ${neededMb} MB are needed.`;
}

/**
 * Resolves to the message that a service would end with because it cannot listen there, or to nothing.
 *
 * @param settings names of the settings of host and port
 */
export async function listenFault({ host, port }, settings) {
  const { listenErrorMessage } = await import('../../packages/shared/dist/http/serve.js');
  return new Promise((resolve) => {
    const fault = (error) => {
      const setting = ['EADDRINUSE', 'EACCES'].includes(error.code) ? settings.port : settings.host;
      resolve(`${listenErrorMessage(error, { host, port })} The setting is ${setting}.`);
    };
    const probe = createServer()
      .once('error', fault)
      .listen({ host, port }, () => probe.close(() => resolve(undefined)));
  });
}
