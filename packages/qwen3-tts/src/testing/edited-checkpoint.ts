import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { float32ToBfloat16 } from '@ownvoice/audio';
import { SafetensorsFile } from '../checkpoint/safetensors.js';
import { writeSafetensors } from './safetensors-writer.js';

/** Changes the values of a tensor in place. */
export type WeightEdit = (name: string, values: Float32Array, shape: readonly number[]) => void;

/** Files of weights in a checkpoint. */
const WEIGHTS = ['model.safetensors', 'speech_tokenizer/model.safetensors'];

/** Copies a checkpoint to `folder` with other weights. Changes by powers of two are exact, also in bfloat16. */
export async function editedCheckpoint(checkpoint: string, folder: string, edit: WeightEdit): Promise<string> {
  await cp(checkpoint, folder, { recursive: true });
  for (const path of WEIGHTS) {
    const file = await SafetensorsFile.open(join(checkpoint, path));
    const tensors = await Promise.all(
      file.names().map(async (name) => {
        const { dtype, shape } = file.info(name);
        const values = await file.read(name);
        edit(name, values, shape);
        const stored = dtype === 'BF16' ? float32ToBfloat16(values, new Uint16Array(values.length)) : values;
        const bytes = new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
        return { name, dtype, shape, parts: () => [bytes] };
      }),
    );
    await file.close();
    await writeSafetensors(join(folder, path), tensors);
  }
  return folder;
}
