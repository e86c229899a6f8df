import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ExternalDataFile } from '../../build/external-data.js';
import { InferenceSession, Tensor } from '../../onnxruntime/onnxruntime.js';
import { GraphBuilder, type Value } from '../onnx/builder.js';
import { fastConv } from './fast-conv.js';

interface Shape {
  readonly channels: number;
  readonly outputs: number;
  readonly taps: number;
  readonly dilation: number;
  readonly tile: number;
  readonly multiple: number;
}

/** The same numbers in every run, in (−1, 1). */
function values(count: number, seed: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => Math.sin(12.9898 * (i + 1) + 78.233 * seed) * 0.99);
}

async function withConvolution(shape: Shape, use: (session: InferenceSession) => Promise<void>): Promise<void> {
  const { channels, outputs, taps, dilation } = shape;
  const folder = await mkdtemp(join(tmpdir(), 'fast-conv-'));
  const sink = new ExternalDataFile(join(folder, 'weights.data'));
  const g = GraphBuilder.create('convolution', sink);
  const x = g.input('x', 'float32', ['T', channels]);
  const past = g.input('past', 'float32', [(taps - 1) * dilation, channels]);
  const extend = (after?: Value) => g.node('Concat', after ? [past, x, after] : [past, x], { axis: 0 });
  const kernel = { key: 'kernel', shape: [outputs, channels, taps], values: values(outputs * channels * taps, 1) };
  const bias = { key: 'bias', shape: [outputs], values: values(outputs, 2) };
  g.output(fastConv(g, x, { ...shape, extend, kernel, bias }), 'y', 'float32', ['T', outputs]);
  sink.close();
  await writeFile(join(folder, 'convolution.onnx'), g.toModel());
  const session = await InferenceSession.create(join(folder, 'convolution.onnx'), { intraOpNumThreads: 1 });
  try {
    await use(session);
  } finally {
    await session.release();
    await rm(folder, { recursive: true });
  }
}

/** Row by row, tap by tap, in double precision. */
function direct({ channels, outputs, taps, dilation }: Shape, signal: Float32Array, rows: number): Float64Array {
  const kernel = values(outputs * channels * taps, 1);
  const sums = new Float64Array(rows * outputs);
  for (let i = 0; i < sums.length; i++) {
    const [row, output] = [Math.floor(i / outputs), i % outputs];
    sums[i] = values(outputs, 2)[output]!;
    for (let k = 0; k < channels * taps; k++) {
      const [channel, tap] = [Math.floor(k / taps), k % taps];
      sums[i]! += kernel[output * channels * taps + k]! * signal[(row + tap * dilation) * channels + channel]!;
    }
  }
  return sums;
}

describe('fastConv', () => {
  test.each<Shape>([
    { channels: 3, outputs: 5, taps: 7, dilation: 1, tile: 6, multiple: 1 },
    { channels: 5, outputs: 3, taps: 7, dilation: 9, tile: 6, multiple: 1 },
    { channels: 4, outputs: 4, taps: 7, dilation: 3, tile: 6, multiple: 18 },
    { channels: 2, outputs: 6, taps: 2, dilation: 1, tile: 4, multiple: 2 },
    { channels: 3, outputs: 4, taps: 2, dilation: 1, tile: 1, multiple: 1 },
    { channels: 512, outputs: 3, taps: 7, dilation: 3, tile: 4, multiple: 1 },
  ])('is the causal convolution, for any number of rows: %j', async (shape) => {
    await withConvolution(shape, async (session) => {
      const { channels, outputs, taps, dilation, multiple } = shape;
      const before = (taps - 1) * dilation;
      for (const count of [1, 2, 5, 12, 19]) {
        const rows = count * multiple;
        const signal = values((before + rows) * channels, 3);
        const { y } = await session.run({
          past: new Tensor('float32', signal.subarray(0, before * channels), [before, channels]),
          x: new Tensor('float32', signal.subarray(before * channels), [rows, channels]),
        });
        expect(y!.dims).toEqual([rows, outputs]);
        const expected = direct(shape, signal, rows);
        const errors = Array.from(y!.data as Float32Array, (value, i) => Math.abs(value - expected[i]!));
        expect(Math.max(...errors)).toBeLessThan(2e-5 * Math.sqrt(channels * taps));
      }
    });
  });
});
