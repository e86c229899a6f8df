import fs from 'node:fs';
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
