import type { Precision } from '@ownvoice/shared/contract/models';
import type { CheckpointConfig, DecoderStackConfig } from '../../checkpoint/config.js';
import { type TensorSource, withRead } from '../../checkpoint/safetensors.js';
import { schemesOf } from './precision.js';
import { WeightLoader } from './weight-loader.js';

/*
 * Blocks of quantized weights and activations share a scale, so a channel that is far larger than its neighbours makes them
 * coarse. A decoder layer has freedom to even that out: a channel between two products can be multiplied by a power of two
 * where it arises when the weights that read it are divided by it, which changes no result. Two checkpoints that differ by
 * such powers become the same one.
 */

/** The weights of the language model as a build at a precision takes them: balanced where it quantizes. */
export function languageModelWeights(
  source: TensorSource,
  config: CheckpointConfig,
  precision: Precision,
): WeightLoader {
  const quantized = schemesOf(precision).length > 0;
  return new WeightLoader(quantized ? balancedSource(source, config) : source, precision);
}

/** Exponents of one layer: a channel is multiplied by `2^-e` where it arises, and by `2^e` where it is read. */
interface LayerBalance {
  /** `[hidden]`: outputs of the norms in front of the attention and of the feed-forward part. */
  readonly attentionInput: Int8Array;
  readonly feedForwardInput: Int8Array;
  /** `[keyValueHeads · headSize]` */
  readonly values: Int8Array;
  /** `[intermediate]`: outputs of `up_proj`. */
  readonly up: Int8Array;
}

interface Stack {
  readonly prefix: string;
  readonly config: DecoderStackConfig;
}

const LAYER_WEIGHT = /^layers\.\d+\./;

/**
 * The weights of a checkpoint as one that computes the same, where each channel between two products is as large as the
 * weights that read it, up to a power of two. Rows of tables stay as they are: no layer has them.
 */
export function balancedSource(source: TensorSource, { talker, codePredictor }: CheckpointConfig): TensorSource {
  const stacks: readonly Stack[] = [
    { prefix: 'talker.model.', config: talker },
    { prefix: 'talker.code_predictor.model.', config: codePredictor },
  ];
  const balances = new Map<string, Promise<LayerBalance>>();
  const balanceOf = (prefix: string, config: DecoderStackConfig) => {
    const balance = balances.get(prefix) ?? measure(source, prefix, config);
    balances.set(prefix, balance);
    return balance;
  };
  return withRead(source, async (name) => {
    const values = await source.read(name);
    const stack = stacks.find(({ prefix }) => name.startsWith(prefix));
    const layer = stack && LAYER_WEIGHT.exec(name.slice(stack.prefix.length))?.[0];
    if (!stack || !layer) return values;
    const prefix = `${stack.prefix}${layer}`;
    const shifts = shiftsOf(await balanceOf(prefix, stack.config), stack.config)[name.slice(prefix.length)];
    return shifts ? scaled(values, ...shifts) : values;
  });
}

/** How the rows and the columns of a layer's weights are scaled. */
function shiftsOf(
  { attentionInput, feedForwardInput, values, up }: LayerBalance,
  config: DecoderStackConfig,
): Readonly<Record<string, readonly [rows: Int8Array, columns: Int8Array]>> {
  return {
    'input_layernorm.weight': [attentionInput, NONE],
    'post_attention_layernorm.weight': [feedForwardInput, NONE],
    'self_attn.q_proj.weight': [NONE, attentionInput],
    'self_attn.k_proj.weight': [NONE, attentionInput],
    'self_attn.v_proj.weight': [values, attentionInput],
    'self_attn.o_proj.weight': [NONE, Int8Array.from(perQueryHead(values, config))],
    'mlp.gate_proj.weight': [NONE, feedForwardInput],
    'mlp.up_proj.weight': [up, feedForwardInput],
    'mlp.down_proj.weight': [NONE, up],
  };
}

async function measure(source: TensorSource, prefix: string, config: DecoderStackConfig): Promise<LayerBalance> {
  const { heads, keyValueHeads, headSize, intermediateSize } = config;
  const read = (name: string) => source.read(`${prefix}${name}.weight`);
  const attentionNorm = await read('input_layernorm');
  const [query, key] = [await read('self_attn.q_proj'), await read('self_attn.k_proj')];
  const value = await read('self_attn.v_proj');
  const outputColumns = columnSquares(await read('self_attn.o_proj'), heads * headSize);
  const group = heads / keyValueHeads;
  const valueReaders = Float64Array.from({ length: keyValueHeads * headSize }, (_, channel) => {
    const first = Math.floor(channel / headSize) * group * headSize + (channel % headSize);
    let sum = 0;
    for (let g = 0; g < group; g++) sum += outputColumns[first + g * headSize]!;
    return sum;
  });

  const feedForwardNorm = await read('post_attention_layernorm');
  const [gate, up] = [await read('mlp.gate_proj'), await read('mlp.up_proj')];
  const gates = rowSquares(gate, feedForwardNorm);
  const products = rowSquares(up, feedForwardNorm).map((square, i) => square * gates[i]!);
  return {
    attentionInput: exponents(squares(attentionNorm), readers([query, key, value], attentionNorm)),
    values: exponents(rowSquares(value, attentionNorm), valueReaders),
    feedForwardInput: exponents(squares(feedForwardNorm), readers([gate, up], feedForwardNorm)),
    up: exponents(products, columnSquares(await read('mlp.down_proj'), intermediateSize)),
  };
}

/** No scaling, of however many rows or columns. */
const NONE = new Int8Array();

/** `matrix [rows, columns]` with row r times `2^-rows[r]` and column c times `2^columns[c]`; a vector is one column. */
function scaled(matrix: Float32Array, rowShifts: Int8Array, columnShifts: Int8Array): Float32Array {
  const columns = columnShifts.length || 1;
  const factors = Float64Array.from({ length: columns }, (_, column) => 2 ** (columnShifts[column] ?? 0));
  const out = new Float32Array(matrix.length);
  for (let i = 0, row = 0; i < out.length; row++) {
    const factor = 2 ** -(rowShifts[row] ?? 0);
    for (let column = 0; column < columns; column++, i++) out[i] = matrix[i]! * factor * factors[column]!;
  }
  return out;
}

/** What belongs to the heads of values, `[keyValueHeads · headSize]`, as each head of queries sees it. */
export function perQueryHead(values: ArrayLike<number>, config: DecoderStackConfig): number[] {
  const { heads, keyValueHeads, headSize } = config;
  const group = heads / keyValueHeads;
  return Array.from({ length: heads * headSize }, (_, channel) => {
    const head = Math.floor(channel / headSize / group);
    return values[head * headSize + (channel % headSize)]!;
  });
}

/**
 * Half the distance between a channel and its readers, by their squares: after it both are about equally large, up to what
 * all channels share. Channels that are alike get the same exponent: the limits between two exponents lie where the
 * fewest channels are, as the mean of their fractions on a circle tells. A channel that is scaled by a power of two keeps its
 * fraction, so that nothing else changes with it.
 */
function exponents(channels: Float64Array, readers: Float64Array): Int8Array {
  const distances = channels.map((channel, i) => Math.log2(channel / readers[i]!) / 4);
  let [x, y] = [0, 0];
  for (const distance of distances.filter(Number.isFinite)) {
    x += Math.cos(2 * Math.PI * distance);
    y += Math.sin(2 * Math.PI * distance);
  }
  const center = Math.atan2(y, x) / (2 * Math.PI);
  return Int8Array.from(distances, (distance) => (Number.isFinite(distance) ? Math.round(distance - center) : 0));
}

const squares = (values: Float32Array) => Float64Array.from(values, (value) => value * value);

/** `‖row ⊙ norm‖²` of each row. */
export function rowSquares(matrix: Float32Array, norm: Float32Array): Float64Array {
  const sums = new Float64Array(matrix.length / norm.length);
  for (let row = 0, i = 0; row < sums.length; row++) {
    let sum = 0;
    for (let column = 0; column < norm.length; column++, i++) sum += (matrix[i]! * norm[column]!) ** 2;
    sums[row] = sum;
  }
  return sums;
}

/** Sum of the squares of each column; every row divided by its `divisors`. */
function columnSquares(matrix: Float32Array, columns: number, divisors?: Float64Array): Float64Array {
  const sums = new Float64Array(columns);
  for (let i = 0, row = 0; i < matrix.length; row++) {
    const divisor = divisors?.[row] ?? 1;
    if (divisor > 0)
      for (let column = 0; column < columns; column++) sums[column]! += matrix[i + column]! ** 2 / divisor;
    i += columns;
  }
  return sums;
}

/** How much is read of each output of a norm: rows count alike, however large they are, because they may be scaled too. */
function readers(matrices: readonly Float32Array[], norm: Float32Array): Float64Array {
  const parts = matrices.map((matrix) => columnSquares(matrix, norm.length, rowSquares(matrix, norm)));
  return Float64Array.from(norm, (_, channel) => parts.reduce((sum, part) => sum + part[channel]!, 0));
}
