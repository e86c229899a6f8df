import type { DecoderStackConfig } from '../checkpoint/config.js';
import { inverseFrequencies, reshape, transpose } from './blocks.js';
import type { GraphBuilder, Value } from './builder.js';
import { type Attention, decoderStack, type Heads } from './decoder-stack.js';
import { float32 } from './tensor.js';
import type { WeightLoader } from './weights.js';

/** Keys and values of one layer, `[B, keyValueHeads, 1, positions, headSize]`; keys are rotated. */
export interface LayerCache {
  readonly key: Value;
  readonly value: Value;
}

/**
 * The talker's memory in two parts. The past is fixed while a segment is generated, padded to a common length and
 * never copied; only the short part of this segment grows.
 */
export interface TalkerCache {
  readonly past: readonly LayerCache[];
  /** `[B]` int64: how many positions of the past belong to each row. */
  readonly pastLengths: Value;
  readonly recent: readonly LayerCache[];
}

/**
 * Runs the talker over `x [B, S, hidden]`. Several positions at once (a prompt) need a past of length 0.
 * → the hidden states after the final norm, and the recent part with S more positions.
 */
export async function talker(
  g: GraphBuilder,
  weights: WeightLoader,
  config: DecoderStackConfig,
  x: Value,
  cache: TalkerCache,
): Promise<{ hidden: Value; recent: LayerCache[] }> {
  const recentLength = g.node('Shape', [cache.recent[0]!.key], { start: 3, end: 4 });
  const pastCapacity = g.node('Shape', [cache.past[0]!.key], { start: 3, end: 4 });
  const steps = g.node('Shape', [x], { start: 1, end: 2 });
  const rotation = rotationOf(g, config, cache.pastLengths, recentLength, steps);
  const mask = attentionMask(g, cache.pastLengths, pastCapacity, recentLength, steps);
  const parts = g.node('Concat', [pastCapacity, g.node('Add', [recentLength, steps])], { axis: 0 });
  const recent: LayerCache[] = [];
  const attention: Attention = (layer, heads) => {
    const known = cache.recent[layer]!;
    const { query, key, value } = rotated(g, config, heads, rotation);
    const grown = {
      key: g.node('Concat', [known.key, key], { axis: 3 }),
      value: g.node('Concat', [known.value, value], { axis: 3 }),
    };
    recent.push(grown);
    return attend(g, config, query, [cache.past[layer]!, grown], mask, parts);
  };
  const hidden = await decoderStack(g, weights, { prefix: 'talker.model', config }, x, attention);
  return { hidden, recent };
}

interface Rotation {
  readonly positions: Value;
  readonly cos: Value;
  readonly sin: Value;
}

/** Rows of a batch stand at different positions, so each gets its own lines of the cosine and sine tables. */
function rotationOf(
  g: GraphBuilder,
  { ropeTheta, headSize }: DecoderStackConfig,
  pastLengths: Value,
  recentLength: Value,
  steps: Value,
): Rotation {
  const offsets = range(g, g.ints([0]), steps);
  const first = g.node('Add', [g.node('Unsqueeze', [pastLengths, g.ints([1])]), recentLength]);
  const absolute = g.node('Cast', [g.node('Add', [first, offsets])], { to: 1 });
  const frequencies = g.constant(float32([headSize / 2], inverseFrequencies(ropeTheta, headSize)));
  const angles = g.node('Mul', [reshape(g, absolute, [-1, 1]), frequencies]);
  const lines = g.node('Shape', [angles], { start: 0, end: 1 });
  const shape = g.node('Shape', [absolute]);
  const positions = g.node('Reshape', [range(g, g.ints([0]), lines), shape]);
  return { positions, cos: g.node('Cos', [angles]), sin: g.node('Sin', [angles]) };
}

/** 0 where a position may be seen and −1e30 where not: `[B, 1, 1, S, past + recent + S]` */
function attentionMask(
  g: GraphBuilder,
  pastLengths: Value,
  pastCapacity: Value,
  recentLength: Value,
  steps: Value,
): Value {
  const rows = g.node('Shape', [pastLengths]);
  const one = g.ints([1]);
  const inPast = g.node('Less', [range(g, g.ints([0]), pastCapacity), reshape(g, pastLengths, [-1, 1, 1, 1, 1])]);
  const recentEnd = g.node('Add', [recentLength, steps]);
  const ownPosition = reshape(g, range(g, recentLength, recentEnd), [1, 1, 1, -1, 1]);
  const inRecent = g.node('LessOrEqual', [range(g, g.ints([0]), recentEnd), ownPosition]);
  const expand = (seen: Value, width: Value) =>
    g.node('Expand', [seen, g.node('Concat', [rows, one, one, steps, width], { axis: 0 })]);
  const seen = g.node('Concat', [expand(inPast, pastCapacity), expand(inRecent, recentEnd)], { axis: 4 });
  return g.node('Where', [seen, g.scalar(0), g.scalar(-1e30)]);
}

/** `[start, end)` for int64 tensors of one element. */
function range(g: GraphBuilder, start: Value, end: Value): Value {
  const scalar = g.ints([]);
  return g.node('Range', [g.node('Reshape', [start, scalar]), g.node('Reshape', [end, scalar]), g.ints(1)]);
}

/** Rotates queries and keys; → query `[B, keyValueHeads, group, S, headSize]`, key and value as in the cache. */
function rotated(
  g: GraphBuilder,
  { heads, keyValueHeads, headSize }: DecoderStackConfig,
  { query, key, value }: Heads,
  { positions, cos, sin }: Rotation,
): Heads {
  const rotate = (x: Value) =>
    g.node('com.microsoft:RotaryEmbedding', [transpose(g, x, [0, 2, 1, 3]), positions, cos, sin]);
  return {
    query: reshape(g, rotate(query), [0, keyValueHeads, heads / keyValueHeads, -1, headSize]),
    key: reshape(g, rotate(key), [0, keyValueHeads, 1, -1, headSize]),
    value: reshape(g, transpose(g, value, [0, 2, 1, 3]), [0, keyValueHeads, 1, -1, headSize]),
  };
}

/** Softmax attention over parts of the positions that lie in different buffers. → `[B, S, heads · headSize]` */
function attend(
  g: GraphBuilder,
  { heads, headSize }: DecoderStackConfig,
  query: Value,
  parts: readonly LayerCache[],
  mask: Value,
  widths: Value,
): Value {
  const scores = parts.map(({ key }) => g.node('com.microsoft:FusedMatMul', [query, key], { transB: 1 }));
  const masked = g.node('Add', [g.node('Concat', scores, { axis: 4 }), mask]);
  const shares = g.nodes('Split', [g.node('Softmax', [masked], { axis: -1 }), widths], parts.length, { axis: 4 });
  const mixed = parts.map(({ value }, part) => g.node('MatMul', [shares[part]!, value]));
  const sum = mixed.length === 1 ? mixed[0]! : g.node('Add', [mixed[0]!, mixed[1]!]);
  const perHead = transpose(g, reshape(g, sum, [0, heads, -1, headSize]), [0, 2, 1, 3]);
  return reshape(g, perHead, [0, 0, heads * headSize]);
}
