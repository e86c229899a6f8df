import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildModel } from '../build/build-model.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { predictorShare } from './measure-model.js';

const built = await mkdtemp(join(tmpdir(), 'measure-'));
afterAll(() => rm(built, { recursive: true }));

test.each(['loop', 'unrolled'] as const)(
  'a profile finds the operators of the code predictor by their path, in the form %s',
  async (predictor) => {
    const { folder } = goldenFolders().find(({ name }) => name === 'customvoice-0.6b')!;
    const out = join(built, predictor);
    await buildModel({ checkpoint: join(folder, 'checkpoint'), out, precision: 'int8', predictor });
    const share = await predictorShare(out, 1);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  },
);
