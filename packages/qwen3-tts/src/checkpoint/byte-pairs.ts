import type { MergeTable } from './merge-table.js';

/** A candidate is `rank · MAX_POSITIONS + position`: it sorts by rank, then from left to right. */
const MAX_POSITIONS = 2 ** 32;

/**
 * Byte-pair encoding of one piece of text: merges the pair of the lowest rank, the leftmost first, until no pair is left.
 * It takes n · log n steps, because a piece may be as long as a text.
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
    if (rank >= 0) push(candidates, rank * MAX_POSITIONS + at);
  };

  for (let at = 0; at < length - 1; at++) consider(at);
  for (let candidate = pop(candidates); candidate !== undefined; candidate = pop(candidates)) {
    const at = candidate % MAX_POSITIONS;
    const rank = (candidate - at) / MAX_POSITIONS;
    // Outdated: one of the two has been merged with its other neighbour.
    if (ids[at]! < 0 || rankAt(at) !== rank) continue;
    const absorbed = next[at]!;
    const after = next[absorbed]!;
    ids[at] = merges.merged(rank);
    ids[absorbed] = -1;
    next[at] = after;
    if (after < length) previous[after] = at;
    consider(previous[at]!);
    consider(at);
  }
  return Array.from(ids.filter((id) => id >= 0));
}

/** Adds to a min-heap. */
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

/** Removes the smallest number of a min-heap. */
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
