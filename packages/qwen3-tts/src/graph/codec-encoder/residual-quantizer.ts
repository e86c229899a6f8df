import { conv1d } from '../layers/conv1d.js';
import type { Module } from '../layers/module.js';
import { transpose } from '../layers/operators.js';
import type { Value } from '../onnx/builder.js';
import { float32 } from '../onnx/tensor.js';
import { codebookVectors, transposed, weightTensor } from '../weights/weight.js';

/**
 * Nearest vector of each codebook in turn, of what the ones before left over: `frames [1, hidden, T]` → `[T, 1]` int64
 * for each codebook.
 *
 * `argmin_c |x − c|²` is computed as `argmax_c (x · c − |c|² / 2)`: one product.
 */
export async function residualQuantizer(m: Module, frames: Value, codebooks: number): Promise<Value[]> {
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
