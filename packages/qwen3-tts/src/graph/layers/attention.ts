import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';
import { reshape, transpose } from './operators.js';

/** Stands for minus infinity: it survives a division, and its exponential is 0. */
export const SUPPRESSED = -1e30;

/** What is added to attention scores: 0 where `visible` (bool) is true, minus infinity elsewhere. */
export function additiveMask(g: GraphBuilder, visible: Value): Value {
  return g.node('Where', [visible, g.scalar(0), g.scalar(SUPPRESSED)]);
}

/** Keys in `(query − window, query]` are visible, all up to the query without a window: `[queries, keys]`, additive. */
export function causalMask(g: GraphBuilder, queries: Value, keys: Value, window?: number): Value {
  const column = reshape(g, queries, [-1, 1]);
  if (window === undefined) return additiveMask(g, g.node('GreaterOrEqual', [column, keys]));
  const distance = g.node('Sub', [column, keys]);
  const near = g.node('Less', [distance, g.ints(window)]);
  return additiveMask(g, g.node('And', [near, g.node('GreaterOrEqual', [distance, g.ints(0)])]));
}

/** `[B, T, heads · headSize]` → `[B, heads, T, headSize]` */
export function splitHeads(g: GraphBuilder, x: Value, heads: number, headSize: number): Value {
  return transpose(g, reshape(g, x, [0, 0, heads, headSize]), [0, 2, 1, 3]);
}

/** `[B, heads, T, headSize]` → `[B, T, heads · headSize]` */
export function mergeHeads(g: GraphBuilder, x: Value, heads: number, headSize: number): Value {
  return reshape(g, transpose(g, x, [0, 2, 1, 3]), [0, 0, heads * headSize]);
}

/** `softmax(q kᵀ / sqrt(d) + mask) v` for q, k and v `[B, heads, T, d]`. → `[B, heads, T, d]` */
export function scaledDotProductAttention(
  g: GraphBuilder,
  { query, key, value }: { readonly query: Value; readonly key: Value; readonly value: Value },
  mask: Value,
  headSize: number,
): Value {
  const scale = { transB: 1, alpha: float(1 / Math.sqrt(headSize)) };
  const scores = g.node('com.microsoft:FusedMatMul', [query, key], scale);
  const weights = g.node('Softmax', [g.node('Add', [scores, mask])], { axis: -1 });
  return g.node('MatMul', [weights, value]);
}
