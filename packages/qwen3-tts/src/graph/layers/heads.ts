import type { GraphBuilder, Value } from '../onnx/builder.js';

/** Keys and values of some positions in one layer. Their shapes are those of the network that keeps them. */
export interface KeyValues {
  readonly key: Value;
  readonly value: Value;
}

/**
 * Normalised heads of one layer, before rotation, `[B, S, heads, headSize]`; and what the scores are yet
 * to be multiplied by: 1 where the queries are scaled already.
 */
export interface Heads extends KeyValues {
  readonly query: Value;
  readonly scale: number;
}

/** Attends in layer `layer` and returns `[B, S, heads · headSize]`; `g` stands at the layer's attention. */
export type Attention = (g: GraphBuilder, layer: number, heads: Heads) => Value;
