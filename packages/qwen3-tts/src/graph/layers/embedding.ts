import type { Value } from '../onnx/builder.js';
import { float16, float32 } from '../onnx/tensor.js';
import type { Module } from './module.js';
import { cast, slice } from './operators.js';

/** Names of an embedding table in the graph's file of weights; the runtime reads prompts from there too. */
export function tableKey(m: Module): string {
  return m.key('table');
}

/** Rows of the table that stacks the embeddings of `keys`, each `[rows, width]`. → `[..., width]` float32 */
export async function embedding(m: Module, ids: Value, keys: readonly string[] = [m.key('weight')]): Promise<Value> {
  const rows = m.g.node('Gather', [await storedTable(m, keys), ids], { axis: 0 });
  return m.weights.embeddingType === 'float32' ? rows : cast(m.g, rows, 'float32');
}

/**
 * The same for one of the stacked tables, by its own ids, in float32. The table is cut out and cast before its rows are read:
 * the runtime does that once, when it loads, and a device needs neither half precision nor a buffer for the whole stack.
 */
export async function embeddingOfBook(m: Module, ids: Value, keys: readonly string[], book: number): Promise<Value> {
  const rows = m.weights.shape(keys[book]!)[0]!;
  const whole = await storedTable(m, keys);
  const own = keys.length === 1 ? whole : slice(m.g, whole, 0, book * rows, (book + 1) * rows);
  const table = m.weights.embeddingType === 'float32' ? own : cast(m.g, own, 'float32');
  return m.g.node('Gather', [table, ids], { axis: 0 });
}

function storedTable(m: Module, keys: readonly string[]): Promise<Value> {
  const { g, weights } = m;
  const make = async () => {
    const { shape, values } = await weights.readStacked(keys);
    return { float32, float16 }[weights.embeddingType](shape, values);
  };
  return m.derived('table', make, g.main);
}
