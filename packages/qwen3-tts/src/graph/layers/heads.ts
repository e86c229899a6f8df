import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { Module } from './module.js';
import { rmsNorm } from './norm.js';
import { reshape, split } from './operators.js';

/** Keys and values of some positions in one layer. Their shapes are those of the network that keeps them. */
export interface KeyValues {
  readonly key: Value;
  readonly value: Value;
}

/**
 * Heads of one layer, before rotation, and what the scores are yet to be multiplied by: 1 where the queries are scaled
 * already. They are normalized and `[B, S, heads, headSize]`; or, with norms, the attention has to normalize them, and they
 * are `[B, S, heads · headSize]`.
 */
export interface Heads extends KeyValues {
  readonly query: Value;
  readonly scale: number;
  readonly norms?: HeadNorms;
}

/** Scales of the norms of queries and keys, `[headSize]` each, in the type of the heads. */
export interface HeadNorms {
  readonly query: Value;
  readonly key: Value;
  readonly epsilon: number;
}

/** Attends in layer `layer` and returns `[B, S, heads · headSize]`; `g` stands at the layer's attention. */
export type Attention = (g: GraphBuilder, layer: number, heads: Heads) => Value;

/**
 * Heads from one product of queries, keys and values `[B, S, (heads + 2 · keyValueHeads) · headSize]` float32. The factor
 * `1 / sqrt(headSize)` of the scores is folded into the norm of the queries.
 */
export async function normalizedHeads(m: Module, config: DecoderStackConfig, stacked: Value): Promise<Heads> {
  const { heads, keyValueHeads, headSize, rmsNormEpsilon } = config;
  const perHead = reshape(m.g, stacked, [0, 0, heads + 2 * keyValueHeads, headSize]);
  const [query, key, value] = split(m.g, perHead, [heads, keyValueHeads, keyValueHeads], 2) as [Value, Value, Value];
  const queryNorm = m.child('q_norm');
  const scaled = await queryNorm.reweighted('weight_scaled', (weight) => weight / Math.sqrt(headSize));
  return {
    query: await rmsNorm(queryNorm, query, rmsNormEpsilon, scaled),
    key: await rmsNorm(m.child('k_norm'), key, rmsNormEpsilon),
    value,
    scale: 1,
  };
}
