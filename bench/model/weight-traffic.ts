import { join } from 'node:path';
import { readCheckpointConfig } from '@ownvoice/qwen3-tts';
import { bytesOfProduct, weightBytesPerFrame } from '@ownvoice/qwen3-tts/measure';
import type { Precision } from '@ownvoice/shared/contract/models';

/** Bytes of weights that have to come from memory for one frame of a built model. */
export async function weightTraffic(folder: string, precision: Precision): Promise<number> {
  const config = await readCheckpointConfig(join(folder, 'checkpoint'));
  return weightBytesPerFrame(config, (key) => bytesOfProduct(precision, key));
}
