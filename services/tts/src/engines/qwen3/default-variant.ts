import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { holdsBuildOf } from '@ownvoice/qwen3-tts/store';
import { type ModelVariant, VARIANT_NAMES } from '@ownvoice/shared/contract/models';

const fileOf = (modelsDir: string): string => join(modelsDir, 'default-variant');

/** The variant that was installed from the page and loaded: a later start without `--model` takes it while it is there. */
export async function readDefaultVariant(modelsDir: string): Promise<ModelVariant | undefined> {
  const text = await readFile(fileOf(modelsDir), 'utf8').catch(() => '');
  const variant = VARIANT_NAMES.find((name) => name === text.trim());
  return variant !== undefined && (await holdsBuildOf(modelsDir, variant)) ? variant : undefined;
}

export async function writeDefaultVariant(modelsDir: string, variant: ModelVariant): Promise<void> {
  const file = fileOf(modelsDir);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${variant}\n`);
}
