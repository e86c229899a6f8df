import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Conditions, readCalibration, writeCalibration } from './batch-plan.js';

const conditions: Conditions = {
  build: 'b1',
  runtime: '1.30.0',
  device: 'cpu',
  threads: 2,
  cpu: '2 × EPYC',
  gpu: null,
};

describe('the calibration of a model', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calibration-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('is the last one that was written', async () => {
    expect(await readCalibration(folder, conditions)).toBeUndefined();
    await writeCalibration(folder, conditions, 1.25);
    await writeCalibration(folder, conditions, 0.8);
    expect(await readCalibration(folder, { ...conditions })).toBe(0.8);
    expect(await readdir(folder)).toEqual(['.calibration.json']);
  });

  test.each([
    { build: 'b2' },
    { runtime: '1.31.0' },
    { device: 'cuda' as const },
    { threads: 3 },
    { cpu: '4 × EPYC' },
    { cpu: '2 × Xeon' },
    { gpu: 'H200' },
  ])('is discarded when %o is different', async (other) => {
    await writeCalibration(folder, conditions, 1.25);
    expect(await readCalibration(folder, { ...conditions, ...other })).toBeUndefined();
  });

  test.each(['', '{', 'null', '[]', '7', 'half', 'measuredRtf'])(
    'is discarded when the file is damaged: %j',
    async (damage) => {
      await writeCalibration(folder, conditions, 1.25);
      const path = join(folder, '.calibration.json');
      const text = await readFile(path, 'utf8');
      const written = damage === 'half' ? text.slice(0, text.length / 2) : damage;
      await writeFile(path, damage === 'measuredRtf' ? text.replace('1.25', '-1') : written);
      expect(await readCalibration(folder, conditions)).toBeUndefined();
    },
  );

  test('is not written into a folder that cannot be written, and that is no error', async () => {
    const missing = join(folder, 'absent');
    await writeCalibration(missing, conditions, 1.25);
    expect(await readCalibration(missing, conditions)).toBeUndefined();
  });
});
