import type { CodecEncoderConfig } from '../../checkpoint/codec-config.js';
import { causalConvolution } from '../layers/conv1d.js';
import { Module } from '../layers/module.js';
import { GraphBuilder, type Value, type WeightSink } from '../onnx/builder.js';
import type { WeightLoader } from '../weights/weight-loader.js';

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
): Promise<Uint8Array> {
  const g = GraphBuilder.create('codec_features', sink);
  const encoder = new Module(g, weights, 'encoder.encoder.');
  // The checkpoint counts activations as layers too.
  const layerAt = (layer: number) => encoder.child(`layers.${layer}`);
  let layer = 0;
  let x = g.input('waveform', 'float32', [1, 1, 'samples']);
  x = await causalConvolution(layerAt(layer).child('conv'), x);
  for (const ratio of [...config.upsamplingRatios].reverse()) {
    for (let unit = 0; unit < config.residualLayers; unit++) {
      layer++;
      x = await residualUnit(layerAt(layer), x, config.dilationGrowth ** unit);
    }
    layer += 2;
    x = await activatedConvolution(layerAt(layer), x, { stride: ratio });
  }
  layer += 2;
  x = await activatedConvolution(layerAt(layer), x);
  g.output(x, 'features', 'float32', [1, config.hiddenSize, 'positions']);
  return g.toModel();
}

/** `x + conv_3(elu(conv_1(elu(x))))` */
async function residualUnit(m: Module, x: Value, dilation: number): Promise<Value> {
  const narrow = await activatedConvolution(m.child('block.1'), x, { dilation });
  return m.g.node('Add', [x, await activatedConvolution(m.child('block.3'), narrow)]);
}

/** `conv(elu(x))` */
async function activatedConvolution(
  m: Module,
  x: Value,
  options: { readonly stride?: number; readonly dilation?: number } = {},
): Promise<Value> {
  return causalConvolution(m.child('conv'), m.g.node('Elu', [x]), options);
}
