import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Heads, KeyValues } from '../layers/decoder-stack.js';
import { cast, reshape } from '../layers/operators.js';
import type { RotaryTables } from '../layers/rotary.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';

/** What the layers of a step share. */
export interface StepPositions {
  /** `[B]` int32: the index of the newest position. */
  readonly last: Value;
  /** int32 scalar: how many positions there are, this step's included. */
  readonly length: Value;
  readonly tables: RotaryTables;
}

/**
 * Grouped-query attention in one operator: it rotates query and key, appends key and value to the past (empty names:
 * none yet), and computes `softmax(q kᵀ + causal mask) v`, where each head of keys serves `heads / keyValueHeads` heads
 * of queries. → `[B, S, heads · headSize]`. On a GPU the operator wants half precision.
 */
export function groupQueryAttention(
  g: GraphBuilder,
  { heads, keyValueHeads }: DecoderStackConfig,
  { query, key, value }: Heads,
  past: KeyValues,
  { last, length, tables }: StepPositions,
  halfPrecision: boolean,
): { readonly attended: Value; readonly present: KeyValues } {
  const flat = (x: Value) => reshape(g, x, [0, 0, -1]);
  const narrow = (x: Value) => (halfPrecision && x !== '' ? cast(g, x, 'float16') : x);
  const widen = (x: Value) => (halfPrecision ? cast(g, x, 'float32') : x);
  const states = [flat(query), flat(key), flat(value), past.key, past.value].map(narrow);
  const rotation = [tables.cos, tables.sin].map(narrow);
  const [attended, presentKey, presentValue] = g
    .nodes('com.microsoft:GroupQueryAttention', [...states, last, length, ...rotation], 3, {
      num_heads: heads,
      kv_num_heads: keyValueHeads,
      do_rotary: 1,
      scale: float(1),
    })
    .map(widen) as [Value, Value, Value];
  return { attended, present: { key: presentKey, value: presentValue } };
}
