import type { CodecEncoderConfig } from '../../checkpoint/codec-config.js';
import { Module } from '../layers/module.js';
import { slice, transpose } from '../layers/operators.js';
import { GraphBuilder, type WeightSink } from '../onnx/builder.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import { causalConvolution } from './causal-convolution.js';
import { residualQuantizer } from './residual-quantizer.js';
import { transformer } from './transformer.js';

/** Positions that make a frame. */
const STRIDE = 2;

/**
 * The codec's encoder behind the convolutions, for one piece of a signal: `features [1, hidden, positions]` →
 * `codes [frames, quantizers]` int64, where two positions make a frame, and `frame_sum`, which is finite exactly when all
 * values are of which the codes were made. Only the last piece may have an odd number of positions.
 *
 * Of the pieces before it takes keys and values (`past_lengths`, `past_key_i`, `past_value_i`) and the last positions
 * (`before [1, hidden, 0 or 2]`), and gives its own: `recent_key_i`, `recent_value_i`, `after`.
 */
export async function codecQuantizerGraph(
  weights: WeightLoader,
  config: CodecEncoderConfig,
  sink: WeightSink,
): Promise<Uint8Array> {
  const g = GraphBuilder.create('codec_quantizer', sink);
  const m = new Module(g, weights, 'encoder.');
  const features = g.input('features', 'float32', [1, config.hiddenSize, 'positions']);
  const before = g.input('before', 'float32', [1, config.hiddenSize, 'before']);
  const positions = await transformer(m.child('encoder_transformer'), config, transpose(g, features, [0, 2, 1]));
  const attended = transpose(g, positions, [0, 2, 1]);
  const downsample = m.child('downsample.conv', 'downsample');
  const frames = await causalConvolution(downsample, attended, { stride: STRIDE, padding: 'edge', before });
  const branch = (name: string, path: string) => m.child(`quantizer.${name}_residual_vector_quantizer`, path);
  const semantic = await residualQuantizer(branch('semantic', 'semantic_quantizer'), frames, 1);
  const acoustic = await residualQuantizer(branch('acoustic', 'acoustic_quantizer'), frames, config.quantizers - 1);
  g.output(g.node('Concat', [...semantic, ...acoustic], { axis: 1 }), 'codes', 'int64', ['frames', config.quantizers]);
  g.output(g.node('ReduceSum', [frames], { keepdims: 0 }), 'frame_sum', 'float32', []);
  g.output(slice(g, attended, 2, -STRIDE), 'after', 'float32', [1, config.hiddenSize, 'after']);
  return g.toModel();
}
