import type { GraphBuilder, Value } from '../onnx/builder.js';

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
