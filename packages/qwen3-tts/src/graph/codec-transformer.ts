import { inverseFrequencies, linear, reshape, rmsNorm, slice, swiglu, transpose, weightTensor } from './blocks.js';
import { float, type Value } from './builder.js';
import { type DecoderContext, scaledRows } from './codec-decoder.js';
import { float32 } from './tensor.js';

/**
 * The decoder's transformer over frames, `[B, T, latent]` → the same shape. A frame sees `slidingWindow` frames, itself
 * included; keys are kept before rotation, so that positions can start at the oldest kept frame in every run.
 */
export async function codecTransformer(context: DecoderContext, input: Value): Promise<Value> {
  const { g, config, weight, states } = context;
  const { layers, heads, headSize, slidingWindow, rmsNormEpsilon: epsilon } = config;
  const prefix = 'pre_transformer';
  let x = linear(g, input, await weight(`${prefix}.input_proj.weight`), await weight(`${prefix}.input_proj.bias`));
  const caches = Array.from({ length: layers }, (_, layer) => ({
    key: states.growing(`key_${layer}`, [heads, 0, headSize], 2),
    value: states.growing(`value_${layer}`, [heads, 0, headSize], 2),
  }));
  const scalar = g.ints([]);
  const size = (value: Value, axis: number) =>
    g.node('Reshape', [g.node('Shape', [value], { start: axis, end: axis + 1 }), scalar]);
  const past = size(caches[0]!.key.value, 2);
  const total = g.node('Add', [past, size(x, 1)]);
  const keyPositions = g.node('Range', [g.ints(0), total, g.ints(1)]);
  const queryPositions = g.node('Range', [past, total, g.ints(1)]);
  const mask = windowMask(context, queryPositions, keyPositions, slidingWindow);
  const frequencies = g.constant(float32([1, headSize / 2], inverseFrequencies(config.ropeTheta, headSize)));
  const angles = g.node('Mul', [reshape(g, g.node('Cast', [keyPositions], { to: 1 }), [-1, 1]), frequencies]);
  const [cos, sin] = [g.node('Cos', [angles]), g.node('Sin', [angles])];
  const rotate = (value: Value, positions: Value) =>
    g.node('com.microsoft:RotaryEmbedding', [value, g.node('Unsqueeze', [positions, g.ints([0])]), cos, sin]);

  for (const [layer, cache] of caches.entries()) {
    const at = `${prefix}.layers.${layer}`;
    const norm = async (name: string, value: Value) =>
      rmsNorm(g, value, g.weight(`${at}.${name}`, weightTensor(await weight(`${at}.${name}.weight`))), epsilon);
    const project = async (name: string, value: Value) => linear(g, value, await weight(`${at}.${name}.weight`));
    const projectScaled = async (name: string, scale: string, value: Value) =>
      linear(g, value, scaledRows(await weight(`${at}.${name}.weight`), await weight(`${at}.${scale}.scale`)));

    const y = await norm('input_layernorm', x);
    const perHead = async (name: string) =>
      transpose(g, reshape(g, await project(`self_attn.${name}`, y), [0, 0, heads, headSize]), [0, 2, 1, 3]);
    const keys = g.node('Concat', [cache.key.value, await perHead('k_proj')], { axis: 2 });
    const values = g.node('Concat', [cache.value.value, await perHead('v_proj')], { axis: 2 });
    cache.key.keep(slice(g, keys, 2, 1 - slidingWindow));
    cache.value.keep(slice(g, values, 2, 1 - slidingWindow));
    const scores = g.node(
      'com.microsoft:FusedMatMul',
      [rotate(await perHead('q_proj'), queryPositions), rotate(keys, keyPositions)],
      { transB: 1, alpha: float(1 / Math.sqrt(headSize)) },
    );
    const shares = g.node('Softmax', [g.node('Add', [scores, mask])], { axis: -1 });
    const mixed = transpose(g, g.node('MatMul', [shares, values]), [0, 2, 1, 3]);
    const attended = reshape(g, mixed, [0, 0, heads * headSize]);
    x = g.node('Add', [x, await projectScaled('self_attn.o_proj', 'self_attn_layer_scale', attended)]);

    const z = await norm('post_attention_layernorm', x);
    const active = swiglu(g, await project('mlp.gate_proj', z), await project('mlp.up_proj', z));
    x = g.node('Add', [x, await projectScaled('mlp.down_proj', 'mlp_layer_scale', active)]);
  }
  const normed = rmsNorm(
    g,
    x,
    g.weight(`${prefix}.norm`, weightTensor(await weight(`${prefix}.norm.weight`))),
    epsilon,
  );
  return linear(g, normed, await weight(`${prefix}.output_proj.weight`), await weight(`${prefix}.output_proj.bias`));
}

/** 0 for keys in `(query − window, query]`, −1e30 elsewhere: `[queries, keys]` */
function windowMask({ g }: DecoderContext, queries: Value, keys: Value, window: number): Value {
  const distance = g.node('Sub', [reshape(g, queries, [-1, 1]), keys]);
  const near = g.node('Less', [distance, g.ints(window)]);
  const seen = g.node('And', [near, g.node('GreaterOrEqual', [distance, g.ints(0)])]);
  return g.node('Where', [seen, g.scalar(0), g.scalar(-1e30)]);
}
