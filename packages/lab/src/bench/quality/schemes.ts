import { isDeepStrictEqual } from 'node:util';
import type { CheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { modelInventory } from '@ownvoice/qwen3-tts/internals/checkpoint/inventory';
import {
  MODEL_SCHEMES,
  type Network,
  productOf,
  type WeightRole,
} from '@ownvoice/qwen3-tts/internals/graph/weights/precision';
import type { QuantizationScheme } from '@ownvoice/qwen3-tts/internals/graph/weights/quantize';
import { PRECISIONS, type Precision } from '@ownvoice/shared/contract/models';

/** In half precision both operands and the result have 11 significant bits; the range is not limited. */
export type Rounding = QuantizationScheme | 'half';

/** How the products of each network are rounded; those left out are not. A `ModelScheme` is one. */
export type ModelRounding = Readonly<Record<Network, Readonly<Partial<Record<WeightRole, Rounding>>>>>;

export const EXACT: ModelRounding = { talker: {}, predictor: {} };

/** Every scheme that was considered, from the finest to the coarsest. */
export const DEFAULT_SCHEMES = [
  'fp16',
  'int8/32/32',
  'int8/64/32',
  'int8/128/32',
  'int8/128/128',
  'int4/32/32',
  'int4/64/32',
  'int4/128/32',
];

/** @throws {Error} for a name that is not one */
export function readScheme(name: string): ModelRounding {
  if (name === 'fp32') return EXACT;
  const roles = rolesOf(name);
  return { talker: roles, predictor: roles };
}

function rolesOf(name: string): ModelRounding['talker'] {
  // With half precision the heads stay in float32.
  if (name === 'fp16') return { body: 'half', down: 'half' };
  const [, bits, block, down] = /^int([48])\/(\d+)\/(\d+)$/.exec(name) ?? [];
  if (!bits) throw new Error(`${name} is not a scheme; --help explains them`);
  const eight: Rounding = { bits: 8, block: Number(down) };
  return { body: { bits: bits === '4' ? 4 : 8, block: Number(block) }, down: eight, head: eight };
}

/** The precision that quantizes so. */
export function precisionOf(rounding: ModelRounding): Precision | undefined {
  return PRECISIONS.find((precision) => isDeepStrictEqual(MODEL_SCHEMES[precision], rounding));
}

export function roundingOf(rounding: ModelRounding, key: string): Rounding | undefined {
  const product = productOf(key);
  return product && rounding[product.network][product.role];
}

/** Bytes of a weight; float32 without rounding. */
export function bytesOfWeight(rounding: Rounding | undefined): number {
  if (rounding === undefined) return 4;
  return rounding === 'half' ? 2 : bytesPerWeight(rounding);
}

/** Bytes of a weight, with its part of the block's scale and zero point. */
function bytesPerWeight({ bits, block }: QuantizationScheme): number {
  return bits / 8 + (bits === 4 ? 4.5 : 4) / block;
}

/**
 * Bytes of weights that have to come from memory for one frame: the talker's once, the code predictor's for every further
 * code, each of its heads once.
 */
export function weightBytesPerFrame(config: CheckpointConfig, rounding: ModelRounding): number {
  let bytes = 0;
  for (const [key, shape] of modelInventory(config)) {
    const product = productOf(key);
    if (!product) continue;
    const passes = product.network === 'talker' || /\.lm_head\./.test(key) ? 1 : config.talker.codeGroups - 1;
    const count = shape.reduce((product, size) => product * size, 1);
    bytes += passes * count * bytesOfWeight(roundingOf(rounding, key));
  }
  return bytes;
}
