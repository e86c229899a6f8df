import { isDeepStrictEqual } from 'node:util';
import { MODEL_SCHEMES, type ModelRounding, type Rounding } from '@ownvoice/qwen3-tts/measure';
import { PRECISIONS, type Precision } from '@ownvoice/shared/contract/models';

type NetworkRounding = ModelRounding['talker'];

/** Every scheme that was considered, from the finest to the coarsest. */
export const DEFAULT_SCHEMES = [
  'bf16',
  'fp16',
  'int8/32/32',
  'int8/64/32',
  'int8/128/32',
  'int8/128/128',
  'int8/64/32:int4/32/32',
  'int4/32/32:int8/64/32',
  'int4/32/32',
  'int4/64/32',
  'int4/128/32',
];

const SCHEME = /^int([48])\/(\d+)\/(\d+)$/;

/** @throws {Error} for a name that is not one */
export function readScheme(name: string): ModelRounding {
  const [talker = '', predictor = talker] = name.split(':');
  return { talker: readNetwork(talker), predictor: readNetwork(predictor) };
}

function readNetwork(name: string): NetworkRounding {
  if (name === 'fp32') return {};
  // With half precision the heads stay in float32.
  const half = { significantBits: 11 } as const;
  if (name === 'fp16') return { body: half, down: half };
  const bfloat = { significantBits: 8 } as const;
  if (name === 'bf16') return { body: bfloat, down: bfloat, head: bfloat };
  const [, bits, block, down] = SCHEME.exec(name) ?? [];
  if (!bits) throw new Error(`${name} is not a scheme; --help explains them`);
  const eight: Rounding = { bits: 8, block: Number(down) };
  return { body: { bits: bits === '4' ? 4 : 8, block: Number(block) }, down: eight, head: eight };
}

/** The precision that quantizes so. */
export function precisionOf(rounding: ModelRounding): Precision | undefined {
  return PRECISIONS.find((precision) => isDeepStrictEqual(MODEL_SCHEMES[precision], rounding));
}
