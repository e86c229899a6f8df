import type { CodecEncoderConfig } from '../../checkpoint/codec-config.js';
import { causalConvolution, conv1d } from '../layers/conv1d.js';
import { Module } from '../layers/module.js';
import { slice, transpose } from '../layers/operators.js';
import { GraphBuilder, type Value, type WeightSink } from '../onnx/builder.js';
import { float32 } from '../onnx/tensor.js';
import { codebookVectors, transposed, weightTensor } from '../weights/weight.js';
import type { WeightLoader } from '../weights/weight-loader.js';
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

/**
 * Nearest vector of each codebook in turn, of what the ones before left over: `frames [1, hidden, T]` → `[T, 1]` int64
 * for each codebook.
 *
 * `argmin_c |x − c|²` is computed as `argmax_c (x · c − |c|² / 2)`: one product.
 */
async function residualQuantizer(m: Module, frames: Value, codebooks: number): Promise<Value[]> {
  const { g } = m;
  const projected = transpose(g, await conv1d(m.child('input_proj'), frames), [0, 2, 1]);
  let residual = g.node('Squeeze', [projected, g.ints([0])]);
  const codes: Value[] = [];
  for (let i = 0; i < codebooks; i++) {
    const layer = m.child(`layers.${i}.codebook`, `layers.${i}`);
    const at = layer.g;
    const { vectors, transposedVectors, halfNorms } = await codebook(layer);
    const closeness = at.node('Sub', [at.node('MatMul', [residual, transposedVectors]), halfNorms]);
    const code = at.node('ArgMax', [closeness], { axis: 1, keepdims: 1 });
    codes.push(code);
    if (i + 1 < codebooks) {
      const chosen = at.node('Gather', [vectors(), at.node('Squeeze', [code, at.ints([1])])], { axis: 0 });
      residual = at.node('Sub', [residual, chosen]);
    }
  }
  return codes;
}

async function codebook(m: Module) {
  const sums = await m.read('embed_sum');
  const values = codebookVectors(sums, await m.read('cluster_usage'));
  const [rows, width] = sums.shape as [number, number];
  const halfNorms = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const squares = values.subarray(row * width, (row + 1) * width).reduce((sum, value) => sum + value ** 2, 0);
    halfNorms[row] = squares / 2;
  }
  const { g } = m;
  return {
    // Not needed after the last codebook, where nothing is left to subtract from.
    vectors: () => g.weight(m.key('vectors'), float32([rows, width], values)),
    transposedVectors: g.weight(
      m.key('vectors_transposed'),
      weightTensor(transposed({ key: '', shape: sums.shape, values })),
    ),
    halfNorms: g.weight(m.key('half_norms'), float32([rows], halfNorms)),
  };
}
