import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModel } from '@ownvoice/qwen3-tts';
import type { ModelVariant, Precision } from '@ownvoice/shared/contract/models';
import { writeRandomCheckpoint } from '../../random-checkpoint/random-checkpoint.js';

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
