import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildModel } from '../build/build-model.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { predictorShare } from './profile.js';

const built = await mkdtemp(join(tmpdir(), 'measure-'));
afterAll(() => rm(built, { recursive: true }));

test.each(['cpu', 'gpu'] as const)(
  'a profile finds the operators of the code predictor by their path, in the layout for a %s',
  async (target) => {
    const { folder } = goldenFolders().find(({ name }) => name === 'customvoice-0.6b')!;
    const out = join(built, target);
    await buildModel({ checkpoint: join(folder, 'checkpoint'), out, precision: 'int8', target });
    const share = await predictorShare(out, 1);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  },
);
