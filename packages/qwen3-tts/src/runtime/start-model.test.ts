import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildModel } from '../build/build-model.js';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { startModel } from './start-model.js';

vi.mock(import('./device.js'), async (original) => {
  const device = await original();
  return {
    ...device,
    // A machine with a GPU, as far as anything tells.
    devicesFor: (choice, precision) => device.devicesFor(choice, precision, () => true),
  };
});

const { folder: golden } = goldenFolders().find(({ name }) => name === 'customvoice-0.6b')!;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
  await buildModel({ checkpoint: join(golden, 'checkpoint'), out: folder, precision: 'int8' });
});
afterAll(() => rm(folder, { recursive: true }));

const start = (device: 'auto' | 'cpu' | 'webgpu', measured?: number) => {
  const unused: string[] = [];
  const options = { folder, device, threads: 1, measuredRtf: async () => measured };
  const onUnused = (name: string, reason: string) => unused.push(`${name}: ${reason}`);
  return { unused, started: startModel({ ...options, onUnused }) };
};

test('a model is loaded and timed, unless an earlier start has timed it', async () => {
  const { model, realTimeFactor, deviceReason } = await start('cpu').started;
  expect(model.info.device).toBe('cpu');
  expect(realTimeFactor).toBeGreaterThan(0);
  expect(deviceReason).toBeUndefined();
  await model.close();
  const again = await start('cpu', 0.75).started;
  expect(again.realTimeFactor).toBe(0.75);
  await again.model.close();
});

const hasWebgpu = listSupportedBackends().some(({ name }) => name === 'webgpu');
const isWithoutGpu = hasWebgpu && process.platform === 'linux';

test.runIf(isWithoutGpu)('auto passes over a GPU that cannot be used, and says why', async () => {
  vi.stubEnv('VK_ICD_FILENAMES', '/nowhere.json');
  vi.stubEnv('VK_DRIVER_FILES', '/nowhere.json');
  const { started, unused } = start('auto', 0.5);
  const { model, deviceReason } = await started;
  expect(model.info.device).toBe('cpu');
  expect(unused).toEqual([expect.stringMatching(/^webgpu: The device webgpu finds no GPU here/)]);
  expect(deviceReason).toMatch(/^webgpu is not used: The device webgpu finds no GPU here/);
  await model.close();
  await expect(start('webgpu').started).rejects.toThrow('The device webgpu finds no GPU here');
});
