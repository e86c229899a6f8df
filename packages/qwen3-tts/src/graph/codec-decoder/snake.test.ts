import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ExternalDataFile } from '../../build/external-data.js';
import type { TensorSource } from '../../checkpoint/safetensors.js';
import { InferenceSession, Tensor } from '../../onnxruntime/onnxruntime.js';
import { Module } from '../layers/module.js';
import { GraphBuilder } from '../onnx/builder.js';
import { WeightLoader } from '../weights/weight-loader.js';
import { snake } from './snake.js';

function memorySource(vectors: Readonly<Record<string, Float32Array>>): TensorSource {
  const vector = (name: string) => vectors[name] ?? new Float32Array();
  return {
    names: () => Object.keys(vectors),
    has: (name) => name in vectors,
    info: (name) => ({ dtype: 'F32', shape: [vector(name).length] }),
    read: async (name) => vector(name),
    readRows: async (name, first, count) => vector(name).slice(first, first + count),
  };
}

describe('snake', () => {
  test.each(['cpu', 'gpu', 'webgpu'] as const)(
    'is x + sin²(x · e^alpha) / e^beta, to 3e-6 of the amplitude over many periods, and 0 at 0, for %s',
    async (target) => {
      const folder = await mkdtemp(join(tmpdir(), 'snake-'));
      const [rows, channels] = [4000, 3];
      const alpha = Float32Array.of(-2, 0, 1.5);
      const beta = Float32Array.of(1, -3, 0);
      const sink = new ExternalDataFile(join(folder, 'weights.data'));
      const g = GraphBuilder.create('snake', sink);
      const value = g.input('x', 'float32', ['T', channels]);
      const m = new Module(g, new WeightLoader(memorySource({ alpha, beta }), 'fp32'), '');
      const { value: activated } = await snake(m, { value, channels, multiple: 40 }, target);
      g.output(activated, 'y', 'float32', ['T', channels]);
      sink.close();
      await writeFile(join(folder, 'snake.onnx'), g.toModel());
      const session = await InferenceSession.create(join(folder, 'snake.onnx'), { intraOpNumThreads: 1 });

      // The argument of the sine runs from −20 to 20 in every channel, through zero.
      const x = Float32Array.from({ length: rows * channels }, (_, i) => {
        const row = Math.floor(i / channels);
        return ((row - rows / 2) / 100) * Math.exp(-alpha[i % channels]!);
      });
      const { y } = await session.run({ x: new Tensor('float32', x, [rows, channels]) });
      await session.release();
      await rm(folder, { recursive: true });
      for (const [i, result] of (y!.data as Float32Array).entries()) {
        const amplitude = Math.exp(-beta[i % channels]!);
        const argument = x[i]! * Math.exp(alpha[i % channels]!);
        const error = Math.abs(result - x[i]! - Math.sin(argument) ** 2 * amplitude);
        // The first is what float32 makes of an argument of 20; the second is the last bit of the sum.
        expect(error).toBeLessThan(3e-6 * amplitude + 2 ** -24 * Math.abs(x[i]!));
        if (x[i] === 0) expect(result).toBe(0);
      }
    },
  );
});
