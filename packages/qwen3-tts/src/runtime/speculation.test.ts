import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCheckpointConfig } from '../checkpoint/config.js';
import { PredictorTrial, type TrialFrames } from '../measure/predictor-trial.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { generateGolden } from '../testing/golden-generation.js';
import { FrameNoise } from './noise.js';
import { Speculation } from './speculation.js';

const scratch = await mkdtemp(join(tmpdir(), 'speculation-'));
afterAll(() => rm(scratch, { recursive: true }));

describe('drafts change no code', () => {
  test.each(goldenFolders())('of the golden case of $name', async ({ name }) => {
    const generate = (precision: 'fp32' | 'int8', speculate: boolean) => {
      const folder = join(scratch, `${name}-${precision}-${speculate}`);
      return generateGolden(folder, { variant: name, precision, target: 'cpu', speculate });
    };
    const exact = await generate('fp32', true);
    expect(exact.codes).toEqual(exact.official);
    const [drafting, plain] = [await generate('int8', true), await generate('int8', false)];
    expect(drafting.codes).toEqual(plain.codes);
    expect(exact.drafts.accepted + drafting.drafts.accepted).toBeGreaterThan(0);
    expect(plain.drafts.drafted).toBe(0);
  });

  test.each([
    { precision: 'int8', total: 10_000 },
    { precision: 'fp32', total: 1_000 },
    { precision: 'int4', total: 1_000 },
  ] as const)(
    'of $total random frames at $precision, alone or in a batch',
    async ({ precision, total }) => {
      const reduced = await readCheckpointConfig(join(goldenFolders()[0]!.folder, 'checkpoint'));
      const config = {
        ...reduced,
        talker: { ...reduced.talker, codeGroups: 6 },
        codePredictor: { ...reduced.codePredictor, layers: 1, vocabularySize: 64 },
      };
      const trial = await PredictorTrial.open(
        join(scratch, precision),
        config,
        { precision, distinctness: 0.4, seed: 1 },
        1,
      );
      const { talker, codePredictor } = config;
      const drafts = { drafted: 0, accepted: 0 };
      const count = 500;
      for (let at = 0; at < total; at += count) {
        const noise = new Float32Array(count * (talker.codeGroups - 1) * codePredictor.vocabularySize);
        const hidden = new Float32Array(count * talker.hiddenSize);
        new FrameNoise(2, at).gumbel(noise);
        new FrameNoise(3, at).gumbel(hidden);
        const first = BigInt64Array.from({ length: count }, (_, i) =>
          BigInt(((at + i) * 7919) % codePredictor.vocabularySize),
        );
        const frames = (rows: number): TrialFrames => ({ rows, hidden, first, noise });
        const plain = await trial.run(frames(50), false);
        const alone = await trial.run(frames(1), true);
        expect(alone.codes).toEqual(plain.codes);
        drafts.drafted += alone.drafts.drafted;
        drafts.accepted += alone.drafts.accepted;
      }
      await trial.close();
      const acceptance = drafts.accepted / drafts.drafted;
      expect(acceptance).toBeGreaterThan(0.3);
      expect(acceptance).toBeLessThan(0.9);
    },
    300_000,
  );
});

describe('the engine', () => {
  const record = (speculation: Speculation, segments: number, accepted: number) => {
    let drafting = 0;
    for (let i = 0; i < segments; i++) {
      if (!speculation.next(1)) continue;
      drafting++;
      speculation.record({ drafted: 100, accepted });
    }
    return drafting;
  };

  test('drafts as long as enough drafts are right', () => {
    expect(record(new Speculation(0.25), 100, 25)).toBe(100);
  });

  test('stops drafting below break-even, and drafts a segment now and then to measure again', () => {
    expect(record(new Speculation(0.25), 2 + 320, 24)).toBe(2 + 10);
  });

  test('drafts again when more drafts are right', () => {
    const speculation = new Speculation(0.25);
    record(speculation, 1000, 0);
    record(speculation, 320, 60);
    expect(record(speculation, 100, 60)).toBe(100);
  });

  test('drafts for one row only, and counts all drafts', () => {
    const speculation = new Speculation(0.25);
    expect([1, 2, 8].map((rows) => speculation.next(rows))).toEqual([true, false, false]);
    expect(new Speculation().next(1)).toBe(false);
    record(speculation, 1, 40);
    record(speculation, 1, 60);
    expect(speculation.counts).toEqual({ drafted: 200, accepted: 100 });
  });
});
