import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';
import type { Heads, KeyValues } from './heads.js';
import { reshape } from './operators.js';
import type { RotaryTables } from './rotary.js';

/** What the layers of a step share. */
export interface Positions {
  /** `[B]` int32: the index of each row's newest position. */
  readonly last: Value;
  /** int32 scalar: how many positions the longest row has, this step's included. */
  readonly length: Value;
  readonly tables: RotaryTables;
}

/**
 * Grouped-query attention in one operator: it normalizes query and key where they are not yet, rotates them, appends key and value to the past (empty names:
 * none yet), and computes `softmax(q kᵀ + causal mask) v`, where each head of keys serves `heads / keyValueHeads` heads
 * of queries. Everything is of one type; on a GPU that has to be one of 16 bits. Only GPUs can normalize.
 * → `[B, S, heads · headSize]`
 */
export function groupQueryAttention(
  g: GraphBuilder,
  { heads, keyValueHeads }: DecoderStackConfig,
  { query, key, value, scale, norms }: Heads,
  past: KeyValues,
  { last, length, tables }: Positions,
): { readonly attended: Value; readonly present: KeyValues } {
  const flat = (x: Value) => (norms ? x : reshape(g, x, [0, 0, -1]));
  const states = [flat(query), flat(key), flat(value), past.key, past.value];
  const inputs = [...states, last, length, tables.cos, tables.sin];
  if (norms) inputs.push('', '', '', '', '', norms.query, norms.key);
  const [attended, presentKey, presentValue] = g.nodes('com.microsoft:GroupQueryAttention', inputs, 3, {
    num_heads: heads,
    kv_num_heads: keyValueHeads,
    do_rotary: 1,
    scale: float(scale),
    ...(norms && { qk_norm_epsilon: float(norms.epsilon) }),
  }) as [Value, Value, Value];
  return { attended, present: { key: presentKey, value: presentValue } };
}
