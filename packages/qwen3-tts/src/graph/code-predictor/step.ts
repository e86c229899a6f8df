import type { DecoderStackConfig } from '../../checkpoint/config.js';
import { groupedQueryStack } from '../layers/decoder-stack.js';
import { embedding, embeddingOfBook } from '../layers/embedding.js';
import type { Positions } from '../layers/grouped-query-attention.js';
import type { KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import { Module } from '../layers/module.js';
import { constantRotaryTables } from '../layers/rotary.js';
import type { SamplingPlan } from '../layers/sampling.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { StackRange } from '../weights/half-range.js';
import type { WeightLoader } from '../weights/weight-loader.js';

export interface PredictorNetwork {
  readonly config: DecoderStackConfig;
  /** Codebooks of a frame, the talker's included. */
  readonly codeGroups: number;
  /** In half precision. */
  readonly range?: StackRange | undefined;
}

export interface PredictorInputs {
  /** `[B, 1, H]`: the talker's hidden state that predicted codebook 0. */
  readonly hidden: Value;
  /** `[B, 1]` int64: codebook 0. */
  readonly first: Value;
  /** `[B, 1]`: the sum of the talker's logits, to which the predictor adds its own. @see PredictedFrame */
  readonly logitSum: Value;
  /** `[B, 1, H]`: its embedding. */
  readonly firstEmbedding: Value;
  /** `[B, groups − 1, W]`, of the candidates; for a CPU and WebGPU `[B, groups − 1, Vc]`, of every code. */
  readonly noise: Value;
  readonly sampling: SamplingPlan;
  /** The graph around the frame, for what all frames of a segment share. */
  readonly segment: GraphBuilder;
  /** bool scalar: false skips the work (no row needs this frame). Heeded by the Loop of a CPU only. */
  readonly needed: Value;
}

/** What the predictor makes of a frame. */
export interface PredictedFrame {
  /** `[B, groups]` int64, codebook 0 first. */
  readonly codes: Value;
  /** `[B, 1]`: the sum of all logits of the frame, which is finite exactly when each of them is. */
  readonly logitSum: Value;
}

export function predictorModule(g: GraphBuilder, weights: WeightLoader): Module {
  return new Module(g.scope('code_predictor'), weights, 'talker.code_predictor.');
}

/**
 * Runs `x [B, S, H]` behind the KV cache (empty: none yet) → the hidden states `[B, S, Hc]`, and the cache with S more
 * positions, `[B, keyValueHeads, positions, headSize]` in each layer.
 */
export async function predictorStep(
  m: Module,
  network: PredictorNetwork,
  x: Value,
  cache: readonly KeyValues[],
  { last, length }: Omit<Positions, 'tables'>,
): Promise<{ hidden: Value; present: KeyValues[] }> {
  const { config, codeGroups, range } = network;
  // A frame has as many positions as codes: the talker's hidden state and all codes but the last.
  const tables = constantRotaryTables(m.g.scope('rotary'), codeGroups, config, m.weights.attentionType);
  const input = await projectInput(m, x);
  return groupedQueryStack(m.child('model', ''), config, input, cache, { last, length, tables }, range);
}

/** Models whose talker is wider than the predictor bring every input to its width. */
async function projectInput(m: Module, x: Value): Promise<Value> {
  const projection = m.child('small_to_mtp_projection');
  return projection.has('weight') ? linear(projection, x) : x;
}

/** The embeddings of codebooks 1 … groups − 1, as one table. */
export function codeEmbeddingTable(m: Module): Module {
  return m.child('model.codec_embedding', 'codec_embedding');
}

/** Embeddings of codebooks 1 … groups − 1; `ids` are already offset by codebook. → `[..., H]` float32 */
export async function codeEmbedding(m: Module, codeGroups: number, ids: Value): Promise<Value> {
  return embedding(codeEmbeddingTable(m), ids, booksOf(m, codeGroups));
}

const booksOf = (m: Module, codeGroups: number) =>
  Array.from({ length: codeGroups - 1 }, (_, step) => codeEmbeddingTable(m).key(`${step}.weight`));

/** Embeddings of one codebook, its number less 1 being `book`, by ids of its own. → `[..., H]` float32 */
export async function bookEmbedding(m: Module, codeGroups: number, book: number, ids: Value): Promise<Value> {
  return embeddingOfBook(codeEmbeddingTable(m), ids, booksOf(m, codeGroups), book);
}
