import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Value } from '../onnx/builder.js';
import type { Heads } from './heads.js';
import type { Module } from './module.js';
import { rmsNorm } from './norm.js';
import { reshape, split } from './operators.js';

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
