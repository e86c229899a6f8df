import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DeviceChoice,
  type ModelVariant,
  type Precision,
  type PrecisionChoice,
  variantOf,
} from '@ownvoice/shared/contract/models';
import { type Manifest, readManifest } from '../build/manifest.js';
import { ModelError } from '../build/model-error.js';
import { MODEL_FILES } from '../build/model-files.js';

/** What a models folder has of a variant. */
export type FoundModel =
  | { readonly kind: 'built'; readonly folder: string; readonly manifest: Manifest }
  /** Official files that are not built yet. */
  | { readonly kind: 'checkpoint'; readonly folder: string }
  | { readonly kind: 'absent' }
  /** A model that cannot be loaded. */
  | { readonly kind: 'unusable'; readonly folder: string; readonly reason: string };

/** The precision `auto` by device. */
const AUTO_PRECISIONS: Readonly<Record<DeviceChoice, Precision>> = {
  auto: 'int8',
  cpu: 'int8',
  coreml: 'int8',
  cuda: 'fp16',
};

export function choosePrecision(precision: PrecisionChoice, device: DeviceChoice): Precision {
  return precision === 'auto' ? AUTO_PRECISIONS[device] : precision;
}

/**
 * Folder of a built model: the variant's name at int8; with the precision behind it at any other precision, or when the
 * official files are in that folder.
 */
export function builtFolder(modelsDir: string, variant: ModelVariant, precision: Precision): string {
  const own = join(modelsDir, variant);
  return precision === 'int8' && !isCheckpoint(own) ? own : `${own}-${precision}`;
}

/** Folder of a variant's official files. */
export function checkpointFolder(modelsDir: string, variant: ModelVariant): string {
  return join(modelsDir, 'checkpoints', variant);
}

/**
 * Finds a variant in its built folder, in the folder of its name, which `auto` accepts at any precision, or in the folder of
 * its name and precision.
 */
export async function findModel(
  modelsDir: string,
  variant: ModelVariant,
  precision: PrecisionChoice,
  device: DeviceChoice,
): Promise<FoundModel> {
  const own = join(modelsDir, variant);
  const chosen = choosePrecision(precision, device);
  const folders = new Set([builtFolder(modelsDir, variant, chosen), own, `${own}-${chosen}`]);
  let checkpoint: string | undefined;
  for (const folder of [...folders, checkpointFolder(modelsDir, variant)]) {
    const content = await readdir(folder).catch(() => []);
    if (isCheckpoint(folder)) checkpoint ??= folder;
    else if (folders.has(folder) && content.length > 0) {
      const found = await inspect(folder, variant, folder === own ? precision : 'auto');
      if (found.kind !== 'absent') return found;
    }
  }
  return checkpoint ? { kind: 'checkpoint', folder: checkpoint } : { kind: 'absent' };
}

/** The folder of a variant's official files, if they are here. */
export function findCheckpoint(modelsDir: string, variant: ModelVariant): string | undefined {
  return [join(modelsDir, variant), checkpointFolder(modelsDir, variant)].find(isCheckpoint);
}

async function inspect(folder: string, variant: ModelVariant, precision: PrecisionChoice): Promise<FoundModel> {
  try {
    const manifest = await readManifest(folder);
    if (precision !== 'auto' && manifest.precision !== precision) return { kind: 'absent' };
    if (variantOf(manifest) === variant) return { kind: 'built', folder, manifest };
    return { kind: 'unusable', folder, reason: `${folder} holds another variant than ${variant}.` };
  } catch (error) {
    if (error instanceof ModelError) return { kind: 'unusable', folder, reason: error.message };
    throw error;
  }
}

/** A checkpoint has its configuration beside the weights, a built model in a subfolder. */
function isCheckpoint(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  return !has(MODEL_FILES.manifest) && has('config.json') && has('model.safetensors');
}
