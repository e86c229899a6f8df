import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';
import { float16, float32, type Tensor } from '../onnx/tensor.js';
import type { LayerRange, StackRange } from '../weights/half-range.js';
import type { Attention, Heads } from './heads.js';
import type { Module } from './module.js';
import { addAndRmsNorm, rmsNorm } from './norm.js';
import { cast, split } from './operators.js';
import { swiglu } from './swiglu.js';

/**
 * {@link decoderStack} with products in half precision that cannot overflow, see `../weights/half-range.ts`: `x` and the
 * result are float32, as are residual sums and norms. Heads come to the attention in half precision, not yet normalised, and
 * the attention returns half precision.
 */
export async function halfDecoderStack(
  m: Module,
  config: DecoderStackConfig,
  x: Value,
  attention: Attention,
  { layers, residual }: StackRange,
): Promise<Value> {
  // The sum is kept smaller by this factor, and ε with it.
  const factor = 2 ** -residual;
  const epsilon = config.rmsNormEpsilon * factor ** 2;
  const layerAt = (layer: number) => m.child(`layers.${layer}`);
  const norm = (layer: number) => layerAt(layer).child('input_layernorm');
  let sum = residual === 0 ? x : m.g.node('Mul', [x, m.g.scalar(factor)]);
  let normed = await rmsNorm(norm(0), sum, epsilon, await shiftedNorm(norm(0), layers[0]!.attentionInput));
  for (const [i, range] of layers.entries()) {
    const layer = layerAt(i);
    const attn = layer.child('self_attn', 'attn');
    const attended = attention(attn.g, i, await projectHeads(attn, config, normed, range));
    const output = await residualProduct(attn.child('o_proj'), attended, range.values, range.attentionOutput, factor);
    const between = layer.child('post_attention_layernorm');
    const inner = await shiftedNorm(between, range.feedForwardInput);
    ({ sum, normed } = await addAndRmsNorm(between, output, sum, epsilon, inner));
    const fedForward = await feedForward(layer.child('mlp'), normed, range, factor);
    const next = layers[i + 1];
    const last = next ? norm(i + 1) : m.child('norm');
    const scale = next && (await shiftedNorm(last, next.attentionInput));
    ({ sum, normed } = await addAndRmsNorm(last, fedForward, sum, epsilon, scale));
  }
  return normed;
}

async function projectHeads(m: Module, config: DecoderStackConfig, x: Value, range: LayerRange): Promise<Heads> {
  const { g } = m;
  const { heads, keyValueHeads, headSize, rmsNormEpsilon } = config;
  const rows = [
    ...Array.from(range.queries, (e) => new Array<number>(headSize).fill(e)).flat(),
    ...Array.from(range.keys, (e) => new Array<number>(headSize).fill(e)).flat(),
    ...valuesOnce(range, config),
  ];
  const keys = ['q_proj', 'k_proj', 'v_proj'].map((part) => m.child(part).key('weight'));
  const weight = await matrix(m.child('qkv_proj'), keys, range.attentionInput, rows);
  const stacked = m.child('qkv_proj').g.node('MatMul', [cast(g, x, 'float16'), weight]);
  const sizes = [heads, keyValueHeads, keyValueHeads].map((count) => count * headSize);
  const [query, key, value] = split(g, stacked, sizes, -1) as [Value, Value, Value];
  const headNorm = (name: string, shift: number) => {
    const norm = m.child(name);
    return norm.derived('weight_half', async () => {
      const { shape, values } = await norm.read('weight');
      return float16(
        shape,
        values.map((weight) => weight * 2 ** -shift),
      );
    });
  };
  const norms = {
    query: await headNorm('q_norm', -range.scores),
    key: await headNorm('k_norm', range.scores),
    epsilon: rmsNormEpsilon,
  };
  return { query, key, value, scale: 1 / Math.sqrt(headSize), norms };
}

async function feedForward(m: Module, x: Value, range: LayerRange, factor: number): Promise<Value> {
  const { g } = m;
  const size = range.up.length;
  const rows = [...new Array<number>(size).fill(0), ...range.up];
  const stacked = m.child('gate_up_proj');
  const keys = ['gate_proj', 'up_proj'].map((part) => m.child(part).key('weight'));
  const make = range.wideGate ? float32 : float16;
  const weight = await matrix(stacked, keys, range.feedForwardInput, rows, make);
  const both = stacked.g.node('MatMul', [range.wideGate ? x : cast(g, x, 'float16'), weight]);
  const [gate, up] = split(g, both, [size, size], -1) as [Value, Value];
  const active = swiglu(g, gate, up);
  const narrow = range.wideGate ? cast(g, active, 'float16') : active;
  return residualProduct(m.child('down_proj'), narrow, range.up, range.feedForwardOutput, factor);
}

/** `factor · x Wᵀ` in float32; the factor is applied before the product is rounded to half precision. */
async function residualProduct(m: Module, x: Value, columns: Int8Array, shift: number, factor: number): Promise<Value> {
  const weight = await matrix(
    m,
    [m.key('weight')],
    columns.map((e) => e - shift),
  );
  const product = m.g.node('com.microsoft:FusedMatMul', [x, weight], { alpha: float(factor * 2 ** shift) });
  return cast(m.g, product, 'float32');
}

/** The weights of `keys`, stacked and transposed to `[in, out]`: row r times `2^-rows[r]`, column c times `2^columns[c]`. */
async function matrix(
  m: Module,
  keys: readonly string[],
  columns: Int8Array,
  rows: readonly number[] = [],
  make: (shape: readonly number[], values: Float32Array) => Tensor = float16,
): Promise<Value> {
  return m.derived('weight_shifted', async () => {
    const { shape, values } = await m.weights.readStacked(keys);
    const [height, width] = shape as [number, number];
    const out = new Float32Array(values.length);
    for (let r = 0; r < height; r++) {
      const row = 2 ** -(rows[r] ?? 0);
      for (let c = 0; c < width; c++) out[c * height + r] = values[r * width + c]! * row * 2 ** columns[c]!;
    }
    return make([width, height], out);
  });
}

/** The scale of a norm whose output i is multiplied by `2^-shift[i]`. */
async function shiftedNorm(m: Module, shift: Int8Array): Promise<Value> {
  return m.derived('weight_shifted', async () => {
    const { shape, values } = await m.read('weight');
    return float32(
      shape,
      values.map((weight, i) => weight * 2 ** -shift[i]!),
    );
  });
}

/** The exponents of the heads of values: each serves a group of heads of queries. */
function valuesOnce({ values }: LayerRange, { heads, keyValueHeads, headSize }: DecoderStackConfig): number[] {
  const group = heads / keyValueHeads;
  return Array.from(values).filter((_, channel) => Math.floor(channel / headSize) % group === 0);
}
