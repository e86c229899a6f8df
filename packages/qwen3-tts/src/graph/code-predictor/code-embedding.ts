import { embedding, embeddingOfBook } from '../layers/embedding.js';
import type { Module } from '../layers/module.js';
import type { Value } from '../onnx/builder.js';

/** The embeddings of codebooks 1 … groups − 1, as one table. */
export function codeEmbeddingTable(m: Module): Module {
  return m.child('model.codec_embedding', 'codec_embedding');
}

/** Embeddings of codebooks 1 … groups − 1; `ids` are already offset by codebook. → `[..., H]` float32 */
export async function codeEmbedding(m: Module, codeGroups: number, ids: Value): Promise<Value> {
  return embedding(codeEmbeddingTable(m), ids, booksOf(m, codeGroups));
}

const booksOf = (m: Module, codeGroups: number) =>
  Array.from({ length: codeGroups - 1 }, (_, step) => codeEmbeddingTable(m).key(`${step}.weight`));

/** Embeddings of one codebook, its number less 1 being `book`, by ids of its own. → `[..., H]` float32 */
export async function bookEmbedding(m: Module, codeGroups: number, book: number, ids: Value): Promise<Value> {
  return embeddingOfBook(codeEmbeddingTable(m), ids, booksOf(m, codeGroups), book);
}
