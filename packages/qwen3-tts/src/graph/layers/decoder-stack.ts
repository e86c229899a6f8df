import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Value } from '../onnx/builder.js';
import type { StackRange } from '../weights/half-range.js';
import { halfDecoderStack } from './half-decoder-stack.js';
import { normalizedHeads } from './head-norms.js';
import type { Attention, Heads } from './heads.js';
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
 * products are computed in half precision.
 */
export async function decoderStack(
  m: Module,
  config: DecoderStackConfig,
  x: Value,
  attention: Attention,
  range?: StackRange,
): Promise<Value> {
  if (range) return halfDecoderStack(m, config, x, attention, range);
  const epsilon = config.rmsNormEpsilon;
  const layerAt = (layer: number) => m.child(`layers.${layer}`);
  let residual = x;
  let normed = await rmsNorm(layerAt(0).child('input_layernorm'), x, epsilon);
  for (let i = 0; i < config.layers; i++) {
    const layer = layerAt(i);
    const attn = layer.child('self_attn', 'attn');
    const attended = attention(attn.g, i, await projectHeads(attn, config, normed));
    const output = await linear(attn.child('o_proj'), attended);
    const afterAttention = layer.child('post_attention_layernorm');
    ({ sum: residual, normed } = await addAndRmsNorm(afterAttention, output, residual, epsilon));
    const fedForward = await feedForward(layer.child('mlp'), config, normed);
    const next = i === config.layers - 1 ? m.child('norm') : layerAt(i + 1).child('input_layernorm');
    ({ sum: residual, normed } = await addAndRmsNorm(next, fedForward, residual, epsilon));
  }
  return normed;
}

async function projectHeads(m: Module, config: DecoderStackConfig, x: Value): Promise<Heads> {
  return normalizedHeads(m, config, await stackedLinear(m, 'qkv_proj', ['q_proj', 'k_proj', 'v_proj'], x));
}

async function feedForward(m: Module, { intermediateSize }: DecoderStackConfig, x: Value): Promise<Value> {
  const stacked = await stackedLinear(m, 'gate_up_proj', ['gate_proj', 'up_proj'], x);
  const [gate, up] = split(m.g, stacked, [intermediateSize, intermediateSize], -1) as [Value, Value];
  return linear(m.child('down_proj'), swiglu(m.g, gate, up));
}
