import type { CheckpointConfig, DecoderStackConfig } from '../../checkpoint/config.js';
import { perQueryHead, rowSquares } from './balanced-source.js';
import type { WeightLoader } from './weight-loader.js';

/*
 * Half precision holds nothing above 65,504 and little below 6e-8. A decoder layer has freedom that float32 does not
 * need: a channel between two products can be scaled by a power of two when the next weights are scaled back, which
 * changes no result. Which power is chosen from bounds that hold for every input: a norm with scale w returns a vector
 * `x` with `‖x / w‖₂ ≤ √n`, so a product with row r of a matrix is at most `√n ‖r ⊙ w‖₂`.
 */

/** Bounds in this range are left alone: typical values lie far below a bound, and the limit far above. */
const LEAST = 2 ** 3;
const MOST = 2 ** 12;
/** Where a bound outside the range is moved: at an end of it the weights that take the value could be subnormal. */
const MIDDLE = 2 ** 7;
/** What a sum may reach before it is rounded to half precision. */
const LARGEST = 2 ** 15;

/** The exponents of two of one layer: a value is multiplied by `2^-e` where it arises, and by `2^e` where it is used. */
export type LayerRange = Awaited<ReturnType<typeof layerRange>>['range'];
/** The exponents of a decoder stack. */
export type StackRange = Awaited<ReturnType<typeof stackRange>>;
/** The exponents of the language model's two stacks. */
export type ModelRange = NonNullable<Awaited<ReturnType<typeof modelRange>>>;

/** Undefined at the precisions that compute in another type. */
export async function modelRange(weights: WeightLoader, config: CheckpointConfig) {
  if (weights.stackType !== 'float16') return undefined;
  return {
    talker: await stackRange(weights, 'talker.model.', config.talker),
    predictor: await stackRange(weights, 'talker.code_predictor.model.', config.codePredictor),
  };
}

/** Chooses the exponents for the stack whose weights are called `${prefix}layers.0.…`. */
async function stackRange(weights: WeightLoader, prefix: string, config: DecoderStackConfig) {
  const layers: LayerRange[] = [];
  let largest = 0;
  for (let layer = 0; layer < config.layers; layer++) {
    const { range, output } = await layerRange(weights, `${prefix}layers.${layer}.`, config);
    layers.push(range);
    largest = Math.max(largest, output);
  }
  return {
    layers,
    /** The residual sum is kept at `2^-residual` of its value, in float32: norms cancel the factor. */
    residual: Math.max(0, exponentAbove(largest, LARGEST)),
  };
}

async function layerRange(weights: WeightLoader, prefix: string, config: DecoderStackConfig) {
  const { headSize } = config;
  const read = async (name: string) => (await weights.read(`${prefix}${name}.weight`)).values;

  const attentionNorm = await read('input_layernorm');
  /** `√n ‖row ⊙ norm‖₂` of each row. */
  const bounds = async (name: string, norm: Float32Array) =>
    rowSquares(await read(name), norm).map((square) => Math.sqrt(norm.length * square));
  const queries = perHead(await bounds('self_attn.q_proj', attentionNorm), headSize);
  const keys = perHead(await bounds('self_attn.k_proj', attentionNorm), headSize);
  const valueBounds = await bounds('self_attn.v_proj', attentionNorm);
  const attended = Float64Array.from(perQueryHead(valueBounds, config));
  const values = Int8Array.from(attended, shift);

  const feedForwardNorm = await read('post_attention_layernorm');
  const gateBounds = await bounds('mlp.gate_proj', feedForwardNorm);
  const upBounds = await bounds('mlp.up_proj', feedForwardNorm);
  const products = upBounds.map((bound, i) => bound * gateBounds[i]!);
  // Both the product and its factor have to fit.
  const up = Int8Array.from(products, (bound, i) => Math.max(shift(bound), exponentAbove(upBounds[i]!, LARGEST)));

  const [attentionOutput, feedForwardOutput] = [await read('self_attn.o_proj'), await read('mlp.down_proj')];
  const normBounds = (norm: Float32Array) =>
    Int8Array.from(norm, (weight) => shift(Math.sqrt(norm.length) * Math.abs(weight)));
  const norms = { query: await read('self_attn.q_norm'), key: await read('self_attn.k_norm') };
  return {
    range: {
      /** `[hidden]`: outputs of the norm in front of the attention, and of the one in front of the feed-forward part. */
      attentionInput: normBounds(attentionNorm),
      feedForwardInput: normBounds(feedForwardNorm),
      /** `[heads]` and `[keyValueHeads]`: queries and keys in front of their norms, which cancel the factors. */
      queries: Int8Array.from(queries, (bound) => Math.max(0, exponentAbove(bound, LARGEST))),
      keys: Int8Array.from(keys, (bound) => Math.max(0, exponentAbove(bound, LARGEST))),
      /** Keys behind their norm; queries take the opposite. */
      scores: scoreShift(largestOf(norms.query), largestOf(norms.key), headSize),
      /** `[heads · headSize]`: the values as each head of queries sees them. */
      values,
      /** `[intermediate]`: outputs of `up_proj`. */
      up,
      /** Weights of `o_proj` and of `down_proj`. */
      attentionOutput: weightShift(attentionOutput, values),
      feedForwardOutput: weightShift(feedForwardOutput, up),
      /** A gate can exceed half precision, so that gate and up are computed in float32. */
      wideGate: largestOf(gateBounds) > LARGEST,
    },
    output: Math.max(largestSum(attentionOutput, attended), largestSum(feedForwardOutput, products)),
  };
}

/** The largest bound in each head. */
function perHead(bounds: Float64Array, headSize: number): Float64Array {
  return Float64Array.from({ length: bounds.length / headSize }, (_, head) =>
    largestOf(bounds.subarray(head * headSize, (head + 1) * headSize)),
  );
}

/** The largest `Σ_c |matrix[r, c]| · bounds[c]` of any row. */
function largestSum(matrix: Float32Array, bounds: Float64Array): number {
  let largest = 0;
  for (let row = 0; row < matrix.length; row += bounds.length) {
    const sum = bounds.reduce((total, bound, column) => total + Math.abs(matrix[row + column]!) * bound, 0);
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** The exponent that makes `matrix[r, c] · 2^columns[c]` fit. */
function weightShift(matrix: Float32Array, columns: ArrayLike<number>): number {
  const largest = matrix.reduce(
    (most, value, i) => Math.max(most, Math.abs(value) * 2 ** columns[i % columns.length]!),
    0,
  );
  return Math.max(0, exponentAbove(largest, LARGEST));
}

/** The exponent that brings a bound to the middle of the range that is left alone; 0 inside the range. */
function shift(bound: number): number {
  if (bound > MOST) return exponentAbove(bound, MIDDLE);
  if (bound > 0 && bound < LEAST) return -exponentAbove(MIDDLE, bound);
  return 0;
}

/** Keys and queries behind their norms: where one of them is out of range, both become equally large. */
function scoreShift(query: number, key: number, headSize: number): number {
  const outside = [query, key].some((weight) => shift(weight * Math.sqrt(headSize)) !== 0);
  return outside && query > 0 && key > 0 ? Math.round(Math.log2(key / query) / 2) : 0;
}

/** The least whole e with `value ≤ limit · 2^e`. */
function exponentAbove(value: number, limit: number): number {
  return value > 0 ? Math.ceil(Math.log2(value / limit)) : 0;
}

function largestOf(values: Iterable<number>): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
}
