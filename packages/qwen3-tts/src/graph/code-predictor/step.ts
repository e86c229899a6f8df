import type { DecoderStackConfig } from '../../checkpoint/config.js';
import { decoderStack } from '../layers/decoder-stack.js';
import { groupQueryAttention, type Positions } from '../layers/grouped-query-attention.js';
import type { Attention, KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { constantRotaryTables, type RotaryTables } from '../layers/rotary.js';
import type { SamplingPlan } from '../layers/sampling.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { StackRange } from '../weights/half-range.js';

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
): Promise<{ hidden: Value; cache: KeyValues[] }> {
  const positions = { last, length, tables: predictorRotary(m, network) };
  const present: KeyValues[] = [];
  const attention: Attention = (g, layer, heads) => {
    const past = cache[layer] ?? { key: '', value: '' };
    const output = groupQueryAttention(g, network.config, heads, past, positions);
    present.push(output.present);
    return output.attended;
  };
  return { hidden: await predictorStack(m, network, x, attention), cache: present };
}

/** A frame has as many positions as codes: the talker's hidden state and all codes but the last. */
export function predictorRotary(m: Module, { config, codeGroups }: PredictorNetwork): RotaryTables {
  return constantRotaryTables(m.g.scope('rotary'), codeGroups, config, m.weights.attentionType);
}

/** All layers over `x [B, S, H]` → `[B, S, Hc]`. */
export async function predictorStack(
  m: Module,
  { config, range }: PredictorNetwork,
  x: Value,
  attention: Attention,
): Promise<Value> {
  return decoderStack(m.child('model', ''), config, await projectInput(m, x), attention, range);
}

/** Models whose talker is wider than the predictor bring every input to its width. */
async function projectInput(m: Module, x: Value): Promise<Value> {
  const projection = m.child('small_to_mtp_projection');
  return projection.has('weight') ? linear(projection, x) : x;
}
