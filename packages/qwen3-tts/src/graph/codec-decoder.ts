import type { CodecDecoderConfig } from '../checkpoint/codec-config.js';
import type { TensorSource } from '../checkpoint/safetensors.js';
import { conv1d, layerNorm, linear, reshape, transpose, type Weight } from './blocks.js';
import { GraphBuilder, type Value, type WeightSink } from './builder.js';
import { type CarriedState, StreamStates } from './carried-state.js';
import { codecTransformer } from './codec-transformer.js';
import { fastConv } from './fast-conv.js';
import { dequantiser } from './residual-quantiser.js';
import { float32 } from './tensor.js';

/** What the parts of the decoder share. */
export interface DecoderContext {
  readonly g: GraphBuilder;
  readonly states: StreamStates;
  readonly config: CodecDecoderConfig;
  /** Convolutions of seven taps over at least so many channels are computed by minimal filtering. */
  readonly fastFrom: number;
  /** Reads `decoder.<name>`. */
  readonly weight: (name: string) => Promise<Weight>;
}

const LAYER_NORM_EPSILON = 1e-6;
const BETA_EPSILON = 1e-9;
const DILATIONS = [1, 3, 9];

/** Below, the transforms of minimal filtering cost more than the products that it saves. */
const FAST_FROM = 192;
const FAST_TAPS = 7;

/**
 * The codec's decoder: `codes [1, T, codebooks]` int64 → `waveform [1, T · samplesPerFrame]` in [-1, 1], any T ≥ 1.
 * Every operator is causal and carries what it looks back at, so a stream decoded in pieces equals one pass.
 */
export async function codecDecoderGraph(
  config: CodecDecoderConfig,
  source: TensorSource,
  sink: WeightSink,
  fastFrom = FAST_FROM,
): Promise<{ model: Uint8Array; states: readonly CarriedState[] }> {
  const g = GraphBuilder.create('codec_decoder', sink);
  const states = new StreamStates(g);
  const weight = async (name: string): Promise<Weight> => {
    const key = `decoder.${name}`;
    return { key, shape: source.info(key).shape, values: await source.read(key) };
  };
  const context: DecoderContext = { g, states, config, fastFrom, weight };
  const codes = g.input('codes', 'int64', [1, 'T', config.quantizers]);

  const latents = await dequantiser(context, codes);
  const convolved = await causalConv(context, 'pre_conv', transpose(g, latents, [0, 2, 1]), config.codebookChannels);
  const transformed = await codecTransformer(context, transpose(g, convolved, [0, 2, 1]));
  let x = transpose(g, transformed, [0, 2, 1]);
  for (const [stage, ratio] of config.upsamplingRatios.entries()) {
    x = await transposedConv(context, `upsample.${stage}.0`, x, ratio);
    x = await convNext(context, `upsample.${stage}.1`, x, config.latentChannels);
  }
  x = await causalConv(context, 'decoder.0', x, config.latentChannels);
  let channels = config.convolutionChannels;
  for (const [block, rate] of config.upsampleRates.entries()) {
    x = await upsamplingBlock(context, `decoder.${block + 1}.block`, x, channels, rate);
    channels /= 2;
  }
  const last = config.upsampleRates.length + 1;
  x = await snake(context, `decoder.${last}`, x);
  x = await causalConv(context, `decoder.${last + 1}`, x, channels);
  const clamped = g.node('Clip', [x, g.scalar(-1), g.scalar(1)]);
  g.output(g.node('Squeeze', [clamped, g.ints([1])]), 'waveform', 'float32', [1, 'samples']);
  return { model: g.toModel(), states: states.declared };
}

/** A convolution that sees only the past: `x [B, channels, T]` → `[B, out, T]` */
async function causalConv(
  { g, states, weight, fastFrom }: DecoderContext,
  name: string,
  x: Value,
  channels: number,
  dilation = 1,
): Promise<Value> {
  const kernel = await weight(`${name}.conv.weight`);
  const [outputs, , taps] = kernel.shape as [number, number, number];
  const extend = (after?: Value) => states.history(name, x, channels, (taps - 1) * dilation, after);
  if (taps === FAST_TAPS && Math.min(channels, outputs) >= fastFrom) {
    return fastConv(g, x, { extend, kernel, bias: await weight(`${name}.conv.bias`), dilation });
  }
  return conv1d(g, extend(), { weight: kernel, bias: await weight(`${name}.conv.bias`), dilation });
}

/**
 * A transposed convolution of stride r and kernel r or 2r, cut to `T · r` columns. Output column `t · r + j` depends on
 * input columns t and t − 1 only, so it is an ordinary convolution to r phases that are then interleaved.
 */
async function transposedConv(
  { g, states, weight }: DecoderContext,
  name: string,
  x: Value,
  rate: number,
): Promise<Value> {
  const kernel = await weight(`${name}.conv.weight`);
  const bias = await weight(`${name}.conv.bias`);
  const [channels, outputs, length] = kernel.shape as [number, number, number];
  const taps = length / rate;
  if (taps !== 1 && taps !== 2) throw new Error(`${name}: kernel ${length} with stride ${rate} is not supported`);
  const phases = new Float32Array(kernel.values.length);
  for (let input = 0; input < channels; input++) {
    for (let output = 0; output < outputs; output++) {
      for (let k = 0; k < length; k++) {
        const tap = taps - 1 - Math.floor(k / rate);
        const row = output * rate + (k % rate);
        phases[(row * channels + input) * taps + tap] = kernel.values[(input * outputs + output) * length + k]!;
      }
    }
  }
  const biases = Float32Array.from({ length: outputs * rate }, (_, row) => bias.values[Math.floor(row / rate)]!);
  const whole = states.history(name, x, channels, taps - 1);
  const convolved = conv1d(g, whole, {
    weight: { key: `${kernel.key}.phases`, shape: [outputs * rate, channels, taps], values: phases },
    bias: { key: `${bias.key}.phases`, shape: [outputs * rate], values: biases },
  });
  return reshape(g, transpose(g, reshape(g, convolved, [0, outputs, rate, -1]), [0, 1, 3, 2]), [0, outputs, -1]);
}

/** Depthwise convolution, then a two-layer network on each column; added to the input. */
async function convNext(context: DecoderContext, name: string, x: Value, channels: number): Promise<Value> {
  const { g, states, weight } = context;
  const kernel = await weight(`${name}.dwconv.conv.weight`);
  const whole = states.history(`${name}.dwconv`, x, channels, kernel.shape[2]! - 1);
  const mixed = conv1d(g, whole, {
    weight: kernel,
    bias: await weight(`${name}.dwconv.conv.bias`),
    groups: channels,
  });
  const columns = transpose(g, mixed, [0, 2, 1]);
  const normed = layerNorm(
    g,
    columns,
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
  return g.node('Add', [x, transpose(g, narrow, [0, 2, 1])]);
}

/** Folds a factor for each output into a weight or bias. */
export function scaledRows(weight: Weight, factors: Weight): Weight {
  const width = weight.values.length / factors.values.length;
  const values = weight.values.map((value, i) => value * factors.values[Math.floor(i / width)]!);
  return { key: `${weight.key}.scaled`, shape: weight.shape, values };
}

async function upsamplingBlock(
  context: DecoderContext,
  name: string,
  input: Value,
  channels: number,
  rate: number,
): Promise<Value> {
  const activated = await snake(context, `${name}.0`, input);
  let x = await transposedConv(context, `${name}.1`, activated, rate);
  for (const [unit, dilation] of DILATIONS.entries()) {
    x = await residualUnit(context, `${name}.${unit + 2}`, x, channels / 2, dilation);
  }
  return x;
}

async function residualUnit(
  context: DecoderContext,
  name: string,
  x: Value,
  channels: number,
  dilation: number,
): Promise<Value> {
  const first = await snake(context, `${name}.act1`, x);
  const convolved = await causalConv(context, `${name}.conv1`, first, channels, dilation);
  const second = await snake(context, `${name}.act2`, convolved);
  return context.g.node('Add', [x, await causalConv(context, `${name}.conv2`, second, channels)]);
}

/** SnakeBeta: `x + sin²(x · e^alpha) / (e^beta + ε)`, with both exponentials folded. */
async function snake({ g, weight }: DecoderContext, name: string, x: Value): Promise<Value> {
  const alpha = await weight(`${name}.alpha`);
  const beta = await weight(`${name}.beta`);
  const columns = (values: Float32Array) => float32([values.length, 1], values);
  const frequency = g.weight(`${alpha.key}.frequency`, columns(alpha.values.map(Math.exp)));
  const amplitude = g.weight(
    `${beta.key}.amplitude`,
    columns(beta.values.map((value) => 1 / (Math.exp(value) + BETA_EPSILON))),
  );
  const sine = g.node('Sin', [g.node('Mul', [x, frequency])]);
  return g.node('Add', [x, g.node('Mul', [g.node('Mul', [sine, sine]), amplitude])]);
}
