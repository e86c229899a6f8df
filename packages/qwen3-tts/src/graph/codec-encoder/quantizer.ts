import type { CodecEncoderConfig } from '../../checkpoint/codec-config.js';
import { Module } from '../layers/module.js';
import { transpose } from '../layers/operators.js';
import { GraphBuilder, type WeightSink } from '../onnx/builder.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import { causalConvolution } from './causal-convolution.js';
import { residualQuantizer } from './residual-quantizer.js';
import { transformer } from './transformer.js';

/**
 * The codec's encoder behind the convolutions: `features [1, hidden, positions]`, of the whole signal →
 * `codes [frames, quantizers]` int64, where two positions make a frame, and `frame_sum`, which is finite exactly when all
 * values are of which the codes were made.
 */
export async function codecQuantizerGraph(
  weights: WeightLoader,
  config: CodecEncoderConfig,
  sink: WeightSink,
): Promise<Uint8Array> {
  const g = GraphBuilder.create('codec_quantizer', sink);
  const m = new Module(g, weights, 'encoder.');
  const features = g.input('features', 'float32', [1, config.hiddenSize, 'positions']);
  const attended = await transformer(m.child('encoder_transformer'), config, transpose(g, features, [0, 2, 1]));
  const frames = await causalConvolution(m.child('downsample.conv', 'downsample'), transpose(g, attended, [0, 2, 1]), {
    stride: 2,
    padding: 'edge',
  });
  const branch = (name: string, path: string) => m.child(`quantizer.${name}_residual_vector_quantizer`, path);
  const semantic = await residualQuantizer(branch('semantic', 'semantic_quantizer'), frames, 1);
  const acoustic = await residualQuantizer(branch('acoustic', 'acoustic_quantizer'), frames, config.quantizers - 1);
  g.output(g.node('Concat', [...semantic, ...acoustic], { axis: 1 }), 'codes', 'int64', ['frames', config.quantizers]);
  g.output(g.node('ReduceSum', [frames], { keepdims: 0 }), 'frame_sum', 'float32', []);
  return g.toModel();
}
