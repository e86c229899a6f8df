import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A file that cannot be used. The message ends a log line. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** Raised whenever this code cannot read what an older one wrote. */
const FORMAT = 1;

const checksumOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** The bytes of a JSON file with its checksum. */
export const sealed = (content: object): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, checksum: checksumOf(content), content })}\n`);

/** The content of a file that `sealed` wrote. @throws DamagedFileError */
export function unsealed<T>(bytes: Buffer): T {
  let file: { format?: unknown; checksum?: unknown; content?: T } | null;
  try {
    file = JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new DamagedFileError('it is not JSON', { cause });
  }
  if (file?.format !== FORMAT) throw new DamagedFileError('it is not a file of this version');
  if (!file.content || file.checksum !== checksumOf(file.content))
    throw new DamagedFileError('its checksum does not match');
  return file.content;
}

/**
 * Reads a whole file, if it is a plain one: neither a link out of the folder nor a pipe that never ends.
 *
 * @throws DamagedFileError when it is larger than `maxBytes` or no plain file; the system's error when it cannot be read
 */
export async function readPlainFile(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)).catch(
    (error: unknown) => {
      throw codeOf(error) === 'ELOOP' ? new DamagedFileError('it is a link') : error;
    },
  );
  try {
    const { size, isFile } = await file.stat().then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
    if (!isFile) throw new DamagedFileError('it is not a plain file');
    if (size > maxBytes) throw new DamagedFileError('it is too large');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Writes a new file and waits until the disk has it. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The system's code of an error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
