import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelVariant } from '@ownvoice/shared/contract/models';
import { partialName, sizeOf, transferFile } from './file-transfer.js';
import { Hub, type HubOptions, type RemoteFile } from './hub.js';
import { RELEASES, type Release, type ReleasedFile } from './released-files.js';
import { DownloadError, retry, UnreachableError } from './retry.js';

export interface PullOptions extends HubOptions {
  /** Folder of the checkpoint. */
  readonly folder: string;
  /** Bytes that must stay free besides the download, for the model built from it. */
  readonly reserveBytes?: number;
  readonly onProgress?: (progress: PullProgress) => void;
  /** A problem that does not stop the download. */
  readonly onWarning?: (sentence: string) => void;
  readonly signal?: AbortSignal;
  /** Delay before the second attempt, in ms. */
  readonly initialDelay?: number;
}

export interface PullProgress {
  readonly file: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

interface Planned extends ReleasedFile {
  readonly expected: RemoteFile;
}

const MARGIN_BYTES = 200_000_000;

/**
 * Downloads the official checkpoint of a variant. Existing files are verified and kept, partial ones resumed. The official
 * hub must deliver exactly the released files; another endpoint what it announces, with a warning when that differs.
 *
 * @throws DownloadError; the signal's reason once it has fired
 */
export async function pullCheckpoint(variant: ModelVariant, options: PullOptions): Promise<void> {
  const release = RELEASES[variant];
  const hub = new Hub(options);
  await mkdir(options.folder, { recursive: true });
  let isReached = false;
  const describe = (revision: string, path: string) =>
    retry(async () => {
      try {
        const file = await hub.describe(release.repository, revision, path, options.signal);
        isReached = true;
        return file;
      } catch (error) {
        // Before anything has arrived this is no interruption, and who asked wants to know now.
        if (isReached || !(error instanceof UnreachableError)) throw error;
        const sentence = `${error.message} Or copy the official files to ${options.folder}.`;
        throw new DownloadError(sentence, false, { cause: error });
      }
    }, options);
  const revision = await availableRevision(hub, release, describe);
  const planned: Planned[] = [];
  for (const file of release.files) {
    const remote = await describe(revision, file.path);
    planned.push({ ...file, expected: expectation(hub, file, remote, options) });
  }
  await checkSpace(planned, options);
  const totalBytes = planned.reduce((sum, { expected }) => sum + (expected.size ?? 0), 0);
  let before = 0;
  for (const { path, expected } of planned) {
    let size = 0;
    await transferFile({
      target: join(options.folder, path),
      expected,
      open: (offset) => hub.open(release.repository, revision, path, offset, options.signal),
      onProgress: (bytes) => {
        size = bytes;
        options.onProgress?.({ file: path, doneBytes: before + bytes, totalBytes });
      },
      signal: options.signal,
      initialDelay: options.initialDelay,
      onWarning: options.onWarning,
    });
    before += size;
  }
}

/** A mirror may have only the newest revision. */
async function availableRevision(
  hub: Hub,
  { revision }: Release,
  describe: (revision: string, path: string) => Promise<RemoteFile>,
): Promise<string> {
  if (hub.official) return revision;
  try {
    await describe(revision, 'config.json');
    return revision;
  } catch (error) {
    if (error instanceof DownloadError && !error.retryable) return 'main';
    throw error;
  }
}

function expectation(hub: Hub, file: ReleasedFile, remote: RemoteFile, { onWarning }: PullOptions): RemoteFile {
  if (hub.official) return { size: file.size ?? remote.size, digest: file.sha256 };
  const sameSize = file.size === undefined || remote.size === undefined || file.size === remote.size;
  const sameDigest = remote.digest?.length !== 64 || remote.digest === file.sha256;
  if (!sameSize || !sameDigest) onWarning?.(`${hub.endpoint} offers another ${file.path} than the released one.`);
  return remote;
}

async function checkSpace(planned: readonly Planned[], { folder, reserveBytes = 0 }: PullOptions): Promise<void> {
  let needed = reserveBytes + MARGIN_BYTES;
  for (const { path, expected } of planned) {
    const target = join(folder, path);
    const present = await sizeOf(target);
    if (present !== expected.size) needed += (expected.size ?? 0) - (await sizeOf(partialName(target, expected)));
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  throw new DownloadError(
    `${folder} has ${gigabytes(free)} GB free, but ${gigabytes(needed)} GB are needed; make room, or name another folder (--models-dir).`,
    false,
  );
}
