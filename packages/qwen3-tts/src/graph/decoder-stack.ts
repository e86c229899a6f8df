import type { DecoderStackConfig } from '../checkpoint/config.js';
import { reshape, rmsNorm, split, swiglu } from './blocks.js';
import { float, type GraphBuilder, type Value } from './builder.js';
import { float32 } from './tensor.js';
import type { WeightLoader } from './weights.js';

/** A pre-norm decoder of the checkpoint: the talker or the code predictor. */
export interface DecoderStack {
  /** Keys start with this: `talker.model` */
  readonly prefix: string;
  readonly config: DecoderStackConfig;
}

/** Normalised heads of one layer, before rotation, `[B, S, heads, headSize]`; queries are scaled already. */
export interface Heads {
  readonly query: Value;
  readonly key: Value;
  readonly value: Value;
}

/** Attends in layer `layer` and returns `[B, S, heads · headSize]`. */
export type Attention = (layer: number, heads: Heads) => Value;

/**
 * All layers and the final norm: `x [B, S, hidden]` float32 → the same shape.
 * Residual sums and norms are float32 in every precision.
 */
export async function decoderStack(
  g: GraphBuilder,
  weights: WeightLoader,
  { prefix, config }: DecoderStack,
  x: Value,
  attention: Attention,
): Promise<Value> {
  const epsilon = config.rmsNormEpsilon;
  let residual = x;
  let y = rmsNorm(g, x, await weights.vector(g, `${prefix}.layers.0.input_layernorm.weight`), epsilon);
  for (let layer = 0; layer < config.layers; layer++) {
    const at = `${prefix}.layers.${layer}`;
    const attended = attention(layer, await projectHeads(g, weights, `${at}.self_attn`, config, y));
    const output = await weights.linear(g, attended, [`${at}.self_attn.o_proj.weight`]);
    const afterAttention = await weights.vector(g, `${at}.post_attention_layernorm.weight`);
    [y, residual] = addAndNorm(g, output, residual, afterAttention, epsilon);
    const mlp = await feedForward(g, weights, `${at}.mlp`, config, y);
    const last = layer === config.layers - 1;
    const next = await weights.vector(
      g,
      last ? `${prefix}.norm.weight` : `${prefix}.layers.${layer + 1}.input_layernorm.weight`,
    );
    [y, residual] = addAndNorm(g, mlp, residual, next, epsilon);
  }
  return y;
}

async function projectHeads(
  g: GraphBuilder,
  weights: WeightLoader,
  at: string,
  config: DecoderStackConfig,
  x: Value,
): Promise<Heads> {
  const { heads, keyValueHeads, headSize, rmsNormEpsilon } = config;
  const names = ['q_proj', 'k_proj', 'v_proj'].map((name) => `${at}.${name}.weight`);
  const all = reshape(g, await weights.linear(g, x, names), [0, 0, heads + 2 * keyValueHeads, headSize]);
  const [query, key, value] = split(g, all, [heads, keyValueHeads, keyValueHeads], 2) as [Value, Value, Value];
  const scaled = await weights.derived(g, `${at}.q_norm.weight.scaled`, async () => {
    const { shape, values } = await weights.read(`${at}.q_norm.weight`);
    return float32(
      shape,
      values.map((weight) => weight / Math.sqrt(headSize)),
    );
  });
  return {
    query: rmsNorm(g, query, scaled, rmsNormEpsilon),
    key: rmsNorm(g, key, await weights.vector(g, `${at}.k_norm.weight`), rmsNormEpsilon),
    value,
  };
}

async function feedForward(
  g: GraphBuilder,
  weights: WeightLoader,
  at: string,
  { intermediateSize }: DecoderStackConfig,
  x: Value,
): Promise<Value> {
  const both = await weights.linear(g, x, [`${at}.gate_proj.weight`, `${at}.up_proj.weight`]);
  const [gate, up] = split(g, both, [intermediateSize, intermediateSize], -1) as [Value, Value];
  return weights.linear(g, swiglu(g, gate, up), [`${at}.down_proj.weight`]);
}

/** `[norm(a + b), a + b]` */
function addAndNorm(g: GraphBuilder, a: Value, b: Value, scale: Value, epsilon: number): [Value, Value] {
  const outputs = g.nodes('com.microsoft:SkipSimplifiedLayerNormalization', [a, b, scale], [true, false, false, true], {
    epsilon: float(epsilon),
  });
  return [outputs[0]!, outputs[3]!];
}
