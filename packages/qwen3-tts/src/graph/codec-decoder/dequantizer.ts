import { concatenate } from '@ownvoice/audio';
import type { CodecDecoderConfig } from '../../checkpoint/codec-config.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { split } from '../layers/operators.js';
import type { Value } from '../onnx/builder.js';
import { float32, int32, int64, type Tensor } from '../onnx/tensor.js';
import { codebookVectors } from '../weights/weight.js';

/**
 * Codes `[B, T, codebooks]` to latents `[B, T, channels]`: the first codebook and the sum of the others, each with its
 * projection, from codes of the type `integers`: `W_first E_0[k_0] + W_rest Σ_i E_i[k_i]`.
 */
export async function dequantizer(
  m: Module,
  config: CodecDecoderConfig,
  codes: Value,
  integers: 'int64' | 'int32',
): Promise<Value> {
  const { g } = m;
  const rest = config.quantizers - 1;
  const [semantic, acoustic] = split(g, codes, [1, rest], 2) as [Value, Value];
  const offsets = Array.from({ length: rest }, (_, book) => book * config.codebookSize);
  const rows = g.node('Add', [acoustic, g.constant({ int64, int32 }[integers]([rest], offsets))]);

  const [first, others] = [m.child('rvq_first'), m.child('rvq_rest')];
  const firstVectors = await lookUp(first, 1, semantic);
  const otherVectors = await lookUp(others, rest, rows);
  return g.node('Add', [
    await linear(first.child('output_proj'), g.node('Squeeze', [firstVectors, g.ints([2])])),
    await linear(others.child('output_proj'), g.node('ReduceSum', [otherVectors, g.ints([2])], { keepdims: 0 })),
  ]);
}

async function lookUp(m: Module, codebooks: number, ids: Value): Promise<Value> {
  const table = await m.derived('codebooks', () => stackedCodebooks(m, codebooks));
  return m.g.node('Gather', [table, ids], { axis: 0 });
}

/** The codebooks of a branch, one below the other. */
async function stackedCodebooks(m: Module, count: number): Promise<Tensor> {
  const books: Float32Array[] = [];
  let width = 0;
  for (let book = 0; book < count; book++) {
    const codebook = m.child(`vq.layers.${book}._codebook`);
    const sums = await codebook.read('embedding_sum');
    width = sums.shape[1]!;
    books.push(codebookVectors(sums, await codebook.read('cluster_usage')));
  }
  const values = concatenate(books);
  return float32([values.length / width, width], values);
}
