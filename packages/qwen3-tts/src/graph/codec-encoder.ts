import type { CodecEncoderConfig } from '../checkpoint/codec-config.js';
import { conv1d, inverseFrequencies, layerNorm, reshape, rotateHalves, transpose } from './blocks.js';
import { GraphBuilder, type Value, type WeightSink } from './builder.js';
import { float32 } from './tensor.js';
import type { WeightLoader } from './weights.js';

const PREFIX = 'encoder.';
const SMALLEST_USAGE = 1e-5;

/** Samples from one feature vector of the convolutions to the next. */
export function featureStride(config: CodecEncoderConfig): number {
  return config.upsamplingRatios.reduce((product, ratio) => product * ratio, 1);
}

/**
 * Feature vectors before the one it belongs to that a sample can still reach: whoever encodes a long signal piece by
 * piece repeats that many strides and drops their features.
 */
export function featureContext(config: CodecEncoderConfig): number {
  let reach = config.kernelSize - 1;
  let stride = 1;
  for (const ratio of [...config.upsamplingRatios].reverse()) {
    for (let unit = 0; unit < config.residualLayers; unit++) {
      reach += (config.residualKernelSize - 1) * config.dilationGrowth ** unit * stride;
    }
    reach += ratio * stride;
    stride *= ratio;
  }
  reach += (config.lastKernelSize - 1) * stride;
  return Math.ceil(reach / stride);
}

/**
 * The convolutions of the codec's encoder (Mimi): `waveform [1, 1, samples]` float32 at 24 kHz →
 * `features [1, hidden, ceil(samples / stride)]`. Causal, so a signal can be encoded in pieces.
 *
 * @see https://arxiv.org/abs/2410.00037
 */
export async function codecFeaturesGraph(
  weights: WeightLoader,
  config: CodecEncoderConfig,
  sink: WeightSink,
): Promise<GraphBuilder> {
  const g = GraphBuilder.create('codec_features', sink);
  let x = g.input('waveform', 'float32', [1, 1, 'samples']);
  let layer = 0;
  const convolve = async (input: Value, stride: number) =>
    causalConvolution(g, weights, input, `encoder.layers.${layer}.conv`, { stride });
  x = await convolve(x, 1);
  for (const ratio of [...config.upsamplingRatios].reverse()) {
    for (let unit = 0; unit < config.residualLayers; unit++) {
      layer++;
      x = await residualUnit(g, weights, x, `encoder.layers.${layer}`, config.dilationGrowth ** unit);
    }
    layer += 2;
    x = await convolve(g.node('Elu', [x]), ratio);
  }
  layer += 2;
  x = await convolve(g.node('Elu', [x]), 1);
  g.output(x, 'features', 'float32', [1, config.hiddenSize, 'positions']);
  return g;
}

/**
 * The rest of it: `features [1, hidden, positions]`, of the whole signal → `codes [frames, quantizers]` int64, where
 * two positions make a frame.
 */
export async function codecQuantizerGraph(
  weights: WeightLoader,
  config: CodecEncoderConfig,
  sink: WeightSink,
): Promise<GraphBuilder> {
  const g = GraphBuilder.create('codec_quantizer', sink);
  const features = g.input('features', 'float32', [1, config.hiddenSize, 'positions']);
  const attended = await transformer(g, weights, config, transpose(g, features, [0, 2, 1]));
  const frames = await causalConvolution(g, weights, transpose(g, attended, [0, 2, 1]), 'downsample.conv', {
    stride: 2,
    padding: 'edge',
  });
  const semantic = await quantize(g, weights, frames, 'quantizer.semantic_residual_vector_quantizer', 1);
  const acoustic = await quantize(
    g,
    weights,
    frames,
    'quantizer.acoustic_residual_vector_quantizer',
    config.quantizers - 1,
  );
  g.output(g.node('Concat', [...semantic, ...acoustic], { axis: 1 }), 'codes', 'int64', ['frames', config.quantizers]);
  return g;
}

interface CausalConvolution {
  readonly stride?: number;
  readonly dilation?: number;
  readonly padding?: 'constant' | 'edge';
}

/** `ceil(length / stride)` outputs: everything before the input, and what the last stride lacks after it, is padded. */
async function causalConvolution(
  g: GraphBuilder,
  weights: WeightLoader,
  x: Value,
  name: string,
  { stride = 1, dilation = 1, padding = 'constant' }: CausalConvolution,
): Promise<Value> {
  const weight = await weights.read(`${PREFIX}${name}.weight`);
  const bias = weights.has(`${PREFIX}${name}.bias`) ? await weights.read(`${PREFIX}${name}.bias`) : undefined;
  const left = ((weight.shape[2] ?? 1) - 1) * dilation + 1 - stride;
  if (stride === 1) return conv1d(g, x, { weight, bias, dilation, padding: [left, 0] });
  const length = g.node('Shape', [x], { start: 2, end: 3 });
  const right = g.node('Mod', [g.node('Neg', [length]), g.ints([stride])]);
  const pads = g.node('Concat', [g.ints([0, 0, left, 0, 0]), right], { axis: 0 });
  return conv1d(g, g.node('Pad', [x, pads], { mode: padding }), { weight, bias, stride, dilation });
}

async function residualUnit(g: GraphBuilder, weights: WeightLoader, x: Value, name: string, dilation: number) {
  const narrow = await causalConvolution(g, weights, g.node('Elu', [x]), `${name}.block.1.conv`, { dilation });
  const wide = await causalConvolution(g, weights, g.node('Elu', [narrow]), `${name}.block.3.conv`, {});
  return g.node('Add', [x, wide]);
}

/** Pre-norm layers with full causal attention: the configured window is not applied by the official default either. */
async function transformer(g: GraphBuilder, weights: WeightLoader, config: CodecEncoderConfig, input: Value) {
  const positions = g.node('Range', [
    g.ints(0),
    g.node('Squeeze', [g.node('Shape', [input], { start: 1, end: 2 }), g.ints([0])]),
    g.ints(1),
  ]);
  const rotation = rotaryTables(g, config, positions);
  const hidden = causalMask(g, positions);
  let x = input;
  for (let layer = 0; layer < config.layers; layer++) {
    const name = `encoder_transformer.layers.${layer}`;
    const read = (part: string) => weights.read(`${PREFIX}${name}.${part}`);
    const normed = async (norm: string) =>
      layerNorm(g, x, await read(`${norm}.weight`), await read(`${norm}.bias`), config.layerNormEpsilon);
    const scaled = async (y: Value, scale: string) =>
      g.node('Mul', [y, await weights.vector(g, `${PREFIX}${name}.${scale}.scale`)]);
    const linear = (y: Value, part: string) => weights.linear(g, y, [`${PREFIX}${name}.${part}.weight`]);

    const query = await normed('input_layernorm');
    const attended = await attention(g, config, query, rotation, hidden, (y, part) => linear(y, `self_attn.${part}`));
    x = g.node('Add', [x, await scaled(attended, 'self_attn_layer_scale')]);
    const inner = g.node('Gelu', [await linear(await normed('post_attention_layernorm'), 'mlp.fc1')]);
    x = g.node('Add', [x, await scaled(await linear(inner, 'mlp.fc2'), 'mlp_layer_scale')]);
  }
  return x;
}

interface Rotation {
  readonly cos: Value;
  readonly sin: Value;
}

function rotaryTables(g: GraphBuilder, config: CodecEncoderConfig, positions: Value): Rotation {
  const frequencies = inverseFrequencies(config.ropeTheta, config.headSize);
  const column = g.node('Unsqueeze', [g.node('Cast', [positions], { to: 1 }), g.ints([1])]);
  const angles = g.node('Mul', [column, g.constant(float32([frequencies.length], frequencies))]);
  return { cos: g.node('Cos', [angles]), sin: g.node('Sin', [angles]) };
}

/** `[T, T]` bool, true where a key lies after its query. */
function causalMask(g: GraphBuilder, positions: Value): Value {
  const queries = g.node('Unsqueeze', [positions, g.ints([1])]);
  const keys = g.node('Unsqueeze', [positions, g.ints([0])]);
  return g.node('Greater', [keys, queries]);
}

async function attention(
  g: GraphBuilder,
  { heads, headSize }: CodecEncoderConfig,
  x: Value,
  { cos, sin }: Rotation,
  hidden: Value,
  project: (x: Value, part: string) => Promise<Value>,
): Promise<Value> {
  const byHead = async (part: string) =>
    transpose(g, reshape(g, await project(x, part), [0, 0, heads, headSize]), [0, 2, 1, 3]);
  const query = rotateHalves(g, await byHead('q_proj'), cos, sin, headSize);
  const key = rotateHalves(g, await byHead('k_proj'), cos, sin, headSize);
  const value = await byHead('v_proj');
  const products = g.node('MatMul', [query, transpose(g, key, [0, 1, 3, 2])]);
  const scores = g.node('Mul', [products, g.scalar(headSize ** -0.5)]);
  const masked = g.node('Where', [hidden, g.scalar(Number.NEGATIVE_INFINITY), scores]);
  const mixed = g.node('MatMul', [g.node('Softmax', [masked], { axis: -1 }), value]);
  return project(reshape(g, transpose(g, mixed, [0, 2, 1, 3]), [0, 0, heads * headSize]), 'o_proj');
}

/** Nearest entry of each codebook in turn, of what the ones before left over. → `[frames, 1]` int64 for each */
async function quantize(g: GraphBuilder, weights: WeightLoader, frames: Value, name: string, codebooks: number) {
  const weight = await weights.read(`${PREFIX}${name}.input_proj.weight`);
  const projected = transpose(g, conv1d(g, frames, { weight }), [0, 2, 1]);
  let residual = g.node('Squeeze', [projected, g.ints([0])]);
  const codes: Value[] = [];
  for (let i = 0; i < codebooks; i++) {
    const { table, tableTransposed, halfNorms } = await codebook(g, weights, `${name}.layers.${i}.codebook`);
    // |x - c|² is smallest where x·c - |c|²/2 is largest.
    const closeness = g.node('Sub', [g.node('MatMul', [residual, tableTransposed]), halfNorms]);
    const code = g.node('ArgMax', [closeness], { axis: 1, keepdims: 1 });
    codes.push(code);
    if (i + 1 < codebooks) {
      const chosen = g.node('Gather', [table(), g.node('Squeeze', [code, g.ints([1])])], { axis: 0 });
      residual = g.node('Sub', [residual, chosen]);
    }
  }
  return codes;
}

async function codebook(g: GraphBuilder, weights: WeightLoader, name: string) {
  const sums = await weights.read(`${PREFIX}${name}.embed_sum`);
  const usage = await weights.read(`${PREFIX}${name}.cluster_usage`);
  const [rows, width] = sums.shape as [number, number];
  const entries = new Float32Array(sums.values.length);
  const flipped = new Float32Array(entries.length);
  const halfNorms = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const divisor = Math.max(usage.values[row]!, SMALLEST_USAGE);
    let squares = 0;
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      entries[at] = sums.values[at]! / divisor;
      flipped[column * rows + row] = entries[at]!;
      squares += entries[at]! ** 2;
    }
    halfNorms[row] = squares / 2;
  }
  return {
    // Not needed after the last codebook, where nothing is left to subtract from.
    table: () => g.weight(`${name}.entries`, float32([rows, width], entries)),
    tableTransposed: g.weight(`${name}.entries.transposed`, float32([width, rows], flipped)),
    halfNorms: g.weight(`${name}.half_norms`, float32([rows], halfNorms)),
  };
}
