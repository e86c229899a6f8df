import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Value } from '../onnx/builder.js';
import type { StackRange } from '../weights/half-range.js';
import { groupQueryAttention, type Positions } from './grouped-query-attention.js';
import { halfFeedForward, halfHeads, halfOutput, shiftedNorm } from './half-layer.js';
import { type Attention, type Heads, type KeyValues, normalizedHeads } from './heads.js';
import { linear, stackedLinear } from './linear.js';
import type { Module } from './module.js';
import { addAndRmsNorm, rmsNorm } from './norm.js';
import { split, swiglu } from './operators.js';

/**
 * The pre-norm decoder of the talker and of the code predictor, all layers and the final norm:
 * `x [B, S, hidden]` float32 → the same shape. Residual sums and norms are float32 in every precision.
 *
 * A layer is `x += o_proj(attention(norm(x)))`, then `x += down_proj(silu(gate_proj(y)) · up_proj(y))` with `y = norm(x)`.
 * Each sum is computed together with the norm behind it, which is the next layer's or the final one. With a range the
 * products are computed in half precision (`half-layer.ts`).
 */
export async function decoderStack(
  m: Module,
  config: DecoderStackConfig,
  x: Value,
  attention: Attention,
  range?: StackRange,
): Promise<Value> {
  // With a range the sum is kept smaller by a factor, and ε with it.
  const residual = range?.residual ?? 0;
  const epsilon = config.rmsNormEpsilon * 4 ** -residual;
  const layerAt = (layer: number) => m.child(`layers.${layer}`);
  const normAt = (layer: number) => (layer < config.layers ? layerAt(layer).child('input_layernorm') : m.child('norm'));
  const scaleAt = async (layer: number) => {
    const next = range?.layers[layer];
    return next && shiftedNorm(normAt(layer), next.attentionInput);
  };
  let sum = residual === 0 ? x : m.g.node('Mul', [x, m.g.scalar(2 ** -residual)]);
  let normed = await rmsNorm(normAt(0), sum, epsilon, await scaleAt(0));
  for (let i = 0; i < config.layers; i++) {
    const layer = layerAt(i);
    const half = range && { ...range.layers[i]!, residual };
    const [attn, mlp] = [layer.child('self_attn', 'attn'), layer.child('mlp')];
    const heads = await (half ? halfHeads(attn, config, normed, half) : projectHeads(attn, config, normed));
    const attended = attention(attn.g, i, heads);
    const output = await (half ? halfOutput(attn, attended, half) : linear(attn.child('o_proj'), attended));
    const between = layer.child('post_attention_layernorm');
    const inner = half && (await shiftedNorm(between, half.feedForwardInput));
    ({ sum, normed } = await addAndRmsNorm(between, output, sum, epsilon, inner));
    const fedForward = await (half ? halfFeedForward(mlp, normed, half) : feedForward(mlp, config, normed));
    ({ sum, normed } = await addAndRmsNorm(normAt(i + 1), fedForward, sum, epsilon, await scaleAt(i + 1)));
  }
  return normed;
}

/**
 * {@link decoderStack} with {@link groupQueryAttention} behind a KV cache; without one for a layer there is no past.
 * → also the cache with S more positions
 */
export async function groupedQueryStack(
  m: Module,
  config: DecoderStackConfig,
  x: Value,
  cache: readonly KeyValues[],
  positions: Positions,
  range: StackRange | undefined,
): Promise<{ hidden: Value; present: KeyValues[] }> {
  const present: KeyValues[] = [];
  const attention: Attention = (g, layer, heads) => {
    const output = groupQueryAttention(g, config, heads, cache[layer] ?? { key: '', value: '' }, positions);
    present.push(output.present);
    return output.attended;
  };
  return { hidden: await decoderStack(m, config, x, attention, range), present };
}

async function projectHeads(m: Module, config: DecoderStackConfig, x: Value): Promise<Heads> {
  return normalizedHeads(m, config, await stackedLinear(m, 'qkv_proj', ['q_proj', 'k_proj', 'v_proj'], x));
}

async function feedForward(m: Module, { intermediateSize }: DecoderStackConfig, x: Value): Promise<Value> {
  const stacked = await stackedLinear(m, 'gate_up_proj', ['gate_proj', 'up_proj'], x);
  const [gate, up] = split(m.g, stacked, [intermediateSize, intermediateSize], -1) as [Value, Value];
  return linear(m.child('down_proj'), swiglu(m.g, gate, up));
}
