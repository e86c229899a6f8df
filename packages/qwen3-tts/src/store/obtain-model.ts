import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type ModelVariant, type Precision, variantOf } from '@ownvoice/shared/contract/models';
import { type BuildOptions, buildModel } from '../build/build-model.js';
import type { Manifest } from '../build/manifest.js';
import { verifyModel } from '../build/verify.js';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import { type PullOptions, pullCheckpoint } from '../download/pull.js';
import { DownloadError, UnreachableError } from '../download/retry.js';
import { CheckpointError, ModelError } from '../errors.js';
import { withFileLock } from './file-lock.js';
import { buildFolderOf, checkpointFolder, findCheckpoint, findModel, findModelAt } from './model-folders.js';
import { builtBytes } from './requirements.js';

export interface ObtainOptions extends Omit<PullOptions, 'folder' | 'reserveBytes' | 'onProgress'> {
  readonly modelsDir: string;
  readonly precision: Precision;
  /** Official files that are there already; without them they are downloaded. */
  readonly checkpoint?: string | undefined;
  /** The stage, its progress from 0 to 1, the current file or graph, and the bytes of a download. */
  readonly onProgress?: (
    stage: 'downloading' | 'building',
    share: number,
    detail: string,
    bytes?: { readonly done: number; readonly total: number },
  ) => void;
}

/** After this long without a write a build has been killed, in ms. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/**
 * Downloads a variant's official files unless they are there, and builds the model unless it is there and whole. Of several
 * processes that share the folder, on whatever machines, one works and the others wait.
 * @returns the folder of the built model
 * @throws DownloadError, CheckpointError; the signal's reason once it has fired
 */
export async function obtainModel(variant: ModelVariant, options: ObtainOptions): Promise<string> {
  const { modelsDir, precision, signal, onWarning } = options;
  const lock = join(checkpointFolder(modelsDir, variant), '.lock');
  const obtain = async () => {
    const found =
      options.checkpoint === undefined
        ? await findModel(modelsDir, variant, precision, precision)
        : await findModelAt(options.checkpoint, modelsDir, variant, precision);
    if (found.kind === 'built' && (await isWhole(found.folder, found.manifest))) return found.folder;
    if (found.kind === 'unusable') onWarning?.(`Building ${variant} again: ${found.reason}`);
    return options.checkpoint === undefined
      ? downloadAndBuild(variant, options)
      : build(variant, options.checkpoint, options);
  };
  const onWait = () => onWarning?.(`Another process is preparing ${variant}; waiting for it.`);
  const onUnlockable = ({ message }: Error) =>
    onWarning?.(`No other process may prepare ${variant} now, because ${lock} cannot be locked: ${message}`);
  return withFileLock(lock, obtain, { signal, onWait, onUnlockable });
}

async function isWhole(folder: string, manifest: Manifest): Promise<boolean> {
  try {
    await verifyModel(folder, manifest);
    return true;
  } catch (error) {
    if (error instanceof ModelError) return false;
    throw error;
  }
}

async function downloadAndBuild(variant: ModelVariant, options: ObtainOptions): Promise<string> {
  const { modelsDir, precision, onProgress, checkpoint: _, ...download } = options;
  const checkpoint = checkpointFolder(modelsDir, variant);
  const pulling = pullCheckpoint(variant, {
    ...download,
    folder: checkpoint,
    reserveBytes: builtBytes(variant, precision),
    onProgress: ({ file, doneBytes: done, totalBytes: total }) =>
      onProgress?.('downloading', done / total, file, { done, total }),
  });
  await pulling.catch((error: unknown) => {
    // Official files that were copied to a machine without a network only need a build.
    const cause = error instanceof DownloadError && error.cause;
    if (!(cause instanceof UnreachableError) || findCheckpoint(modelsDir, variant) === undefined) throw error;
    options.onWarning?.(`${cause.message} Building the files that are here.`);
  });
  options.signal?.throwIfAborted();
  return build(variant, findCheckpoint(modelsDir, variant) ?? checkpoint, options);
}

async function build(variant: ModelVariant, checkpoint: string, options: ObtainOptions): Promise<string> {
  const { modelsDir, precision, onProgress } = options;
  const out = await buildFolderOf(modelsDir, variant, precision, checkpoint);
  await buildVariant(variant, {
    checkpoint,
    out,
    precision,
    onProgress: (stage, share) => onProgress?.('building', share, stage),
  });
  return out;
}

/** Builds the checkpoint of a variant. @throws CheckpointError when it is another variant's */
export async function buildVariant(variant: ModelVariant, options: BuildOptions): Promise<void> {
  const { config, close } = await openCheckpoint(options.checkpoint);
  await close();
  if (variantOf(config) !== variant) {
    throw new CheckpointError(`${options.checkpoint} holds another variant than ${variant}.`);
  }
  await removeAbandonedBuilds(options.out);
  await buildModel(options);
}

/** Removes the gigabytes that a killed build left beside its target. A build that runs writes all the time. */
async function removeAbandonedBuilds(out: string): Promise<void> {
  const folder = dirname(out);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(`${basename(out)}.`) || !name.endsWith('.partial')) continue;
    const partial = join(folder, name);
    if (Date.now() - (await lastWrite(partial)) > ABANDONED_AFTER_MS)
      await rm(partial, { recursive: true, force: true });
  }
}

async function lastWrite(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const times = await Promise.all(['.', ...files].map((file) => stat(join(folder, file)).catch(() => undefined)));
  return Math.max(0, ...times.map((found) => found?.mtimeMs ?? 0));
}
