import { GPU_PRECISIONS, type Precision } from '@ownvoice/shared/contract/models';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { modelInventory } from '../checkpoint/inventory.js';
import { productOf, schemeOf } from '../graph/weights/precision.js';
import { bytesPerWeight } from '../graph/weights/quantize.js';

/** Bytes of a product's weight in a model built at a precision; in half precision and bfloat16 heads stay float32. */
export function bytesOfProduct(precision: Precision, key: string): number {
  const scheme = schemeOf(precision, key);
  if (scheme) return bytesPerWeight(scheme);
  return precision in GPU_PRECISIONS && productOf(key)?.role !== 'head' ? 2 : 4;
}

/**
 * Bytes of weights that have to come from memory for one frame: the talker's once, the code predictor's for every further
 * code, each of its heads once.
 */
export function weightBytesPerFrame(config: CheckpointConfig, bytesOfWeight: (key: string) => number): number {
  let bytes = 0;
  for (const [key, shape] of modelInventory(config)) {
    const product = productOf(key);
    if (!product) continue;
    const passes = product.network === 'talker' || /\.lm_head\./.test(key) ? 1 : config.talker.codeGroups - 1;
    bytes += passes * shape.reduce((count, size) => count * size, 1) * bytesOfWeight(key);
  }
  return bytes;
}
