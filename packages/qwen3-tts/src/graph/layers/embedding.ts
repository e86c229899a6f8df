import type { Value } from '../onnx/builder.js';
import { bfloat16, type ElementType, float16, float32 } from '../onnx/tensor.js';
import type { Module } from './module.js';
import { cast } from './operators.js';

/** Names of an embedding table in the graph's file of weights; the runtime reads prompts from there too. */
export function tableKey(m: Module): string {
  return m.key('table');
}

/** Rows of the table that stacks the embeddings of `keys`, each `[rows, width]`. → `[..., width]` of the `type` */
export async function embedding(
  m: Module,
  ids: Value,
  keys: readonly string[] = [m.key('weight')],
  type: ElementType = 'float32',
): Promise<Value> {
  const { g, weights } = m;
  const stored = weights.embeddingType;
  const make = async () => {
    const { shape, values } = await weights.readStacked(keys);
    return { float32, float16, bfloat16 }[stored](shape, values);
  };
  const rows = g.node('Gather', [await m.derived('table', make, g.main), ids], { axis: 0 });
  return type === stored ? rows : cast(g, rows, type);
}
