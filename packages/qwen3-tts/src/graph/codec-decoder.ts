import type { CodecDecoderConfig } from '../checkpoint/codec-config.js';
import type { TensorSource } from '../checkpoint/safetensors.js';
import { conv1d, layerNorm, linear, reshape, transpose, type Weight } from './blocks.js';
import { GraphBuilder, type Value, type WeightSink } from './builder.js';
import { type CarriedState, StreamStates } from './carried-state.js';
import { codecTransformer } from './codec-transformer.js';
import { fastConv } from './fast-conv.js';
import { dequantiser } from './residual-quantiser.js';
import { type Signal, snake } from './snake.js';

/** What the parts of the decoder share. */
export interface DecoderContext {
  readonly g: GraphBuilder;
  readonly states: StreamStates;
  readonly config: CodecDecoderConfig;
  /** Reads `decoder.<name>`. */
  readonly weight: (name: string) => Promise<Weight>;
}

const LAYER_NORM_EPSILON = 1e-6;
const DILATIONS = [1, 3, 9];

/**
 * The codec's decoder: `codes [1, T, codebooks]` int64 → `waveform [1, T · samplesPerFrame]` in [-1, 1], any T ≥ 1.
 * Every operator is causal and carries what it looks back at, so a stream decoded in pieces equals one pass.
 */
export async function codecDecoderGraph(
  config: CodecDecoderConfig,
  source: TensorSource,
  sink: WeightSink,
): Promise<{ model: Uint8Array; states: readonly CarriedState[] }> {
  const g = GraphBuilder.create('codec_decoder', sink);
  const states = new StreamStates(g);
  const weight = async (name: string): Promise<Weight> => {
    const key = `decoder.${name}`;
    return { key, shape: source.info(key).shape, values: await source.read(key) };
  };
  const context: DecoderContext = { g, states, config, weight };
  const { latentChannels, codebookChannels } = config;
  const codes = g.input('codes', 'int64', [1, 'T', config.quantizers]);

  const latents = transpose(g, await dequantiser(context, codes), [0, 2, 1]);
  const convolved = await plainConv(context, 'pre_conv', latents, codebookChannels);
  const transformed = await codecTransformer(context, transpose(g, convolved, [0, 2, 1]));
  let x: Signal = { value: reshape(g, transformed, [-1, latentChannels]), channels: latentChannels, multiple: 1 };
  for (const [stage, ratio] of config.upsamplingRatios.entries()) {
    x = await transposedConv(context, `upsample.${stage}.0`, x, ratio);
    x = await convNext(context, `upsample.${stage}.1`, x);
  }
  x = await causalConv(context, 'decoder.0', x);
  for (const [block, rate] of config.upsampleRates.entries()) {
    x = await upsamplingBlock(context, `decoder.${block + 1}.block`, x, rate);
  }
  const last = config.upsampleRates.length + 1;
  x = await activation(context, `decoder.${last}`, x);
  const waveform = await plainConv(context, `decoder.${last + 1}`, columnsOf(g, x), x.channels);
  const clamped = g.node('Clip', [waveform, g.scalar(-1), g.scalar(1)]);
  g.output(g.node('Squeeze', [clamped, g.ints([1])]), 'waveform', 'float32', [1, 'samples']);
  return { model: g.toModel(), states: states.declared };
}

/** `[T, channels]` → `[1, channels, T]`, the layout of the runtime's own convolution. */
function columnsOf(g: GraphBuilder, { value, channels }: Signal): Value {
  return reshape(g, transpose(g, value, [1, 0]), [1, channels, -1]);
}

/** A convolution that sees only the past, by the runtime's own operator: `x [1, channels, T]` → `[1, out, T]`. */
async function plainConv(
  { g, states, weight }: DecoderContext,
  name: string,
  x: Value,
  channels: number,
  groups = 1,
): Promise<Value> {
  const kernel = await weight(`${name}.conv.weight`);
  const whole = states.columns(name, x, channels, kernel.shape[2]! - 1);
  return conv1d(g, whole, { weight: kernel, bias: await weight(`${name}.conv.bias`), groups });
}

/**
 * Outputs of a tile. Many channels come with few rows and many weights: larger tiles would bring more weights to read
 * than they save products, and fewer columns than the processor multiplies at once.
 */
function tileOf(taps: number, channels: number): number {
  if (taps === 1) return 1;
  if (taps === 2) return channels >= 1024 ? 1 : channels >= 512 ? 2 : 4;
  return channels >= 1024 ? 2 : 6;
}

/** A convolution that sees only the past, for many channels. */
async function causalConv(
  { g, states, weight }: DecoderContext,
  name: string,
  { value, channels, multiple }: Signal,
  dilation = 1,
): Promise<Signal> {
  const kernel = await weight(`${name}.conv.weight`);
  const [outputs, , taps] = kernel.shape as [number, number, number];
  const extend = (after?: Value) => states.rows(name, value, channels, (taps - 1) * dilation, after);
  const bias = await weight(`${name}.conv.bias`);
  const tile = tileOf(taps, channels);
  return { value: fastConv(g, value, { extend, kernel, bias, dilation, tile, multiple }), channels: outputs, multiple };
}

/**
 * A transposed convolution of stride r and kernel r or 2r, cut to `T · r` rows. Output row `t · r + j` depends on
 * input rows t and t − 1 only, so it is an ordinary convolution to r phases that lie one behind the other.
 */
async function transposedConv(
  { g, states, weight }: DecoderContext,
  name: string,
  { value, channels, multiple }: Signal,
  rate: number,
): Promise<Signal> {
  const kernel = await weight(`${name}.conv.weight`);
  const bias = await weight(`${name}.conv.bias`);
  const [, outputs, length] = kernel.shape as [number, number, number];
  const taps = length / rate;
  if (taps !== 1 && taps !== 2) throw new Error(`${name}: kernel ${length} with stride ${rate} is not supported`);
  const values = new Float32Array(kernel.values.length);
  for (let input = 0; input < channels; input++) {
    for (let output = 0; output < outputs; output++) {
      for (let k = 0; k < length; k++) {
        const tap = taps - 1 - Math.floor(k / rate);
        const row = (k % rate) * outputs + output;
        values[(row * channels + input) * taps + tap] = kernel.values[(input * outputs + output) * length + k]!;
      }
    }
  }
  const phases = { key: `${kernel.key}.phases`, shape: [rate * outputs, channels, taps], values };
  const biases = {
    key: `${bias.key}.phases`,
    shape: [rate * outputs],
    values: Float32Array.from({ length: rate * outputs }, (_, i) => bias.values[i % outputs]!),
  };
  const extend = (after?: Value) => states.rows(name, value, channels, taps - 1, after);
  const tile = tileOf(taps, channels);
  const y = fastConv(g, value, { extend, kernel: phases, bias: biases, dilation: 1, tile, multiple });
  return { value: reshape(g, y, [-1, outputs]), channels: outputs, multiple: multiple * rate };
}

/** Depthwise convolution, then a two-layer network on each row; added to the input. */
async function convNext(context: DecoderContext, name: string, x: Signal): Promise<Signal> {
  const { g, weight } = context;
  const mixed = await plainConv(context, `${name}.dwconv`, columnsOf(g, x), x.channels, x.channels);
  const rows = transpose(g, reshape(g, mixed, [x.channels, -1]), [1, 0]);
  const normed = layerNorm(
    g,
    rows,
    await weight(`${name}.norm.weight`),
    await weight(`${name}.norm.bias`),
    LAYER_NORM_EPSILON,
  );
  const wide = linear(g, normed, await weight(`${name}.pwconv1.weight`), await weight(`${name}.pwconv1.bias`));
  const active = g.node('com.microsoft:Gelu', [wide]);
  const gamma = await weight(`${name}.gamma`);
  const narrow = linear(
    g,
    active,
    scaledRows(await weight(`${name}.pwconv2.weight`), gamma),
    scaledRows(await weight(`${name}.pwconv2.bias`), gamma),
  );
  return { ...x, value: g.node('Add', [x.value, narrow]) };
}

/** Folds a factor for each output into a weight or bias. */
export function scaledRows(weight: Weight, factors: Weight): Weight {
  const width = weight.values.length / factors.values.length;
  const values = weight.values.map((value, i) => value * factors.values[Math.floor(i / width)]!);
  return { key: `${weight.key}.scaled`, shape: weight.shape, values };
}

async function activation({ g, weight }: DecoderContext, name: string, x: Signal): Promise<Signal> {
  return snake(g, x, await weight(`${name}.alpha`), await weight(`${name}.beta`));
}

async function upsamplingBlock(context: DecoderContext, name: string, input: Signal, rate: number): Promise<Signal> {
  const activated = await activation(context, `${name}.0`, input);
  let x = await transposedConv(context, `${name}.1`, activated, rate);
  for (const [unit, dilation] of DILATIONS.entries()) {
    x = await residualUnit(context, `${name}.${unit + 2}`, x, dilation);
  }
  return x;
}

async function residualUnit(context: DecoderContext, name: string, x: Signal, dilation: number): Promise<Signal> {
  const { g, weight } = context;
  const first = await activation(context, `${name}.act1`, x);
  const convolved = await causalConv(context, `${name}.conv1`, first, dilation);
  const second = await activation(context, `${name}.act2`, convolved);
  const mixed = linear(
    g,
    second.value,
    await weight(`${name}.conv2.conv.weight`),
    await weight(`${name}.conv2.conv.bias`),
  );
  return { ...x, value: g.node('Add', [x.value, mixed]) };
}
