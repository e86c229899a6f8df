import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Value } from '../onnx/builder.js';
import { bfloat16Linear, bfloat16Product, bfloat16Vector } from './bfloat16-linear.js';
import type { Attention, Heads } from './heads.js';
import type { Module } from './module.js';
import { addAndRmsNorm, rmsNorm } from './norm.js';
import { cast, split } from './operators.js';
import { swiglu } from './swiglu.js';

/**
 * {@link decoderStack} in bfloat16 throughout, residual sums and norms too, as the official implementation computes it: the
 * range is that of float32, so nothing overflows, and no value has to change its type. `x` is bfloat16, the result float32.
 */
export async function bfloat16DecoderStack(
  m: Module,
  config: DecoderStackConfig,
  x: Value,
  attention: Attention,
): Promise<Value> {
  const epsilon = config.rmsNormEpsilon;
  const layerAt = (layer: number) => m.child(`layers.${layer}`);
  const first = layerAt(0).child('input_layernorm');
  let sum = x;
  let normed = await rmsNorm(first, sum, epsilon, await bfloat16Vector(first));
  for (let i = 0; i < config.layers; i++) {
    const layer = layerAt(i);
    const attn = layer.child('self_attn', 'attn');
    const attended = attention(attn.g, i, await projectHeads(attn, config, normed));
    const output = await bfloat16Linear(attn.child('o_proj'), attended);
    const between = layer.child('post_attention_layernorm');
    ({ sum, normed } = await addAndRmsNorm(between, output, sum, epsilon, await bfloat16Vector(between)));
    const fedForward = await feedForward(layer.child('mlp'), config, normed);
    const next = i === config.layers - 1 ? m.child('norm') : layerAt(i + 1).child('input_layernorm');
    ({ sum, normed } = await addAndRmsNorm(next, fedForward, sum, epsilon, await bfloat16Vector(next)));
  }
  return cast(m.g, normed, 'float32');
}

async function projectHeads(m: Module, config: DecoderStackConfig, x: Value): Promise<Heads> {
  const { heads, keyValueHeads, headSize, rmsNormEpsilon } = config;
  const keys = ['q_proj', 'k_proj', 'v_proj'].map((part) => m.child(part).key('weight'));
  const stacked = await bfloat16Product(m.child('qkv_proj'), x, keys);
  const sizes = [heads, keyValueHeads, keyValueHeads].map((count) => count * headSize);
  const [query, key, value] = split(m.g, stacked, sizes, -1) as [Value, Value, Value];
  const norms = {
    query: await bfloat16Vector(m.child('q_norm')),
    key: await bfloat16Vector(m.child('k_norm')),
    epsilon: rmsNormEpsilon,
  };
  return { query, key, value, scale: 1 / Math.sqrt(headSize), norms };
}

async function feedForward(m: Module, { intermediateSize }: DecoderStackConfig, x: Value): Promise<Value> {
  const keys = ['gate_proj', 'up_proj'].map((part) => m.child(part).key('weight'));
  const both = await bfloat16Product(m.child('gate_up_proj'), x, keys);
  const [gate, up] = split(m.g, both, [intermediateSize, intermediateSize], -1) as [Value, Value];
  return bfloat16Linear(m.child('down_proj'), swiglu(m.g, gate, up));
}
