import type { CodecDecoderConfig } from '../../checkpoint/codec-config.js';
import { linear, scaledLinear } from '../layers/linear.js';
import { Module } from '../layers/module.js';
import { layerNorm } from '../layers/norm.js';
import { reshape, transpose } from '../layers/operators.js';
import { GraphBuilder, type WeightSink } from '../onnx/builder.js';
import type { CodecTarget } from '../target.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import { StreamStates } from './carried-state.js';
import { causalConv, columnsOf, plainConv, type Signal, transposedConv } from './convolutions.js';
import { dequantizer } from './dequantizer.js';
import { snake } from './snake.js';
import { transformer } from './transformer.js';

/**
 * Outputs of a tile of the first convolution, and of the residual units in each block. What the first ones add to the
 * error is amplified by all that follow, and the last ones have most of the multiplications.
 */
const FIRST_TILE = 1;
const TILES = [2, 4];
const LAST_TILE = 6;

/**
 * The codec's decoder: `codes [1, T, codebooks]` int64, for WebGPU int32 → `waveform [1, T · samplesPerFrame]`, any T ≥ 1, for WebGPU at most 32. Samples
 * outside [-1, 1] are for the caller to clip, who sees infinite ones only before that.
 * Every operator is causal and carries what it looks back at, so a stream decoded in pieces equals one pass.
 *
 * @param written the graph whose weights this one shares
 * @returns with the states that a stream carries through it, and a builder for graphs that share its weights
 */
export async function codecDecoderGraph(
  weights: WeightLoader,
  config: CodecDecoderConfig,
  sink: WeightSink,
  target: CodecTarget,
  written?: GraphBuilder,
) {
  const g = GraphBuilder.create('codec_decoder', sink, written);
  const m = new Module(g, weights, 'decoder.');
  const states = new StreamStates();
  const { latentChannels, codebookChannels, upsamplingRatios, upsampleRates } = config;
  const integers = target === 'webgpu' ? 'int32' : 'int64';
  const codes = g.input('codes', integers, [1, 'T', config.quantizers]);

  const latents = transpose(g, await dequantizer(m.child('quantizer'), config, codes, integers), [0, 2, 1]);
  const convolved = await plainConv(m.child('pre_conv'), states, latents, codebookChannels);
  const frames = transpose(g, convolved, [0, 2, 1]);
  const transformed = await transformer(m.child('pre_transformer'), states, config, frames, target);
  let x: Signal = { value: reshape(g, transformed, [-1, latentChannels]), channels: latentChannels, multiple: 1 };
  for (const [stage, ratio] of upsamplingRatios.entries()) {
    const at = m.child(`upsample.${stage}`);
    x = await transposedConv(at.child('0', 'transposed_conv'), states, x, ratio, target);
    x = await convNext(at.child('1', 'convnext'), states, x);
  }
  const layer = (index: number) => m.child(`decoder.${index}`);
  x = await causalConv(layer(0), states, x, { tile: FIRST_TILE, target });
  for (const [block, rate] of upsampleRates.entries()) {
    x = await upsamplingBlock(layer(block + 1).child('block', ''), states, x, {
      rate,
      tile: TILES[block] ?? LAST_TILE,
      target,
    });
  }
  x = await snake(layer(upsampleRates.length + 1).scope('snake'), x, target);
  const waveform = await plainConv(layer(upsampleRates.length + 2), states, columnsOf(g, x), x.channels);
  g.output(g.node('Squeeze', [waveform, g.ints([1])]), 'waveform', 'float32', [1, 'samples']);
  return { model: g.toModel(), states: states.declared, builder: g };
}

const DILATIONS = [1, 3, 9];

/** Snake, a transposed convolution that widens the signal `rate` times, and three residual units. */
async function upsamplingBlock(
  m: Module,
  states: StreamStates,
  x: Signal,
  { rate, tile, target }: { readonly rate: number; readonly tile: number; readonly target: CodecTarget },
): Promise<Signal> {
  const activated = await snake(m.child('0', 'snake'), x, target);
  let y = await transposedConv(m.child('1', 'transposed_conv'), states, activated, rate, target);
  for (const [unit, dilation] of DILATIONS.entries()) {
    y = await residualUnit(m.child(String(unit + 2), `residual.${unit}`), states, y, { dilation, tile, target });
  }
  return y;
}

/** `x + conv2(snake(conv1(snake(x))))`, where conv2 has one tap. */
async function residualUnit(
  m: Module,
  states: StreamStates,
  x: Signal,
  conv: Parameters<typeof causalConv>[3],
): Promise<Signal> {
  const first = await snake(m.child('act1', 'snake1'), x, conv.target);
  const convolved = await causalConv(m.child('conv1'), states, first, conv);
  const second = await snake(m.child('act2', 'snake2'), convolved, conv.target);
  const mixed = await linear(m.child('conv2').child('conv', ''), second.value);
  return { ...x, value: m.g.node('Add', [x.value, mixed]) };
}

const LAYER_NORM_EPSILON = 1e-6;

/**
 * A ConvNeXt block, `x + gamma ⊙ pwconv2(gelu(pwconv1(norm(dwconv(x)))))`: a depthwise convolution, then a network of
 * two layers on each row. gamma is folded into the last layer.
 */
async function convNext(m: Module, states: StreamStates, x: Signal): Promise<Signal> {
  const { g } = m;
  const mixed = await plainConv(m.child('dwconv'), states, columnsOf(g, x), x.channels, x.channels);
  const rows = transpose(g, reshape(g, mixed, [x.channels, -1]), [1, 0]);
  const normed = await layerNorm(m.child('norm'), rows, LAYER_NORM_EPSILON);
  const active = g.node('com.microsoft:Gelu', [await linear(m.child('pwconv1'), normed)]);
  const narrow = await scaledLinear(m.child('pwconv2'), active, await m.read('gamma'));
  return { ...x, value: g.node('Add', [x.value, narrow]) };
}
