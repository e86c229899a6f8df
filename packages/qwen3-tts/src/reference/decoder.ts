import type { DecoderStackConfig } from '../checkpoint/config.js';

/** The weights of a stack, by their names below the stack's prefix. */
export interface StackWeights {
  read(name: string): Promise<Float32Array>;
  /** `x [rows, k]` → `x · weightᵀ [rows, n]` */
  multiply(x: Float32Array, name: string, k: number): Promise<Float32Array>;
}

export interface Decoded {
  /** `[rows, hidden]`, after the final norm. */
  readonly hidden: Float32Array;
  /** The largest magnitude in front of each layer's down projection. */
  readonly downPeaks: readonly number[];
}

/**
 * A decoder stack in float32, one weight at a time: `x [rows, hidden]` holds the positions of several sequences one below
 * the other, `lengths` of each. Written from the formulas alone; it shares nothing with the graphs that it checks.
 *
 * A layer is `x += o_proj(attention(norm(x)))`, then `x += down_proj(silu(gate_proj(y)) · up_proj(y))` with `y = norm(x)`.
 */
export async function decode(
  weights: StackWeights,
  config: DecoderStackConfig,
  x: Float32Array,
  lengths: readonly number[],
): Promise<Decoded> {
  const { hiddenSize, intermediateSize, heads, headSize, rmsNormEpsilon } = config;
  const downPeaks: number[] = [];
  for (let i = 0; i < config.layers; i++) {
    const nameOf = (part: string) => `layers.${i}.${part}.weight`;
    const at = (part: string) => weights.read(nameOf(part));
    const project = (part: string, input: Float32Array, width: number) => weights.multiply(input, nameOf(part), width);

    const normed = rmsNorm(x, await at('input_layernorm'), rmsNormEpsilon);
    const query = rmsNorm(
      await project('self_attn.q_proj', normed, hiddenSize),
      await at('self_attn.q_norm'),
      rmsNormEpsilon,
    );
    const key = rmsNorm(
      await project('self_attn.k_proj', normed, hiddenSize),
      await at('self_attn.k_norm'),
      rmsNormEpsilon,
    );
    const value = await project('self_attn.v_proj', normed, hiddenSize);
    const attended = attention(config, query, key, value, lengths);
    add(x, await project('self_attn.o_proj', attended, heads * headSize));

    const after = rmsNorm(x, await at('post_attention_layernorm'), rmsNormEpsilon);
    const gate = await project('mlp.gate_proj', after, hiddenSize);
    const up = await project('mlp.up_proj', after, hiddenSize);
    const inner = up.map((value, j) => (value * gate[j]!) / (1 + Math.exp(-gate[j]!)));
    downPeaks.push(inner.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
    add(x, await project('mlp.down_proj', inner, intermediateSize));
  }
  return { hidden: rmsNorm(x, await weights.read('norm.weight'), rmsNormEpsilon), downPeaks };
}

/** Of each group of `weight.length` values. */
function rmsNorm(x: Float32Array, weight: Float32Array, epsilon: number): Float32Array {
  const width = weight.length;
  const out = new Float32Array(x.length);
  for (let begin = 0; begin < x.length; begin += width) {
    let square = 0;
    for (let i = 0; i < width; i++) square += x[begin + i]! ** 2;
    const scale = 1 / Math.sqrt(square / width + epsilon);
    for (let i = 0; i < width; i++) out[begin + i] = x[begin + i]! * scale * weight[i]!;
  }
  return out;
}

function add(x: Float32Array, y: Float32Array): void {
  for (let i = 0; i < x.length; i++) x[i]! += y[i]!;
}

/** Causal grouped-query attention within each sequence. */
function attention(
  { heads, keyValueHeads, headSize, ropeTheta }: DecoderStackConfig,
  query: Float32Array,
  key: Float32Array,
  value: Float32Array,
  lengths: readonly number[],
): Float32Array {
  const out = new Float32Array(query.length);
  const group = heads / keyValueHeads;
  let begin = 0;
  for (const length of lengths) {
    for (let position = 0; position < length; position++) {
      rotate(query, (begin + position) * heads * headSize, heads, headSize, position, ropeTheta);
      rotate(key, (begin + position) * keyValueHeads * headSize, keyValueHeads, headSize, position, ropeTheta);
    }
    for (let head = 0; head < heads; head++) {
      const keyAt = (position: number) => ((begin + position) * keyValueHeads + Math.floor(head / group)) * headSize;
      for (let position = 0; position < length; position++) {
        const own = ((begin + position) * heads + head) * headSize;
        const scores = Array.from({ length: position + 1 }, (_, other) => {
          let dot = 0;
          for (let i = 0; i < headSize; i++) dot += query[own + i]! * key[keyAt(other) + i]!;
          return dot / Math.sqrt(headSize);
        });
        const largest = Math.max(...scores);
        const weights = scores.map((score) => Math.exp(score - largest));
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        for (const [other, weight] of weights.entries()) {
          for (let i = 0; i < headSize; i++) out[own + i]! += (weight / total) * value[keyAt(other) + i]!;
        }
      }
    }
    begin += length;
  }
  return out;
}

/** Rotary positions, in place: dimension `i` pairs with `i + headSize / 2`. */
function rotate(x: Float32Array, at: number, heads: number, headSize: number, position: number, theta: number): void {
  const half = headSize / 2;
  for (let i = 0; i < half; i++) {
    const angle = position * theta ** (-i / half);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (let head = 0; head < heads; head++) {
      const low = at + head * headSize + i;
      const [a, b] = [x[low]!, x[low + half]!];
      x[low] = a * cos - b * sin;
      x[low + half] = b * cos + a * sin;
    }
  }
}
