import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepPace, type PaceConditions, readPace } from './kept-pace.js';

const conditions: PaceConditions = {
  build: 'b1',
  runtime: '1.30.0',
  device: 'cpu',
  threads: 2,
  processor: '2 × EPYC',
  gpu: null,
};

describe('the kept pace of a model', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pace-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('is that of the last one that was kept', async () => {
    expect(await readPace(folder, conditions)).toBeUndefined();
    await keepPace(folder, conditions, 1.25);
    await keepPace(folder, conditions, 0.8);
    expect(await readPace(folder, { ...conditions })).toBe(0.8);
    expect(await readdir(folder)).toEqual(['.pace.json']);
  });

  test.each([
    { build: 'b2' },
    { runtime: '1.31.0' },
    { device: 'cuda' },
    { threads: 3 },
    { processor: '4 × EPYC' },
    { processor: '2 × Xeon' },
    { gpu: 'H200' },
  ])('is discarded when %o is different', async (other) => {
    await keepPace(folder, conditions, 1.25);
    expect(await readPace(folder, { ...conditions, ...other })).toBeUndefined();
  });

  test.each(['', '{', 'null', '[]', '7', 'half', 'realTimeFactor'])(
    'is discarded when the file is damaged: %j',
    async (damage) => {
      await keepPace(folder, conditions, 1.25);
      const path = join(folder, '.pace.json');
      const text = await readFile(path, 'utf8');
      const written = damage === 'half' ? text.slice(0, text.length / 2) : damage;
      await writeFile(path, damage === 'realTimeFactor' ? text.replace('1.25', '-1') : written);
      expect(await readPace(folder, conditions)).toBeUndefined();
    },
  );

  test('is not kept in a folder that cannot be written, and that is no error', async () => {
    const missing = join(folder, 'absent');
    await keepPace(missing, conditions, 1.25);
    expect(await readPace(missing, conditions)).toBeUndefined();
  });
});
