import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildModel } from '../build/build-model.js';
import { measureDevice } from './measure-device.js';

const checkpoint = fileURLToPath(new URL('../../../../tests/golden/customvoice-0.6b/checkpoint', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'measured-'));
  await buildModel({ checkpoint, out: join(folder, 'model'), precision: 'int8' });
});
afterAll(() => rm(folder, { recursive: true }));

test('a device is measured by an utterance in a process of its own', async () => {
  const result = await measureDevice(join(folder, 'model'), 'cpu', 1);
  expect(result).toEqual({ kind: 'measured', realTimeFactor: expect.any(Number) });
});

test('a device on which the model does not load is told with the reason', async () => {
  expect(await measureDevice(join(folder, 'nothing'), 'cpu', 1)).toEqual({
    kind: 'failed',
    reason: expect.stringMatching(/holds no built model: manifest\.json is missing\.$/),
  });
});
