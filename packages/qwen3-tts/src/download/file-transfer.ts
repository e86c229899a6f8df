import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SafetensorsFile } from '../checkpoint/safetensors.js';
import type { FileBody, RemoteFile } from './hub.js';
import { DownloadError, RangeNotSatisfiableError, type RetryOptions, retry } from './retry.js';

export interface Transfer extends Omit<RetryOptions, 'position'> {
  /** Path of the file; the partial file is beside it. */
  readonly target: string;
  /** Size and digest that it must have. */
  readonly expected: RemoteFile;
  /** Opens the remote file at an offset. */
  readonly open: (offset: number) => Promise<FileBody>;
  /** Called with the number of bytes so far. */
  readonly onProgress: (bytes: number) => void;
}

/** After two damaged downloads the server's own file is damaged. */
const MAX_DAMAGED_DOWNLOADS = 2;

/**
 * Downloads one file: resumes an earlier download, verifies size and digest, and renames the file into place only when
 * both match. A file that already exists is verified instead.
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
      if (error instanceof RangeNotSatisfiableError) return 'too-short';
      throw error;
    });
    if (ended !== 'too-short' && (await matches(partial, expected))) return;
    await rm(partial, { force: true });
    damaged++;
    const retryable = damaged < MAX_DAMAGED_DOWNLOADS;
    throw new DownloadError(
      `${target} arrived damaged: its size or digest differs from what was announced.`,
      retryable,
    );
  };
  await retry(attempt, { ...transfer, position: () => sizeOf(partial) });
  await rename(partial, target);
}

/** The name holds part of the digest, so that a download is never resumed from another revision. */
export function partialName(target: string, { digest }: RemoteFile): string {
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
  const interrupted = (cause?: unknown) =>
    new DownloadError(`The download of ${target} was interrupted.`, true, { cause });
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
    throw error instanceof DownloadError ? error : (asDiskError(error, target) ?? interrupted(error));
  }
  if (expected.size !== undefined && position < expected.size) throw interrupted();
}

const DISK_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EFBIG'];

function asDiskError(error: unknown, target: string): DownloadError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!DISK_CODES.includes(code)) return undefined;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const sentence = isFull
    ? `${target} cannot be written: the disk is full; make room and start again, and the download resumes.`
    : `${target} cannot be written: ${String(code)}.`;
  return new DownloadError(sentence, false, { cause: error });
}

/** 0 for a file that is not there. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function matches(path: string, { size, digest }: RemoteFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || (size !== undefined && found.size !== size)) return false;
  return digest === undefined ? isPlausible(path) : (await digestOf(path, found.size, digest.length)) === digest;
}

/** Whether a file whose digest nobody knows is of its kind: a mirror may answer with a page of its own. */
async function isPlausible(path: string): Promise<boolean> {
  const name = path.replace(/(\.[0-9a-f]{12})?\.part$/, '');
  if (name.endsWith('.safetensors'))
    return SafetensorsFile.open(path).then(
      (file) => file.close().then(() => true),
      () => false,
    );
  const text = await readFile(path, 'utf8');
  return name.endsWith('.json') ? /^\s*\{/.test(text) : !/^\s*</.test(text);
}

/** SHA-256 for 64 hex digits, else Git's SHA-1 of a blob. */
async function digestOf(path: string, size: number, digits: number): Promise<string> {
  const hash = digits === 64 ? createHash('sha256') : createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of createReadStream(path, { highWaterMark: 4 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
