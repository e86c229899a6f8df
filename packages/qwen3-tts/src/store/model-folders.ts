import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type DeviceChoice,
  type ModelVariant,
  type Precision,
  type PrecisionChoice,
  VARIANT_NAMES,
  variantOf,
} from '@ownvoice/shared/contract/models';
import { FORMAT_VERSION, type Manifest, MODEL_FILES, readManifest } from '../build/manifest.js';
import { type PresetSpeaker, readCheckpointConfig } from '../checkpoint/config.js';
import { hasWeights } from '../checkpoint/weights.js';
import { CheckpointError, DamagedModelError, ModelError } from '../errors.js';

/** What a models folder has of a variant; `checkpoint` holds official files beside a build. */
export type FoundModel =
  | {
      readonly kind: 'built';
      readonly folder: string;
      readonly manifest: Manifest;
      readonly checkpoint: string | undefined;
    }
  /** Official files that are not built yet. */
  | { readonly kind: 'checkpoint'; readonly folder: string }
  | { readonly kind: 'absent'; readonly checkpoint?: undefined }
  /** A model that cannot be loaded. */
  | {
      readonly kind: 'unusable';
      readonly folder: string;
      readonly reason: string;
      /** The reason alone, where building the model again helps. */
      readonly damage: string | undefined;
      readonly checkpoint: string | undefined;
    };

/** What a choice means on a device. Where the device is `auto`, one build has to do for the GPU and for the CPU. */
export function choosePrecision(precision: PrecisionChoice, device: DeviceChoice): Precision {
  if (precision !== 'auto') return precision;
  return device === 'auto' || device === 'cpu' ? 'int8' : 'fp16';
}

/** Folder of a built model. It names the format, so that replicas of two versions can share a volume during an upgrade. */
export function builtFolder(modelsDir: string, variant: ModelVariant, precision: Precision): string {
  return join(modelsDir, `${variant}-${precision}-format${FORMAT_VERSION}`);
}

const BUILT_FORMAT = /-format(\d+)$/;

/** How the folders of builds begin whose official files lie elsewhere. */
const ELSEWHERE = 'path-';

/**
 * The folder of the build of official files. Where they are not in the models folder its name has a digest of their place,
 * names, sizes and times: a checkpoint that was trained on is built again.
 */
export async function buildFolderOf(
  modelsDir: string,
  variant: ModelVariant,
  precision: Precision,
  checkpoint?: string,
): Promise<string> {
  if (checkpoint === undefined || checkpoint === findCheckpoint(modelsDir, variant))
    return builtFolder(modelsDir, variant, precision);
  const digest = createHash('sha256').update(checkpoint);
  for (const name of (await readdir(checkpoint, { recursive: true })).sort()) {
    const file = await stat(join(checkpoint, name));
    if (file.isFile() && !/(^|[\\/])\./.test(name)) digest.update(`\n${name} ${file.size} ${file.mtimeMs}`);
  }
  const label = `${basename(checkpoint)}-${digest.digest('hex').slice(0, 8)}`;
  return join(modelsDir, `${ELSEWHERE}${label}-${precision}-format${FORMAT_VERSION}`);
}

/** The variant of a built model or of official files, wherever they lie. @throws CheckpointError for a folder with neither */
export async function variantAt(folder: string): Promise<ModelVariant> {
  const config = await readCheckpointConfig(isBuilt(folder) ? join(folder, MODEL_FILES.checkpoint) : folder);
  const variant = variantOf(config);
  if (variant) return variant;
  throw new CheckpointError(
    `${folder} holds a ${config.kind} model of the size ${config.size}, which none of the released ones is.`,
  );
}

/** Finds the model of a folder anywhere: a built one, or official files, whose build is in the models folder. */
export async function findModelAt(
  folder: string,
  modelsDir: string,
  variant: ModelVariant,
  precision: Precision,
): Promise<FoundModel> {
  if (folder === findCheckpoint(modelsDir, variant)) return findModel(modelsDir, variant, precision, precision);
  const checkpoint = isCheckpoint(folder) ? folder : undefined;
  const build = checkpoint ? await buildFolderOf(modelsDir, variant, precision, checkpoint) : folder;
  if (checkpoint && (await readdir(build).catch(() => [])).length === 0) return { kind: 'checkpoint', folder };
  const found = await inspect(build, variant, 'auto', checkpoint);
  // Without official files nothing here builds it again.
  return found.kind === 'unusable' && checkpoint === undefined ? { ...found, damage: undefined } : found;
}

const isBuilt = (folder: string) => existsSync(join(folder, MODEL_FILES.manifest));

/** Folder of a variant's official files. */
export function checkpointFolder(modelsDir: string, variant: ModelVariant): string {
  return join(modelsDir, 'checkpoints', variant);
}

/**
 * Finds a variant in its built folder, in the folder of its name, which `auto` accepts at any precision, or in the folder of
 * its name and precision. A model that cannot be loaded counts only where there is none that can; so does one of an older
 * format, at whatever precision.
 * @param chosen what the precision means on the device
 */
export async function findModel(
  modelsDir: string,
  variant: ModelVariant,
  precision: PrecisionChoice,
  chosen: Precision,
): Promise<FoundModel> {
  const own = join(modelsDir, variant);
  const folders = [builtFolder(modelsDir, variant, chosen), own, `${own}-${chosen}`];
  const names = await readdir(modelsDir).catch(() => []);
  const older = names.filter((name) => name.startsWith(`${variant}-`) && isOlderBuild(name));
  folders.push(...older.map((name) => join(modelsDir, name)));
  const checkpoint = folders.find(isCheckpoint) ?? findCheckpoint(modelsDir, variant);
  let unusable: FoundModel | undefined;
  for (const folder of folders) {
    const content = await readdir(folder).catch(() => []);
    if (content.length === 0 || isCheckpoint(folder)) continue;
    const found = await inspect(folder, variant, folder === own ? precision : 'auto', checkpoint);
    if (found.kind === 'built') return found;
    if (found.kind === 'unusable') unusable ??= found;
  }
  return unusable ?? (checkpoint ? { kind: 'checkpoint', folder: checkpoint } : { kind: 'absent' });
}

/** The folder of a variant's official files, if they are here. */
export function findCheckpoint(modelsDir: string, variant: ModelVariant): string | undefined {
  return [join(modelsDir, variant), checkpointFolder(modelsDir, variant)].find(isCheckpoint);
}

/** The preset speakers of a custom-voice model, in the order of its file; undefined for other models. */
export async function presetSpeakers(found: FoundModel): Promise<readonly PresetSpeaker[] | undefined> {
  const folder = found.kind === 'built' ? join(found.folder, MODEL_FILES.checkpoint) : checkpointIn(found);
  if (folder === undefined) return undefined;
  // What cannot be read is a fault of the model, which loading it or building it reports.
  const config = await readCheckpointConfig(folder).catch(() => undefined);
  return config?.kind === 'custom_voice' ? [...config.speakers.values()] : undefined;
}

const checkpointIn = (found: FoundModel) => (found.kind === 'checkpoint' ? found.folder : found.checkpoint);

/** @param checkpoint the official files beside the build */
async function inspect(
  folder: string,
  variant: ModelVariant,
  precision: PrecisionChoice,
  checkpoint: string | undefined,
): Promise<FoundModel> {
  const unusable = (reason: string, damage?: string) =>
    ({ kind: 'unusable', folder, reason, damage, checkpoint }) as const;
  try {
    const manifest = await readManifest(folder);
    if (precision !== 'auto' && manifest.precision !== precision) return { kind: 'absent' };
    if (variantOf(manifest) === variant) return { kind: 'built', folder, manifest, checkpoint };
    return unusable(`${folder} holds another variant than ${variant}.`);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return unusable(error.message, error instanceof DamagedModelError ? error.problem : undefined);
  }
}

/**
 * Whether a models folder holds a build of any variant, format and precision, damaged and half-written ones included: who
 * has one expects the model to speak.
 */
export async function holdsBuild(modelsDir: string): Promise<boolean> {
  const held = await Promise.all(VARIANT_NAMES.map((variant) => holdsBuildOf(modelsDir, variant)));
  return held.includes(true);
}

/** The same for one variant. */
export async function holdsBuildOf(modelsDir: string, variant: ModelVariant): Promise<boolean> {
  for (const name of await readdir(modelsDir).catch(() => [])) {
    if (!name.startsWith(variant)) continue;
    const folder = join(modelsDir, name);
    const content = await readdir(folder).catch(() => []);
    if (content.length > 0 && !isCheckpoint(folder)) return true;
  }
  return false;
}

/** The folders of models in a models folder, relative to it, incomplete ones included: of every format, and official files. */
export async function modelFoldersIn(modelsDir: string): Promise<string[]> {
  const namesIn = async (folder: string) => (await readdir(join(modelsDir, folder)).catch(() => [])).sort();
  const isOfVariant = (name: string) => VARIANT_NAMES.some((variant) => `${name}-`.startsWith(`${variant}-`));
  const isModel = (name: string) => {
    const folder = join(modelsDir, name);
    return isOfVariant(name) || BUILT_FORMAT.test(name) || isBuilt(folder) || isCheckpoint(folder);
  };
  const downloads = (await namesIn('checkpoints')).filter(isOfVariant).map((name) => `checkpoints/${name}`);
  return [...(await namesIn('.')).filter(isModel), ...downloads];
}

/** Whether a folder of a models folder is a build that this version cannot read, because it is of an older format. */
export const isOlderBuild = (name: string): boolean => Number(BUILT_FORMAT.exec(name)?.[1]) < FORMAT_VERSION;

/** What a folder with a model holds; `state` in words. */
export async function describeModelFolder(folder: string) {
  if (isCheckpoint(folder))
    return { kind: 'checkpoint', found: { kind: 'checkpoint', folder }, state: 'official files' } as const;
  if (!isBuilt(folder)) return { kind: 'unusable', state: 'incomplete' } as const;
  try {
    const manifest = await readManifest(folder);
    const found = { kind: 'built', folder, manifest, checkpoint: undefined } as const;
    return { kind: 'built', found, state: `built at ${manifest.precision}` } as const;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { kind: 'unusable', state: `unusable: ${error.message}` } as const;
  }
}

export async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const files = await Promise.all(names.map((name) => stat(join(folder, name))));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

const DEFAULT_VARIANT_FILE = 'default-variant';

/** The variant that was installed first: a service without `--model` takes it while it is there. */
export async function readDefaultVariant(modelsDir: string): Promise<ModelVariant | undefined> {
  const text = await readFile(join(modelsDir, DEFAULT_VARIANT_FILE), 'utf8').catch(() => '');
  const variant = VARIANT_NAMES.find((name) => name === text.trim());
  return variant !== undefined && (await holdsBuildOf(modelsDir, variant)) ? variant : undefined;
}

export async function writeDefaultVariant(modelsDir: string, variant: ModelVariant): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  await writeFile(join(modelsDir, DEFAULT_VARIANT_FILE), `${variant}\n`);
}

/** A checkpoint has its configuration beside the weights, a built model in a subfolder. */
function isCheckpoint(folder: string): boolean {
  return !isBuilt(folder) && existsSync(join(folder, 'config.json')) && hasWeights(folder);
}
