import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Positions } from '../layers/grouped-query-attention.js';
import { cast, dimension, range, reshape, scalarOf, transpose } from '../layers/operators.js';
import { rotaryTables } from '../layers/rotary.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { type ElementType, int32 } from '../onnx/tensor.js';

/*
 * The talker for GPUs: attention is one operator, which appends to the KV cache that the Loop carries,
 * `[B, keyValueHeads, positions, headSize]` in each layer. A row's positions lie without gaps from 0 on; behind a row that
 * is shorter than others there is room.
 */

/** What the frames of a segment share: the lengths of the pasts in two forms, and tables for all positions of the run. */
export interface SegmentPositions extends Pick<Positions, 'tables'> {
  /** `[B]` int32 */
  readonly past: Value;
  /** int32 scalar: the longest. */
  readonly longestPast: Value;
}

/** `capacity`, `steps` and `frames`, `[1]` int64: room of the past, positions of the prompt, and frames at most. */
export function segmentPositions(
  g: GraphBuilder,
  config: DecoderStackConfig,
  type: ElementType,
  past: Value,
  { capacity, steps, frames }: { readonly capacity: Value; readonly steps: Value; readonly frames: Value },
): SegmentPositions {
  const count = g.node('Add', [g.node('Add', [capacity, steps]), frames]);
  const { cos, sin } = rotaryTables(g, range(g, scalarOf(g, count)), config);
  const typed = (table: Value) => (type === 'float32' ? table : cast(g, table, type));
  return {
    past: cast(g, past, 'int32'),
    longestPast: cast(g, g.node('ReduceMax', [past], { keepdims: 0 }), 'int32'),
    tables: { cos: typed(cos), sin: typed(sin) },
  };
}

/** The positions of one frame, `index` (int64 scalar) frames after the first, which has as many steps as `x [B, S, H]`. */
export function framePositions(g: GraphBuilder, segment: SegmentPositions, index: Value, x: Value): Positions {
  const present = cast(g, g.node('Add', [index, scalarOf(g, dimension(g, x, 1))]), 'int32');
  return {
    last: g.node('Sub', [g.node('Add', [segment.past, present]), g.constant(int32([], [1]))]),
    length: g.node('Add', [segment.longestPast, present]),
    tables: segment.tables,
  };
}

/** The past as it comes from outside, float32 `[B, keyValueHeads, 1, C, headSize]`, as the operator takes it. */
export function pastForOperator(
  g: GraphBuilder,
  { keyValueHeads, headSize }: DecoderStackConfig,
  past: Value,
  type: ElementType,
): Value {
  const flat = reshape(g, past, [0, keyValueHeads, -1, headSize]);
  return type === 'float32' ? flat : cast(g, flat, type);
}

/**
 * What a segment added to the cache of a layer: `positions [B, R, 1]` int64 of each row out of
 * `[B, keyValueHeads, positions, headSize]` → `[B, keyValueHeads, 1, R, headSize]` float32.
 */
export function recentOf(
  g: GraphBuilder,
  { keyValueHeads, headSize }: DecoderStackConfig,
  cache: Value,
  positions: Value,
  type: ElementType,
): Value {
  const picked = g.node('GatherND', [transpose(g, cache, [0, 2, 1, 3]), positions], { batch_dims: 1 });
  const heads = reshape(g, transpose(g, picked, [0, 2, 1, 3]), [0, keyValueHeads, 1, -1, headSize]);
  return type === 'float32' ? heads : cast(g, heads, 'float32');
}

/** `[B, R, 1]`: the positions of each row that a segment of `frames` frames added, from inputs `[B, S, H]`. */
export function recentPositions(g: GraphBuilder, past: Value, inputs: Value, frames: Value): Value {
  const added = g.node('Sub', [g.node('Add', [dimension(g, inputs, 1), frames]), g.ints([1])]);
  const offsets = reshape(g, range(g, scalarOf(g, added)), [1, -1, 1]);
  return g.node('Add', [reshape(g, past, [-1, 1, 1]), offsets]);
}
