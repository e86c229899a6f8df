import type { WeightEdit } from './edited-checkpoint.js';

/** What some rows or columns of a weight are multiplied by, by the end of its name. */
type SpikedWeights = Readonly<
  Record<string, { readonly rows?: readonly number[]; readonly columns?: readonly number[]; readonly by: number }>
>;

const HUGE = 2 ** 20;
const channel = [3];
/** Changes that leave the function as it is: what one weight gains the next one loses. */
export const SAME_FUNCTION = {
  'before a down projection': {
    'layers.1.mlp.up_proj.weight': { rows: channel, by: HUGE },
    'layers.1.mlp.down_proj.weight': { columns: channel, by: 1 / HUGE },
  },
  'far too small before a down projection': {
    'layers.1.mlp.up_proj.weight': { rows: channel, by: 1 / HUGE },
    'layers.1.mlp.down_proj.weight': { columns: channel, by: HUGE },
  },
  'behind the norm of the attention': {
    'layers.0.input_layernorm.weight': { rows: channel, by: HUGE },
    'layers.0.self_attn.q_proj.weight': { columns: channel, by: 1 / HUGE },
    'layers.0.self_attn.k_proj.weight': { columns: channel, by: 1 / HUGE },
    'layers.0.self_attn.v_proj.weight': { columns: channel, by: 1 / HUGE },
  },
  'behind the norm of the feed-forward part': {
    'layers.0.post_attention_layernorm.weight': { rows: channel, by: HUGE },
    'layers.0.mlp.gate_proj.weight': { columns: channel, by: 1 / HUGE },
    'layers.0.mlp.up_proj.weight': { columns: channel, by: 1 / HUGE },
  },
  'in a channel of the values': {
    'talker.model.layers.1.self_attn.v_proj.weight': { rows: channel, by: HUGE },
    // Two heads of queries, 32 wide, share the first head of values.
    'talker.model.layers.1.self_attn.o_proj.weight': { columns: [3, 35], by: 1 / HUGE },
  },
  'in the keys, behind their norm': {
    'layers.0.self_attn.k_norm.weight': { by: HUGE },
    'layers.0.self_attn.q_norm.weight': { by: 1 / HUGE },
  },
  'in the queries, behind their norm': {
    'layers.0.self_attn.k_norm.weight': { by: 1 / HUGE },
    'layers.0.self_attn.q_norm.weight': { by: HUGE },
  },
} as const;

/** Changes that change the function. */
export const OTHER_FUNCTION = [
  [
    'in queries and keys, in front of their norms',
    { 'layers.0.self_attn.q_proj.weight': { by: HUGE }, 'layers.0.self_attn.k_proj.weight': { by: HUGE } },
  ],
  [
    'in the attention scores',
    { 'layers.0.self_attn.q_norm.weight': { by: 2 ** 10 }, 'layers.0.self_attn.k_norm.weight': { by: 2 ** 10 } },
  ],
  ['in the values', { 'layers.1.self_attn.v_proj.weight': { by: HUGE } }],
  ['in a gate', { 'layers.1.mlp.gate_proj.weight': { rows: channel, by: HUGE } }],
  ['in all of a feed-forward part', { 'layers.1.mlp.up_proj.weight': { by: HUGE } }],
  ['in a residual sum', { 'layers.0.self_attn.o_proj.weight': { by: HUGE } }],
  ['in the logits', { 'codec_head.weight': { by: HUGE }, 'lm_head.3.weight': { by: HUGE } }],
] as const;

/** Several of these in one checkpoint. */
export const plantedSpikes = (...names: readonly (typeof OTHER_FUNCTION)[number][0][]): SpikedWeights =>
  Object.assign({}, ...OTHER_FUNCTION.filter(([name]) => names.includes(name)).map(([, weights]) => weights));

/** Multiplies some of a weight's rows or columns. */
export const scaled =
  (weights: SpikedWeights): WeightEdit =>
  (name, values, shape) => {
    const entry = Object.entries(weights).find(([suffix]) => name.endsWith(suffix));
    if (!entry || !name.startsWith('talker.')) return;
    const { rows, columns, by } = entry[1];
    const width = shape.length === 1 ? 1 : shape[1]!;
    for (let i = 0; i < values.length; i++) {
      const chosen = (rows ?? [Math.floor(i / width)]).includes(Math.floor(i / width));
      if (chosen && (columns ?? [i % width]).includes(i % width)) values[i]! *= by;
    }
  };

/** The largest difference, in terms of the largest value. */
export function relativeError(found: Float32Array, exact: Float32Array): number {
  const largest = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return exact.reduce((most, value, i) => Math.max(most, Math.abs(value - found[i]!)), 0) / largest;
}
