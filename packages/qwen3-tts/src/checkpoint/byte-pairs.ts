import type { MergeTable } from './merge-table.js';

/** Rank and position in one number that sorts by rank, then from left to right. */
const POSITIONS = 2 ** 32;

/**
 * Byte-pair encoding of one piece of text: of all neighbours that can be merged those of the smallest rank are, the
 * leftmost first, until there are none. In time n · log n, for a piece may be as long as a text.
 * @see https://arxiv.org/abs/1508.07909
 */
export function mergeBytes(bytes: Uint8Array, merges: MergeTable): number[] {
  const { length } = bytes;
  const ids = Int32Array.from(bytes, (byte) => merges.bytes[byte]!);
  const next = Int32Array.from({ length }, (_, i) => i + 1);
  const previous = Int32Array.from({ length }, (_, i) => i - 1);
  const candidates: number[] = [];
  const rankAt = (at: number) => (at >= 0 && next[at]! < length ? merges.rank(ids[at]!, ids[next[at]!]!) : -1);
  const consider = (at: number) => {
    const rank = rankAt(at);
    if (rank >= 0) push(candidates, rank * POSITIONS + at);
  };

  for (let at = 0; at < length - 1; at++) consider(at);
  for (let candidate = pop(candidates); candidate !== undefined; candidate = pop(candidates)) {
    const at = candidate % POSITIONS;
    const rank = (candidate - at) / POSITIONS;
    // One of the two may have been merged with another neighbour since.
    if (ids[at]! < 0 || rankAt(at) !== rank) continue;
    const gone = next[at]!;
    const after = next[gone]!;
    ids[at] = merges.merged(rank);
    ids[gone] = -1;
    next[at] = after;
    if (after < length) previous[after] = at;
    consider(previous[at]!);
    consider(at);
  }
  return Array.from(ids.filter((id) => id >= 0));
}

/** Adds to a heap whose smallest number comes first. */
function push(heap: number[], value: number): void {
  let at = heap.push(value) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]! <= value) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = value;
}

/** Takes the smallest number of a heap. */
function pop(heap: number[]): number | undefined {
  const smallest = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return smallest;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= last) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return smallest;
}
