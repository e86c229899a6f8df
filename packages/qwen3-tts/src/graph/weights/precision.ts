import type { Precision } from '@ownvoice/shared/contract/models';
import type { QuantizationScheme } from './quantize.js';

/** Heads decide the codes directly and are small: they keep 8 bits where the body has 4. */
export type WeightRole = 'body' | 'head';

/**
 * At 8 bits small blocks keep the rounding of the activations, which use the same blocks, fine. At 4 bits the weights' own
 * error is far above that, and large blocks are computed a third faster.
 */
const SCHEMES: Readonly<Record<Precision, Readonly<Record<WeightRole, QuantizationScheme>> | undefined>> = {
  fp32: undefined,
  fp16: undefined,
  int8: { body: { bits: 8, block: 32 }, head: { bits: 8, block: 32 } },
  int4: { body: { bits: 4, block: 128 }, head: { bits: 8, block: 32 } },
};

/** How a precision quantizes the weights of a role; `undefined` where it does not. */
export function schemeOf(precision: Precision, role: WeightRole): QuantizationScheme | undefined {
  return SCHEMES[precision]?.[role];
}

/** Every way in which a precision quantizes: none for those that do not. */
export function schemesOf(precision: Precision): readonly QuantizationScheme[] {
  return Object.values(SCHEMES[precision] ?? {});
}
