import type { Value } from '../onnx/builder.js';
import { float16 } from '../onnx/tensor.js';
import { weightTensor } from '../weights/weight.js';
import type { Module } from './module.js';
import { cast } from './operators.js';

/** Names of an embedding table in the graph's file of weights; the runtime reads prompts from there too. */
export function tableKey(m: Module): string {
  return m.key('table');
}

/** Rows of the table that stacks the embeddings of `keys`, each `[rows, width]`. → float32 `[..., width]` */
export async function embedding(m: Module, ids: Value, keys: readonly string[] = [m.key('weight')]): Promise<Value> {
  const { g, weights } = m;
  const half = weights.embeddingType === 'float16';
  const make = async () => {
    const stacked = await weights.readStacked(keys);
    return half ? float16(stacked.shape, stacked.values) : weightTensor(stacked);
  };
  const rows = g.node('Gather', [await m.derived('table', make, g.main), ids], { axis: 0 });
  return half ? cast(g, rows, 'float32') : rows;
}
