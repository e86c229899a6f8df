import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Checkpoint, openCheckpoint } from '@ownvoice/qwen3-tts/internals/checkpoint/checkpoint';
import { ReferenceModel } from '@ownvoice/qwen3-tts/internals/reference/reference-model';
import { goldenFolders } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTrainedWeights } from './trained-weights.js';

const WIDTH = 256;
const ROWS = 12;

/** Kurtosis: 3 for a normal distribution. */
function kurtosis(values: Float32Array): number {
  const moment = (power: number) => values.reduce((sum, value) => sum + value ** power, 0) / values.length;
  return moment(4) / moment(2) ** 2;
}

describe('weights that resemble trained ones', () => {
  let folder: string;
  let checkpoint: Checkpoint;
  let talker: Awaited<ReturnType<ReferenceModel['talker']>>;
  let predictor: Awaited<ReturnType<ReferenceModel['predictor']>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trained-'));
    const golden = goldenFolders().find(({ name }) => name === 'customvoice-0.6b')?.folder ?? '';
    await cp(join(golden, 'checkpoint'), folder, { recursive: true });
    const config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
    const width = { hidden_size: WIDTH, intermediate_size: 3 * WIDTH, num_hidden_layers: 3 };
    const predictorConfig = { ...config.talker_config.code_predictor_config, ...width };
    config.talker_config = { ...config.talker_config, ...width, code_predictor_config: predictorConfig };
    await writeFile(join(folder, 'config.json'), JSON.stringify(config));
    await writeTrainedWeights(folder, 1);
    checkpoint = await openCheckpoint(folder);
    await using plain = await ReferenceModel.create(checkpoint);
    const inputs = (await checkpoint.model.readRows('talker.model.codec_embedding.weight', 0, ROWS)).map(
      (value) => 4 * value,
    );
    talker = await plain.talker([inputs]);
    predictor = await plain.predictor(
      Array.from({ length: ROWS }, (_, row) => ({
        hidden: talker.hidden.subarray(row * WIDTH, (row + 1) * WIDTH),
        codes: Array.from({ length: 16 }, (_, group) => 31 * row + group),
      })),
    );
  });

  afterAll(async () => {
    await checkpoint.close();
    await rm(folder, { recursive: true });
  });

  test('have heavy tails', async () => {
    expect(kurtosis(await checkpoint.model.read('talker.model.layers.0.self_attn.k_proj.weight'))).toBeGreaterThan(5);
  });

  test('bring a value of about 2^17 in front of one down projection of the predictor', () => {
    const [first, second, third] = predictor.downPeaks as [number, number, number];
    expect(second).toBeGreaterThan(2 ** 15);
    expect(second).toBeLessThan(2 ** 20);
    expect(Math.max(first, third)).toBeLessThan(2 ** 11);
    expect(Math.max(...talker.downPeaks)).toBeLessThan(2 ** 11);
  });

  test('bring large channels behind norms and in front of down projections, without changing the size of logits', () => {
    const sizes = Array.from({ length: WIDTH }, (_, channel) => {
      const squares = Array.from({ length: ROWS }, (_, row) => talker.hidden[row * WIDTH + channel]! ** 2);
      return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / ROWS);
    }).toSorted((a, b) => a - b);
    expect(sizes.at(-1)! / sizes[WIDTH >> 1]!).toBeGreaterThan(8);
    expect(Math.min(...talker.downPeaks)).toBeGreaterThan(2 ** 4);
    for (const logits of [talker.logits, ...predictor.logits]) {
      const deviation = Math.sqrt(logits.reduce((sum, value) => sum + value ** 2, 0) / logits.length);
      expect(deviation).toBeGreaterThan(1);
      expect(deviation).toBeLessThan(5);
    }
  });
});
