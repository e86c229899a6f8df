import { join } from 'node:path';
import { type DeviceChoice, type ModelVariant, PRECISIONS } from '@ownvoice/shared/contract/models';
import { type Manifest, MODEL_FILES } from '../build/manifest.js';
import { RELEASES, type Release } from '../download/released-files.js';
import { findCheckpoint, findModel, findModelAt } from '../store/model-folders.js';
import { PUBLISHED_VECTORS, RELEASED_FACTS, type ReleasedFacts, type TokenizerVector } from './released-facts.js';

export interface Build {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** An installed variant, and what is known of the published one. */
export type InstalledVariant = Awaited<ReturnType<typeof findInstalled>>;

export interface InstalledOptions {
  readonly modelsDir: string;
  readonly device: DeviceChoice;
  /** A model that lies anywhere. */
  readonly path?: string;
  /** Mono at the model's sample rate: the voice that a base model clones. */
  readonly reference?: Float32Array | undefined;
  /** Instead of the published files and ids, for tests. */
  readonly release?: Release;
  readonly vectors?: readonly TokenizerVector[];
  readonly facts?: ReleasedFacts;
}

export async function findInstalled(variant: ModelVariant, options: InstalledOptions) {
  const { modelsDir, device, reference, release = RELEASES[variant], vectors = PUBLISHED_VECTORS } = options;
  const { facts = RELEASED_FACTS, path } = options;
  let checkpoint = path === undefined ? findCheckpoint(modelsDir, variant) : undefined;
  const builds = new Map<string, Build>();
  const unusable = new Map<string, string>();
  for (const precision of PRECISIONS) {
    const found =
      path === undefined
        ? await findModel(modelsDir, variant, precision, precision)
        : await findModelAt(path, modelsDir, variant, precision);
    checkpoint ??= found.kind === 'checkpoint' ? found.folder : found.checkpoint;
    if (found.kind === 'built') builds.set(found.folder, found);
    else if (found.kind === 'unusable') unusable.set(found.folder, found.reason);
  }
  return {
    variant,
    device,
    release,
    vectors,
    facts,
    reference,
    /** Folder of the official files. */
    checkpoint,
    builds: [...builds.values()],
    /** Why builds that are there cannot be used. */
    unusable: [...unusable.values()],
  };
}

/** Where the tokenizer and the configuration lie. */
export function smallFiles({ checkpoint, builds: [build] }: InstalledVariant): string | undefined {
  return checkpoint ?? (build && join(build.folder, MODEL_FILES.checkpoint));
}
