import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InferenceSession, Tensor } from '../runtime/onnxruntime.js';
import { GraphBuilder } from './builder.js';
import { type QuantizationScheme, quantize } from './quantize.js';

const COLUMNS = 1024;
const ROWS = 512;

/** Numbers without a pattern that a product could hide behind. */
const values = (count: number, seed: number) =>
  Float32Array.from({ length: count }, (_, i) => Math.sin((i + 1) * 12.9898 + seed * 78.233) * Math.cos(i * 0.37));

/** Row 0 of a product, computed as the first and as the last of so many rows. */
async function rowInBatches(
  scheme: QuantizationScheme,
  batches: readonly number[],
): Promise<Map<string, Float32Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'rows-'));
  const parts: Uint8Array[] = [];
  let offset = 0;
  const g = GraphBuilder.create('product', {
    append(bytes) {
      const padding = new Uint8Array((64 - (bytes.length % 64)) % 64);
      parts.push(bytes, padding);
      const external = { location: 'weights.data', offset, length: bytes.length };
      offset += bytes.length + padding.length;
      return external;
    },
  });
  const { packed, scales } = quantize(values(ROWS * COLUMNS, 1), ROWS, COLUMNS, scheme);
  const x = g.input('x', 'float32', ['B', COLUMNS]);
  const product = g.node('com.microsoft:MatMulNBits', [x, g.weight('w', packed), g.weight('s', scales)], {
    K: COLUMNS,
    N: ROWS,
    bits: scheme.bits,
    block_size: scheme.block,
    accuracy_level: 4,
  });
  g.output(product, 'y', 'float32', ['B', ROWS]);
  await writeFile(join(folder, 'product.onnx'), g.toModel());
  await writeFile(join(folder, 'weights.data'), Buffer.concat(parts));
  const session = await InferenceSession.create(join(folder, 'product.onnx'), { intraOpNumThreads: 2 });
  const found = new Map<string, Float32Array>();
  for (const batch of batches) {
    for (const [name, at] of [
      ['first', 0],
      ['last', batch - 1],
    ] as const) {
      const data = values(batch * COLUMNS, 2);
      data.set(values(COLUMNS, 3), at * COLUMNS);
      const { y } = await session.run({ x: new Tensor('float32', data, [batch, COLUMNS]) });
      found.set(`${name} of ${batch}`, (y!.data as Float32Array).slice(at * ROWS, (at + 1) * ROWS));
    }
  }
  await session.release();
  await rm(folder, { recursive: true });
  return found;
}

it.each([
  { scheme: { bits: 8, block: 32 }, batches: [1, 2, 3, 4, 5, 6, 7, 8, 9, 12] },
  { scheme: { bits: 4, block: 128 }, batches: [2, 4, 6, 8, 10, 12] },
] as const)(
  'a row of a product of $scheme.bits bits in blocks of $scheme.block is the same to the last bit in batches of $batches',
  async ({ scheme, batches }) => {
    const found = await rowInBatches(scheme, batches);
    const [[, expected], ...others] = [...found] as [[string, Float32Array], ...[string, Float32Array][]];
    expect(expected.some((value) => value !== 0)).toBe(true);
    for (const [place, row] of others) expect(row, place).toEqual(expected);
  },
);
