import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ExternalDataFile } from '../build/external-data.js';
import { InferenceSession, Tensor } from '../runtime/onnxruntime.js';
import { GraphBuilder } from './builder.js';
import { snake } from './snake.js';

describe('snake', () => {
  test('is x + sin²(x · e^alpha) / e^beta, to 4e-6 of the amplitude over many periods, and 0 at 0', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snake-'));
    const [rows, channels] = [4000, 3];
    const alpha = { key: 'alpha', shape: [channels], values: Float32Array.of(-2, 0, 1.5) };
    const beta = { key: 'beta', shape: [channels], values: Float32Array.of(1, -3, 0) };
    const sink = new ExternalDataFile(join(folder, 'weights.data'));
    const g = GraphBuilder.create('snake', sink);
    const value = g.input('x', 'float32', ['T', channels]);
    g.output(snake(g, { value, channels, multiple: 40 }, alpha, beta).value, 'y', 'float32', ['T', channels]);
    sink.close();
    await writeFile(join(folder, 'snake.onnx'), g.toModel());
    const session = await InferenceSession.create(join(folder, 'snake.onnx'), { intraOpNumThreads: 1 });

    // The argument of the sine runs from −20 to 20 in every channel, through zero.
    const x = Float32Array.from({ length: rows * channels }, (_, i) => {
      const row = Math.floor(i / channels);
      return ((row - rows / 2) / 100) * Math.exp(-alpha.values[i % channels]!);
    });
    const { y } = await session.run({ x: new Tensor('float32', x, [rows, channels]) });
    await session.release();
    await rm(folder, { recursive: true });
    for (const [i, result] of (y!.data as Float32Array).entries()) {
      const amplitude = Math.exp(-beta.values[i % channels]!);
      const argument = x[i]! * Math.exp(alpha.values[i % channels]!);
      const error = Math.abs(result - x[i]! - Math.sin(argument) ** 2 * amplitude);
      // Of the first, half is what float32 makes of an argument of 20; the second is the last bit of the sum.
      expect(error).toBeLessThan(4e-6 * amplitude + 2 ** -24 * Math.abs(x[i]!));
      if (x[i] === 0) expect(result).toBe(0);
    }
  });
});
