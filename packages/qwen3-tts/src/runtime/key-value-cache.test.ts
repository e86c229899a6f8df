import { describe, expect, test } from 'vitest';
import { Tensor } from '../onnxruntime/onnxruntime.js';
import { KeyValueCache } from './key-value-cache.js';

const network = { layers: 2, keyValueHeads: 2, headSize: 4 };

/** Positions of rows whose values say where they belong: row, layer and part, head, position, element. */
function recent(rows: readonly number[], from: number, count: number): Record<string, Tensor> {
  const outputs: Record<string, Tensor> = {};
  for (let layer = 0; layer < network.layers; layer++) {
    for (const [part, name] of ['key', 'value'].entries()) {
      const values = rows.flatMap((row) =>
        Array.from({ length: network.keyValueHeads }, (_, head) =>
          Array.from({ length: count }, (_, i) =>
            Array.from({ length: network.headSize }, (_, e) => mark(row, 2 * layer + part, head, from + i, e)),
          ),
        ).flat(2),
      );
      outputs[`recent_${name}_${layer}`] = new Tensor('float32', Float32Array.from(values), [
        rows.length,
        network.keyValueHeads,
        1,
        count,
        network.headSize,
      ]);
    }
  }
  return outputs;
}

const mark = (row: number, part: number, head: number, position: number, element: number) =>
  (((row * 4 + part) * 2 + head) * 1000 + position) * 4 + element;

function expectRows(cache: KeyValueCache, rows: readonly number[]): void {
  const feeds = cache.feeds();
  for (let layer = 0; layer < network.layers; layer++) {
    for (const [part, name] of ['key', 'value'].entries()) {
      const { data, dims } = feeds[`past_${name}_${layer}`]!;
      const capacity = dims[3]!;
      expect(dims).toEqual([rows.length, network.keyValueHeads, 1, capacity, network.headSize]);
      for (const [at, row] of rows.entries()) {
        for (let head = 0; head < network.keyValueHeads; head++) {
          for (let position = 0; position < cache.lengths[at]!; position++) {
            for (let e = 0; e < network.headSize; e++) {
              const index = ((at * network.keyValueHeads + head) * capacity + position) * network.headSize + e;
              if (data[index] !== mark(row, 2 * layer + part, head, position, e)) {
                expect.fail(`row ${row} layer ${layer} ${name} head ${head} position ${position}`);
              }
            }
          }
        }
      }
    }
  }
}

describe('KeyValueCache', () => {
  test('keeps every row in its place while rows of different lengths join, grow and leave', () => {
    const cache = new KeyValueCache(network);
    cache.addRow();
    cache.append(recent([0], 0, 50), [0]);
    cache.addRow();
    cache.append(recent([1], 0, 150), [1]);
    expectRows(cache, [0, 1]);
    cache.addRow();
    cache.append(recent([2], 0, 3), [2]);
    for (let step = 0; step < 12; step++) {
      const lengths = [...cache.lengths];
      for (const row of [0, 1, 2]) cache.append(recent([row], lengths[row]!, 16), [row]);
    }
    expectRows(cache, [0, 1, 2]);
    cache.retain((row) => row !== 1);
    expectRows(cache, [0, 2]);
    cache.addRow();
    cache.append(recent([3], 0, 400), [2]);
    expectRows(cache, [0, 2, 3]);
    cache.retain(() => false);
    cache.addRow();
    cache.append(recent([4], 0, 10), [0]);
    expectRows(cache, [4]);
  });

  test('takes memory for its positions alone, grows in place within its room, and gives it back with the last row', () => {
    const rowBytes = KeyValueCache.bytesPerPosition(network) * 256;
    const cache = new KeyValueCache(network, 2 * rowBytes);
    const memory = () => (cache.feeds().past_key_0!.data as Float32Array).buffer;
    cache.addRow();
    cache.append(recent([0], 0, 50), [0]);
    const first = memory();
    expect(first.byteLength).toBe((64 * rowBytes) / 256 / (2 * network.layers));
    cache.addRow();
    cache.append(recent([1], 0, 150), [1]);
    cache.append(recent([0], 50, 180), [0]);
    expectRows(cache, [0, 1]);
    expect(memory()).toBe(first);
    cache.retain(() => false);
    expect(first.byteLength).toBe(0);
    cache.addRow();
    cache.append(recent([2], 0, 10), [0]);
    expectRows(cache, [2]);
    expect(memory()).toBe(first);
    cache.append(recent([2], 10, 600), [0]);
    expectRows(cache, [2]);
    expect(memory()).not.toBe(first);
  });

  test('pads a batch with rows of length 0, and keeps none of them', () => {
    const cache = new KeyValueCache(network);
    cache.addRow();
    cache.append(recent([0], 0, 50), [0]);
    const before = cache.feeds();
    const filled = cache.feeds(2);
    expect(filled.past_lengths!.data).toEqual(BigInt64Array.of(50n, 0n));
    const [one, two] = [before.past_key_0!, filled.past_key_0!];
    expect(two.dims).toEqual([2, ...one.dims.slice(1)]);
    expect((two.data as Float32Array).subarray(0, one.size)).toEqual(one.data);
    cache.append(recent([0], 50, 16), [0]);
    expectRows(cache, [0]);
  });
});
