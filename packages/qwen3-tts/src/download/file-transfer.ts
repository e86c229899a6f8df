import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DownloadError, RangeRefusedError } from './download-error.js';
import type { FileBody, RemoteFile } from './hub.js';
import { type Patience, patiently } from './patience.js';

export interface Transfer extends Omit<Patience, 'position'> {
  /** Where the file is to lie; a partial one lies beside it. */
  readonly target: string;
  /** What it must turn out to be. */
  readonly expected: RemoteFile;
  /** Opens the remote file at an offset. */
  readonly open: (offset: number) => Promise<FileBody>;
  /** Called with the bytes that are there now. */
  readonly onProgress: (bytes: number) => void;
}

/** What arrives damaged twice is what the server has. */
const MAX_DAMAGED_ARRIVALS = 2;

/**
 * Fetches one file: takes up where an earlier try broke off, checks size and digest, and puts it in place only when
 * both are right. A file that is already there is checked instead of fetched.
 *
 * @throws DownloadError; the signal's reason once it has fired
 */
export async function transferFile(transfer: Transfer): Promise<void> {
  const { target, expected, onProgress } = transfer;
  await mkdir(dirname(target), { recursive: true });
  const isKnown = expected.size !== undefined || expected.digest !== undefined;
  if (isKnown && (await matches(target, expected))) return onProgress(await sizeOf(target));
  const partial = partialName(target, expected);
  let damaged = 0;
  const attempt = async () => {
    const ended = await receive(transfer, partial).catch((error: unknown) => {
      if (error instanceof RangeRefusedError) return 'too-short';
      throw error;
    });
    if (ended !== 'too-short' && (await matches(partial, expected))) return;
    await rm(partial, { force: true });
    damaged++;
    const mayHelp = damaged < MAX_DAMAGED_ARRIVALS;
    throw new DownloadError(`${target} arrived damaged: it is not what was announced.`, mayHelp);
  };
  await patiently(attempt, { ...transfer, position: () => sizeOf(partial) });
  await rename(partial, target);
}

/** Part of the digest is part of the name, so that what was begun from one revision is never finished from another. */
function partialName(target: string, { digest }: RemoteFile): string {
  return digest ? `${target}.${digest.slice(0, 12)}.part` : `${target}.part`;
}

async function receive(transfer: Transfer, partial: string): Promise<void> {
  const { expected } = transfer;
  const offset = await sizeOf(partial);
  if (offset > 0 && offset === expected.size) return;
  const body = await transfer.open(offset);
  const file = await open(partial, 'a');
  try {
    if (body.start !== offset) await truncate(partial, body.start);
    await append(file, body, transfer);
  } finally {
    body.discard();
    await file.close();
  }
}

async function append(file: FileHandle, { start, chunks }: FileBody, { target, expected, onProgress }: Transfer) {
  const broken = (cause?: unknown) => new DownloadError(`The transfer of ${target} broke off.`, true, { cause });
  let position = start;
  try {
    for await (const chunk of chunks) {
      position += chunk.byteLength;
      if (expected.size !== undefined && position > expected.size) {
        await file.truncate(0);
        throw new DownloadError(`${target} is longer than announced.`, true);
      }
      await file.appendFile(chunk);
      onProgress(position);
    }
  } catch (error) {
    throw error instanceof DownloadError ? error : (asDiskError(error, target) ?? broken(error));
  }
  if (expected.size !== undefined && position < expected.size) throw broken();
}

const DISK_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EFBIG'];

function asDiskError(error: unknown, target: string): DownloadError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!DISK_CODES.includes(code)) return undefined;
  return new DownloadError(`${target} cannot be written (${code}).`, false, { cause: error });
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function matches(path: string, { size, digest }: RemoteFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || (size !== undefined && found.size !== size)) return false;
  return digest === undefined || (await digestOf(path, found.size, digest.length)) === digest;
}

/** SHA-256 where 64 hex digits are asked for, else the SHA-1 that Git gives a file. */
async function digestOf(path: string, size: number, digits: number): Promise<string> {
  const hash = digits === 64 ? createHash('sha256') : createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of createReadStream(path, { highWaterMark: 4 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
