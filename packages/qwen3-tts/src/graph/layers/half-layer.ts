import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';
import { float16, float32, type Tensor } from '../onnx/tensor.js';
import type { LayerRange, StackRange } from '../weights/half-range.js';
import { type Heads, normalizedHeads } from './heads.js';
import type { Module } from './module.js';
import { cast, reshape, split, swiglu, transpose } from './operators.js';

/*
 * The parts of a layer of `decoder-stack.ts` with products in half precision that cannot overflow, see
 * `../weights/half-range.ts`. Heads come to the attention in half precision, not yet normalized, and the attention returns half
 * precision. On WebGPU products alone are in half precision, and what they return is float32.
 */

/** The exponents of one layer, and of the residual sum. */
type HalfLayer = LayerRange & Pick<StackRange, 'residual'>;

export async function halfHeads(m: Module, config: DecoderStackConfig, x: Value, range: LayerRange): Promise<Heads> {
  const { g } = m;
  const { heads, keyValueHeads, headSize, rmsNormEpsilon } = config;
  const rows = [
    ...Array.from(range.queries, (e) => new Array<number>(headSize).fill(e)).flat(),
    ...Array.from(range.keys, (e) => new Array<number>(headSize).fill(e)).flat(),
    ...valuesOnce(range, config),
  ];
  const keys = ['q_proj', 'k_proj', 'v_proj'].map((part) => m.child(part).key('weight'));
  const stacked = await halfProduct(m.child('qkv_proj'), x, { keys, columns: range.attentionInput, rows });
  if (m.weights.attentionType === 'float32') return normalizedHeads(m, config, stacked);
  const sizes = [heads, keyValueHeads, keyValueHeads].map((count) => count * headSize);
  const [query, key, value] = split(g, stacked, sizes, -1) as [Value, Value, Value];
  const headNorm = (name: string, shift: number) =>
    m.child(name).reweighted('weight_half', (weight) => weight * 2 ** -shift, float16);
  const norms = {
    query: await headNorm('q_norm', -range.scores),
    key: await headNorm('k_norm', range.scores),
    epsilon: rmsNormEpsilon,
  };
  return { query, key, value, scale: 1 / Math.sqrt(headSize), norms };
}

export function halfOutput(
  m: Module,
  attended: Value,
  { values, attentionOutput, residual }: HalfLayer,
): Promise<Value> {
  return residualProduct(m.child('o_proj'), attended, values, { shift: attentionOutput, residual });
}

export async function halfFeedForward(m: Module, x: Value, range: HalfLayer): Promise<Value> {
  const { g } = m;
  const size = range.up.length;
  const rows = [...new Array<number>(size).fill(0), ...range.up];
  const keys = ['gate_proj', 'up_proj'].map((part) => m.child(part).key('weight'));
  const wide = range.wideGate;
  const both = await halfProduct(m.child('gate_up_proj'), x, { keys, columns: range.feedForwardInput, rows, wide });
  const [gate, up] = split(g, both, [size, size], -1) as [Value, Value];
  const active = swiglu(g, gate, up);
  const narrow = wide && !m.weights.sumsInHalf ? cast(g, active, 'float16') : active;
  return residualProduct(m.child('down_proj'), narrow, range.up, {
    shift: range.feedForwardOutput,
    residual: range.residual,
  });
}

/** The scale of a norm whose output i is multiplied by `2^-shift[i]`. */
export function shiftedNorm(m: Module, shift: Int8Array): Promise<Value> {
  return m.reweighted('weight_shifted', (weight, i) => weight * 2 ** -shift[i]!);
}

/** The exponents of the heads of values: each serves a group of heads of queries. */
function valuesOnce({ values }: LayerRange, { heads, keyValueHeads, headSize }: DecoderStackConfig): number[] {
  const group = heads / keyValueHeads;
  return Array.from(values).filter((_, channel) => Math.floor(channel / headSize) % group === 0);
}

/*
 * Products whose weights are stored in half precision. CUDA adds up in float32 and rounds the sum. WebGPU's kernel rounds after
 * every addition, which costs 0.5 to 1 % at the widths of the released models; there a product is cut into pieces, whose
 * sums are added up in float32: y = Σ_i x_i W_i, with x_i `[..., 64]` and W_i `[64, out]`.
 */

/** Of a sum that is rounded after every addition. */
const LONGEST_PIECE = 64;

/** Weights by powers of two: row r of `keys`, one below the other, times `2^-rows[r]`, column c times `2^columns[c]`. */
interface ShiftedWeight {
  readonly keys: readonly string[];
  readonly columns: Int8Array;
  readonly rows?: readonly number[];
  /** Stored, and computed, in float32. */
  readonly wide?: boolean;
}

/** `x Wᵀ` for x in float32 → float32 on WebGPU and where the weight is wide, else float16. */
async function halfProduct(m: Module, x: Value, weight: ShiftedWeight): Promise<Value> {
  if (weight.wide) return m.g.node('MatMul', [x, await stored(m, weight)]);
  const narrow = cast(m.g, x, 'float16');
  return m.weights.sumsInHalf
    ? productInPieces(m, narrow, weight)
    : m.g.node('MatMul', [narrow, await stored(m, weight)]);
}

/**
 * `2^(shift − residual) · x Wᵀ` in float32, which is at most 2^15. The weight is stored with `2^-shift`. What is above 1 of the
 * factor is applied behind the product and the rest in front of it, so that no piece of it is too large.
 */
async function residualProduct(
  m: Module,
  x: Value,
  columns: Int8Array,
  { shift, residual }: { readonly shift: number; readonly residual: number },
): Promise<Value> {
  const { g } = m;
  const weight = { keys: [m.key('weight')], columns: columns.map((e) => e - shift) };
  const factor = 2 ** (shift - residual);
  if (!m.weights.sumsInHalf) {
    const product = g.node('com.microsoft:FusedMatMul', [x, await stored(m, weight)], { alpha: float(factor) });
    return cast(g, product, 'float32');
  }
  const input = factor < 1 ? g.node('Mul', [x, g.scalar(factor)]) : x;
  const product = await productInPieces(m, cast(g, input, 'float16'), weight);
  return factor > 1 ? g.node('Mul', [product, g.scalar(factor)]) : product;
}

/** `x [B, S, in]` float16 → `[B, S, out]` float32 */
async function productInPieces(m: Module, x: Value, weight: ShiftedWeight): Promise<Value> {
  const { g } = m;
  const [out, width] = m.weights.stackedShape(weight.keys);
  const length = pieceLength(width);
  const pieces = width / length;
  const inPieces = transpose(g, reshape(g, x, [0, 0, pieces, length]), [2, 0, 1, 3]);
  const products = g.node('MatMul', [inPieces, await stored(m, weight, [pieces, 1, length, out])]);
  return g.node('ReduceSum', [cast(g, products, 'float32'), g.ints([0])], { keepdims: 0 });
}

/** The largest power of two that divides a width, up to the longest piece. */
function pieceLength(width: number): number {
  let length = LONGEST_PIECE;
  while (width % length !== 0) length /= 2;
  return length;
}

/** Transposed, `[in, out]`; `shape`: as the graph takes it. */
async function stored(
  m: Module,
  { keys, columns, rows = [], wide = false }: ShiftedWeight,
  shape?: readonly number[],
): Promise<Value> {
  const make = async (): Promise<Tensor> => {
    const { shape, values } = await m.weights.readStacked(keys);
    const [height, width] = shape as [number, number];
    const out = new Float32Array(values.length);
    for (let r = 0; r < height; r++) {
      const row = 2 ** -(rows[r] ?? 0);
      for (let c = 0; c < width; c++) out[c * height + r] = values[r * width + c]! * row * 2 ** columns[c]!;
    }
    return (wide ? float32 : float16)([width, height], out);
  };
  return m.derived('weight_shifted', make, m.g, shape);
}
