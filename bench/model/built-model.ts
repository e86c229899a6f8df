import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModel, writeRandomCheckpoint } from '@ownvoice/qwen3-tts';
import type { ModelVariant, Precision } from '@ownvoice/shared/contract/models';

/** Where built models are kept from one measurement to the next. */
export const CACHE = join(tmpdir(), 'ownvoice-bench');

/** A model of the released dimensions with random weights, built at a precision; kept in the folder `cache`. */
export async function builtModel(cache: string, variant: ModelVariant, precision: Precision): Promise<string> {
  await mkdir(cache, { recursive: true });
  const checkpoint = join(cache, `${variant}-random`);
  if (!existsSync(join(checkpoint, 'speech_tokenizer', 'model.safetensors'))) {
    console.error(`writing a random checkpoint of ${variant} to ${checkpoint} …`);
    await writeRandomCheckpoint(variant, checkpoint);
  }
  const out = join(cache, `${variant}-${precision}`);
  if (!existsSync(join(out, 'manifest.json'))) {
    console.error(`building it at ${precision} …`);
    await buildModel({ checkpoint, out, precision });
  }
  return out;
}

/** A checkpoint built at a precision, in a folder that is removed when the process ends. */
export async function buildCheckpoint(checkpoint: string, precision: Precision): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-quality-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const out = join(folder, precision);
  await buildModel({ checkpoint, out, precision });
  return out;
}
