import type { Precision } from '@ownvoice/shared/contract/models';
import type { QuantizationScheme } from './quantize.js';

/** The networks whose weights have fewer bits. */
export type Network = 'talker' | 'predictor';

/** What a product is for: `down` takes the largest activations, and a `head` decides the codes. */
export type WeightRole = 'body' | 'down' | 'head';

/** How the products of each network are quantized; none of those left out are. */
export type ModelScheme = Readonly<Record<Network, Readonly<Partial<Record<WeightRole, QuantizationScheme>>>>>;

/**
 * Heads decide the codes directly, and down projections take the largest activations. The runtime rounds activations in the
 * same blocks, so one large activation makes its whole block coarse.
 */
const FINE: QuantizationScheme = { bits: 8, block: 32 };
const EIGHT_BITS = { body: { bits: 8, block: 64 }, down: FINE, head: FINE } as const;
const FOUR_BITS = { body: { bits: 4, block: 32 }, down: FINE, head: FINE } as const;

/** `npm run bench -- quality` compares the schemes; docs/performance.md says why it is these. */
export const MODEL_SCHEMES: Readonly<Record<Precision, ModelScheme | undefined>> = {
  fp32: undefined,
  fp16: undefined,
  int8: { talker: EIGHT_BITS, predictor: EIGHT_BITS },
  int4: { talker: FOUR_BITS, predictor: FOUR_BITS },
};

const PREDICTOR = 'talker.code_predictor.';

/** Where a product of the language model belongs, by the checkpoint's name of its weight; `undefined` for other weights. */
export function productOf(key: string): { readonly network: Network; readonly role: WeightRole } | undefined {
  if (!key.startsWith('talker.')) return undefined;
  const network = key.startsWith(PREDICTOR) ? 'predictor' : 'talker';
  if (/\.mlp\.down_proj\.weight$/.test(key)) return { network, role: 'down' };
  if (/\.layers\.\d+\.(self_attn|mlp)\.\w+_proj\.weight$/.test(key)) return { network, role: 'body' };
  if (/\.(codec_head|lm_head\.\d+|small_to_mtp_projection)\.weight$/.test(key)) return { network, role: 'head' };
  return undefined;
}

/** How a precision quantizes the weight of this name; `undefined` where it does not. */
export function schemeOf(precision: Precision, key: string): QuantizationScheme | undefined {
  const product = productOf(key);
  return product && MODEL_SCHEMES[precision]?.[product.network][product.role];
}

/** Every way in which a precision quantizes: none for those that do not. */
export function schemesOf(precision: Precision): readonly QuantizationScheme[] {
  const { talker = {}, predictor = {} } = MODEL_SCHEMES[precision] ?? {};
  return [...new Set([...Object.values(talker), ...Object.values(predictor)])];
}
