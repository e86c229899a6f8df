import type { Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';
import { float16, float32, type Tensor } from '../onnx/tensor.js';
import type { Module } from './module.js';
import { cast, reshape, transpose } from './operators.js';

/*
 * Products whose weights are stored in half precision. CUDA adds up in float32 and rounds the sum. WebGPU's kernel rounds after
 * every addition, which costs 0.5 to 1 % at the widths of the released models; there a product is cut into pieces, whose
 * sums are added up in float32: y = Σ_i x_i W_i, with x_i `[..., 64]` and W_i `[64, out]`.
 */

/** Of a sum that is rounded after every addition. */
const LONGEST_PIECE = 64;

/** Weights by powers of two: row r of `keys`, one below the other, times `2^-rows[r]`, column c times `2^columns[c]`. */
export interface ShiftedWeight {
  readonly keys: readonly string[];
  readonly columns: Int8Array;
  readonly rows?: readonly number[];
  /** Stored, and computed, in float32. */
  readonly wide?: boolean;
}

/** `x Wᵀ` for x in float32 → float32 on WebGPU and where the weight is wide, else float16. */
export async function halfProduct(m: Module, x: Value, weight: ShiftedWeight): Promise<Value> {
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
export async function residualProduct(
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
