import { embedding } from '../layers/embedding.js';
import type { Module } from '../layers/module.js';
import type { Value } from '../onnx/builder.js';
import type { ElementType } from '../onnx/tensor.js';

/** The embeddings of codebooks 1 … groups − 1, as one table. */
export function codeEmbeddingTable(m: Module): Module {
  return m.child('model.codec_embedding', 'codec_embedding');
}

/** Embeddings of codebooks 1 … groups − 1; `ids` are already offset by codebook. → `[..., H]` of the `type` */
export async function codeEmbedding(m: Module, codeGroups: number, ids: Value, type?: ElementType): Promise<Value> {
  const table = codeEmbeddingTable(m);
  const books = Array.from({ length: codeGroups - 1 }, (_, step) => table.key(`${step}.weight`));
  return embedding(table, ids, books, type);
}
