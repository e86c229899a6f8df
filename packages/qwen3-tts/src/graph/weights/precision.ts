import type { Precision } from '@ownvoice/shared/contract/models';
import type { QuantizationScheme } from './quantize.js';

/**
 * Heads decide the codes directly, and down projections take the largest activations: both keep 8 bits where the body has 4.
 */
export type WeightRole = 'body' | 'down' | 'head';

const INT8: QuantizationScheme = { bits: 8, block: 32 };

/**
 * Activations are rounded in the same blocks, and one large weight or activation makes its whole block coarse: blocks are
 * small. `npm run bench -- quality` compares the schemes.
 */
const SCHEMES: Readonly<Record<Precision, Readonly<Record<WeightRole, QuantizationScheme>> | undefined>> = {
  fp32: undefined,
  fp16: undefined,
  int8: { body: INT8, down: INT8, head: INT8 },
  int4: { body: { bits: 4, block: 32 }, down: INT8, head: INT8 },
};

/** How a precision quantizes the weights of a role; `undefined` where it does not. */
export function schemeOf(precision: Precision, role: WeightRole): QuantizationScheme | undefined {
  return SCHEMES[precision]?.[role];
}

/** Every way in which a precision quantizes: none for those that do not. */
export function schemesOf(precision: Precision): readonly QuantizationScheme[] {
  return [...new Set(Object.values(SCHEMES[precision] ?? {}))];
}
