import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildModel } from '../../build/build-model.js';
import { MODEL_FILES } from '../../build/manifest.js';
import { type CheckpointConfig, readCheckpointConfig } from '../../checkpoint/config.js';
import { editedCheckpoint } from '../../testing/edited-checkpoint.js';
import { goldenFolder } from '../../testing/golden-folders.js';
import { copyGolden } from '../../testing/golden-models.js';
import { plantedSpikes, relativeError, scaled } from '../../testing/planted-spikes.js';
import { BatchRow } from '../batch-row.js';
import { Generator } from '../generator.js';
import { FrameNoise } from '../noise.js';
import { defaultSampling } from '../sampling.js';
import { openSession } from '../sessions.js';
import { FrameSession } from './frame-session.js';

const golden = goldenFolder('customvoice-0.6b');
const TOKENS = 12;
const SPIKES = plantedSpikes('in a gate', 'in a residual sum');

describe('the graph of a frame, on the CPU', () => {
  let folder: string;
  let config: CheckpointConfig;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'frame-'));
    await copyGolden('customvoice-0.6b', folder, 'fp32');
    config = await readCheckpointConfig(join(folder, MODEL_FILES.checkpoint));
  });
  afterAll(() => rm(folder, { recursive: true }));

  function rowOf(seed: number, length: number): { row: BatchRow; codes: number[] } {
    const { hiddenSize } = config.talker;
    const inputs = new Float32Array(length * hiddenSize);
    new FrameNoise(9, 0).gumbel(inputs);
    const padding = inputs.slice(0, hiddenSize);
    const input = {
      prompt: { length, inputs, trailing: padding, padding },
      sampling: defaultSampling(config),
      seed,
      reproducible: true,
      length: { kind: 'tokens' as const, maximum: TOKENS },
      signal: undefined,
      onStart: undefined,
      codecState: async () => ({}),
    };
    const row = new BatchRow(config, input, { resolve: () => {}, reject: () => {} });
    const codes: number[] = [];
    const accept = row.accept.bind(row);
    row.accept = (frame, ...evidence) => {
      codes.push(...frame);
      accept(frame, ...evidence);
    };
    return { row, codes };
  }

  /** The second row joins behind the first segment; its prompt takes several runs. */
  async function generate(generator: Generator): Promise<number[][]> {
    const [first, second] = [rowOf(1, 8), rowOf(2, 70)];
    await generator.prefill(first.row, 1);
    await generator.decodeSegment(4, 1);
    await generator.prefill(second.row, 1);
    while (generator.rows.length > 0) await generator.decodeSegment(4, generator.rows.length);
    return [first.codes, second.codes];
  }

  test('draws the codes that the graph with a loop draws with the same seed', async () => {
    const loop = await openSession(folder, MODEL_FILES.generation, 'generation', 'cpu', 1);
    const expected = await generate(new Generator(loop, config));
    const frame = await FrameSession.open(folder, 'cpu', 1, config);
    const codes = await generate(new Generator(frame, config));
    expect(new Set(expected.flat()).size).toBeGreaterThan(50);
    expect(codes).toEqual(expected);
    await loop.release();
    await frame.release();
  });

  // A CPU rounds less than a GPU does: this holds what the graph computes, and webgpu.test.ts how exactly.
  test.each([
    ['of the checkpoint', {}],
    ['beside values of 2^20 in a gate and a residual sum', SPIKES],
  ])('gives the first logits of float32 at fp16, %s', async (name, weights) => {
    const logitsAt = async (precision: 'fp16' | 'fp32') => {
      const out = join(folder, `${name}-${precision}`);
      await buildModel({ checkpoint: join(folder, `${name}-checkpoint`), out, precision });
      const frame = await FrameSession.open(out, 'cpu', 1, config);
      const generator = new Generator(frame, config);
      const { row } = rowOf(1, 8);
      await generator.prefill(row, 1);
      await frame.release();
      return row.firstStep!.logits;
    };
    await editedCheckpoint(join(golden, 'checkpoint'), join(folder, `${name}-checkpoint`), scaled(weights));
    expect(relativeError(await logitsAt('fp16'), await logitsAt('fp32'))).toBeLessThan(5e-3);
  });
});
