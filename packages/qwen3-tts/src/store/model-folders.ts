import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, readManifest } from '../build/manifest.js';
import { ModelError } from '../build/model-error.js';
import { MODEL_FILES } from '../build/model-files.js';
import { VARIANTS, type VariantName } from '../checkpoint/variants.js';
import type { Precision } from '../graph/weights.js';
import type { DeviceChoice } from '../runtime/device.js';

/** What a models folder holds of a variant. */
export type FoundModel =
  | { readonly kind: 'built'; readonly folder: string; readonly manifest: Manifest }
  /** Official files that still have to be built. */
  | { readonly kind: 'checkpoint'; readonly folder: string }
  | { readonly kind: 'absent' }
  /** Something is there that cannot be used. */
  | { readonly kind: 'unusable'; readonly folder: string; readonly reason: string };

/** `auto` is 8 bits on processors and half precision on CUDA. */
export function choosePrecision(precision: Precision | 'auto', device: DeviceChoice): Precision {
  if (precision !== 'auto') return precision;
  return device === 'cuda' ? 'fp16' : 'int8';
}

/**
 * Where a variant is built: in the folder of its name at 8 bits, in a folder beside it at any other precision, or when
 * somebody put the official files into that one.
 */
export function builtFolder(modelsDir: string, variant: VariantName, precision: Precision): string {
  const own = join(modelsDir, variant);
  return precision === 'int8' && !isCheckpoint(own) ? own : `${own}-${precision}`;
}

/** Where the official files of a variant are downloaded to. */
export function checkpointFolder(modelsDir: string, variant: VariantName): string {
  return join(modelsDir, 'checkpoints', variant);
}

/**
 * Looks for a variant: where it would be built, in the folder of its name, which with `auto` will do at whatever precision
 * it was built, and in that name with the precision behind it.
 */
export async function findModel(
  modelsDir: string,
  variant: VariantName,
  precision: Precision | 'auto',
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

async function inspect(folder: string, variant: VariantName, precision: Precision | 'auto'): Promise<FoundModel> {
  try {
    const manifest = await readManifest(folder);
    if (precision !== 'auto' && manifest.precision !== precision) return { kind: 'absent' };
    const { kind, size } = VARIANTS[variant];
    if (manifest.kind === kind && manifest.size === size) return { kind: 'built', folder, manifest };
    return { kind: 'unusable', folder, reason: `${folder} holds another variant than ${variant}.` };
  } catch (error) {
    if (error instanceof ModelError) return { kind: 'unusable', folder, reason: error.message };
    throw error;
  }
}

/** A checkpoint has the configuration beside its weights; a built model keeps its copy in a folder of its own. */
function isCheckpoint(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  return !has(MODEL_FILES.manifest) && has('config.json') && has('model.safetensors');
}
