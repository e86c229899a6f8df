import type { DecoderStackConfig } from '../../checkpoint/config.js';
import { additiveMask, mergeHeads } from '../layers/attention.js';
import type { Heads, KeyValues } from '../layers/heads.js';
import { dimension, range, reshape, scalarOf, transpose } from '../layers/operators.js';
import { type RotaryTables, rotaryTables, rotate } from '../layers/rotary.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';

/** Numbers of positions, `[1]` int64 each but `past`, which is `[B]`. */
interface Lengths {
  /** Positions of the past that belong to each row. */
  readonly past: Value;
  /** Positions that the past has room for. */
  readonly pastCapacity: Value;
  readonly recent: Value;
  /** Positions of this run. */
  readonly steps: Value;
}

interface Rotation extends RotaryTables {
  /** `[B, S]`: the line of the tables that each position takes. */
  readonly lines: Value;
}

/** Rows of a batch stand at different positions, so each gets its own lines of the cosine and sine tables. */
export function rotationOf(g: GraphBuilder, config: DecoderStackConfig, { past, recent, steps }: Lengths): Rotation {
  const offsets = range(g, scalarOf(g, steps));
  const first = g.node('Add', [g.node('Unsqueeze', [past, g.ints([1])]), recent]);
  const positions = g.node('Add', [first, offsets]);
  const tables = rotaryTables(g, positions, config);
  const count = scalarOf(g, dimension(g, tables.cos, 0));
  return { ...tables, lines: g.node('Reshape', [range(g, count), g.node('Shape', [positions])]) };
}

/**
 * Additive mask `[B, 1, 1, S, past + recent + S]`: a query sees the positions of the past that belong to its row, and
 * of this segment those up to its own.
 */
export function attentionMask(g: GraphBuilder, { past, pastCapacity, recent, steps }: Lengths): Value {
  const rows = g.node('Shape', [past]);
  const one = g.ints([1]);
  const capacity = scalarOf(g, pastCapacity);
  const inPast = g.node('Less', [range(g, capacity), reshape(g, past, [-1, 1, 1, 1, 1])]);
  const present = g.node('Add', [recent, steps]);
  const end = scalarOf(g, present);
  const ownPosition = reshape(g, range(g, end, scalarOf(g, recent)), [1, 1, 1, -1, 1]);
  const inRecent = g.node('LessOrEqual', [range(g, end), ownPosition]);
  const expand = (visible: Value, width: Value) =>
    g.node('Expand', [visible, g.node('Concat', [rows, one, one, steps, width], { axis: 0 })]);
  const visible = g.node('Concat', [expand(inPast, pastCapacity), expand(inRecent, present)], { axis: 4 });
  return additiveMask(g, visible);
}

/** Rotates queries and keys; → query `[B, keyValueHeads, group, S, headSize]`, key and value as in the cache. */
export function rotateHeads(
  g: GraphBuilder,
  { heads, keyValueHeads, headSize }: DecoderStackConfig,
  { query, key, value, scale }: Heads,
  { lines, ...tables }: Rotation,
): Heads {
  const headsFirst = (x: Value) => transpose(g, x, [0, 2, 1, 3]);
  const rotated = (x: Value) => rotate(g, headsFirst(x), lines, tables);
  return {
    query: reshape(g, rotated(query), [0, keyValueHeads, heads / keyValueHeads, -1, headSize]),
    key: reshape(g, rotated(key), [0, keyValueHeads, 1, -1, headSize]),
    value: reshape(g, headsFirst(value), [0, keyValueHeads, 1, -1, headSize]),
    scale,
  };
}

/**
 * Grouped-query attention `softmax(q kᵀ + mask) v`, where keys and values lie in two buffers, past and present:
 * scores of each are computed on their own and put side by side for the softmax, its weights split again, and the
 * products with the values summed. So the past is never copied. → `[B, S, heads · headSize]`
 */
export function attend(
  g: GraphBuilder,
  { heads, headSize }: DecoderStackConfig,
  query: Value,
  [past, present]: readonly [KeyValues, KeyValues],
  mask: Value,
  widths: Value,
): Value {
  const scores = [past, present].map(({ key }) => g.node('com.microsoft:FusedMatMul', [query, key], { transB: 1 }));
  const masked = g.node('Add', [g.node('Concat', scores, { axis: 4 }), mask]);
  const softmax = g.node('Softmax', [masked], { axis: -1 });
  const [pastWeights, presentWeights] = g.nodes('Split', [softmax, widths], 2, { axis: 4 }) as [Value, Value];
  const sum = g.node('Add', [
    g.node('MatMul', [pastWeights, past.value]),
    g.node('MatMul', [presentWeights, present.value]),
  ]);
  return mergeHeads(g, reshape(g, sum, [0, heads, -1, headSize]), heads, headSize);
}
