import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExternalDataFile } from '../../build/external-data.js';
import { openCheckpoint } from '../../checkpoint/checkpoint.js';
import { SafetensorsFile } from '../../checkpoint/safetensors.js';
import { InferenceSession, Tensor } from '../../onnxruntime/onnxruntime.js';
import { goldenFolders } from '../../testing/golden-folders.js';
import { WeightLoader } from '../weights/weight-loader.js';
import type { CarriedState } from './carried-state.js';
import { codecDecoderGraph } from './codec-decoder.js';

/** One for each configuration, which alone decides the graph. */
const golden = new Map(
  goldenFolders().map((each) => [
    readFileSync(join(each.folder, 'checkpoint/speech_tokenizer/config.json'), 'utf8'),
    each,
  ]),
);
const layouts = [...golden.values()].flatMap(({ name, folder }) =>
  (['cpu', 'gpu', 'webgpu'] as const).map((target) => ({ name, folder, target })),
);

describe.each(layouts)('the codec decoder of $name for a $target', ({ folder, target }) => {
  let built: string;
  let session: InferenceSession;
  let states: readonly CarriedState[];
  let expected: SafetensorsFile;
  const codesOf = (codes: BigInt64Array, dims: number[]) =>
    target === 'webgpu' ? new Tensor('int32', Int32Array.from(codes, Number), dims) : new Tensor('int64', codes, dims);

  beforeAll(async () => {
    const checkpoint = await openCheckpoint(join(folder, 'checkpoint'));
    built = await mkdtemp(join(tmpdir(), 'codec-decoder-'));
    const sink = new ExternalDataFile(join(built, 'codec.data'));
    const weights = new WeightLoader(checkpoint.speechTokenizer, 'fp32');
    const graph = await codecDecoderGraph(weights, checkpoint.config.codecDecoder, sink, target);
    sink.close();
    states = graph.states;
    await writeFile(join(built, 'codec.onnx'), graph.model);
    session = await InferenceSession.create(join(built, 'codec.onnx'), { intraOpNumThreads: 1 });
    expected = await SafetensorsFile.open(join(folder, 'expected.safetensors'));
    await checkpoint.close();
  });

  afterAll(async () => {
    await session.release();
    await expected.close();
    await rm(built, { recursive: true });
  });

  test.each([[[1]], [[2, 7, 1]], [[16]], [[1000]]])(
    'gives the official waveform within 5e-5 in pieces of %j frames',
    async (pieces) => {
      for (const name of expected.names().filter((key) => key.startsWith('codec.codes.'))) {
        const codes = await expected.readIntegers(name);
        const official = await expected.read(name.replace('codes', 'waveform'));
        const groups = expected.info(name).shape[1]!;
        let state: Record<string, Tensor> = Object.fromEntries(
          states.map(({ name: key, shape }) => {
            const size = shape.reduce((product, n) => product * n, 1);
            return [key, new Tensor('float32', new Float32Array(size), shape)];
          }),
        );
        let at = 0;
        let largest = 0;
        for (let i = 0; at < codes.length / groups; i++) {
          const most = target === 'webgpu' ? 32 : Number.POSITIVE_INFINITY;
          const frames = Math.min(pieces[i % pieces.length]!, codes.length / groups - at, most);
          const piece = codes.slice(at * groups, (at + frames) * groups);
          const outputs = await session.run({ codes: codesOf(piece, [1, frames, groups]), ...state });
          state = Object.fromEntries(states.map(({ name: key }) => [key, outputs[`${key}_out`]!]));
          for (const [j, sample] of (outputs.waveform!.data as Float32Array).entries()) {
            const clipped = Math.min(1, Math.max(-1, sample));
            largest = Math.max(largest, Math.abs(clipped - official[at * 1920 + j]!));
          }
          at += frames;
        }
        expect(at * 1920).toBe(official.length);
        expect(largest).toBeLessThan(5e-5);
      }
    },
  );
});
