import { linear, split, type Weight } from './blocks.js';
import type { Value } from './builder.js';
import type { DecoderContext } from './codec-decoder.js';
import { float32, int64 } from './tensor.js';

const LEAST_USAGE = 1e-5;

/** Codes `[B, T, codebooks]` to latents `[B, T, channels]`: the sum of codebook vectors, each group with its projection. */
export async function dequantiser({ g, config, weight }: DecoderContext, codes: Value): Promise<Value> {
  const rest = config.quantizers - 1;
  const [semantic, acoustic] = split(g, codes, [1, rest], 2) as [Value, Value];
  const offsets = Array.from({ length: rest }, (_, book) => book * config.codebookSize);
  const rows = g.node('Add', [acoustic, g.constant(int64([rest], offsets))]);

  const semanticTable = await codebooks(weight, 'rvq_first', 1);
  const acousticTable = await codebooks(weight, 'rvq_rest', rest);
  const lookUp = (table: Weight, ids: Value) =>
    g.node('Gather', [g.weight(table.key, float32(table.shape, table.values)), ids], { axis: 0 });
  const first = g.node('Squeeze', [lookUp(semanticTable, semantic), g.ints([2])]);
  const others = g.node('ReduceSum', [lookUp(acousticTable, rows), g.ints([2])], { keepdims: 0 });
  const project = async (x: Value, branch: string) => {
    const { key, shape, values } = await weight(`quantizer.${branch}.output_proj.weight`);
    return linear(g, x, { key, shape: shape.slice(0, 2), values });
  };
  return g.node('Add', [await project(first, 'rvq_first'), await project(others, 'rvq_rest')]);
}

/** The codebooks of a branch, one below the other: each row is the mean of what the training assigned to it. */
async function codebooks(weight: DecoderContext['weight'], branch: string, count: number): Promise<Weight> {
  const books: Float32Array[] = [];
  let width = 0;
  for (let book = 0; book < count; book++) {
    const at = `quantizer.${branch}.vq.layers.${book}._codebook`;
    const sums = await weight(`${at}.embedding_sum`);
    const usage = (await weight(`${at}.cluster_usage`)).values;
    width = sums.shape[1]!;
    books.push(sums.values.map((sum, i) => sum / Math.max(usage[Math.floor(i / width)]!, LEAST_USAGE)));
  }
  const values = new Float32Array(books.reduce((total, book) => total + book.length, 0));
  let at = 0;
  for (const book of books) {
    values.set(book, at);
    at += book.length;
  }
  return { key: `quantizer.${branch}.codebooks`, shape: [values.length / width, width], values };
}
