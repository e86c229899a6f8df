import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVICES, type Device, type Precision } from '@ownvoice/shared/contract/models';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FORMAT_VERSION, type Manifest, writeManifest } from '../build/manifest.js';
import type { Adapter } from './adapter.js';
import type { FoundAdapter } from './find-adapter.js';
import { type DeviceTools, selectDevice } from './select-device.js';

let folder: string;
const note = vi.fn();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'device-'));
  await built('cpu');
  note.mockClear();
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const built = (target: 'cpu' | 'gpu', precision: Precision = 'int8') =>
  writeManifest(folder, { format: FORMAT_VERSION, target, precision } as Manifest);

const RADEON: Adapter = {
  api: 'vulkan',
  name: 'AMD Radeon RX 7600',
  vendor: 'AMD',
  driver: 'libvulkan_radeon.so',
  software: false,
  shaderF16: true,
  largestBufferBytes: null,
};
const found = (adapter: Partial<Adapter> = {}): FoundAdapter => ({
  kind: 'adapter',
  adapter: { ...RADEON, ...adapter },
  devices: [],
});
const NONE: FoundAdapter = { kind: 'none', reason: 'The Vulkan loader finds no driver for a GPU.' };

/** A machine whose devices have these real-time factors. */
function machine(adapter: FoundAdapter, factors: Partial<Record<Device, number>> = {}) {
  const measure = vi.fn<DeviceTools['measure']>(async (_, device) => {
    const realTimeFactor = factors[device];
    return realTimeFactor ? { kind: 'measured', realTimeFactor } : { kind: 'failed', reason: 'It crashed.' };
  });
  const find = vi.fn(async () => adapter);
  return { find, measure, mayHaveGpu: () => true, mayHaveCuda: () => false };
}

const select = (choice: 'auto' | Device, tools: DeviceTools) =>
  selectDevice(choice, { folder, threads: 2 }, note, tools);

test('webgpu takes any adapter; a software adapter is a warning', async () => {
  expect(await select('webgpu', machine(found()))).toEqual({ device: 'webgpu', adapter: RADEON });
  expect(note).not.toHaveBeenCalledWith('warn', expect.anything(), expect.anything());
  const software = { name: 'llvmpipe', software: true };
  expect(await select('webgpu', machine(found(software)))).toMatchObject({ device: 'webgpu', adapter: software });
  expect(note).toHaveBeenCalledWith(
    'warn',
    { adapter: 'llvmpipe' },
    expect.stringContaining('the adapter is software'),
  );
});

test('webgpu without an adapter is refused in one sentence that says what is missing', async () => {
  await expect(select('webgpu', machine(NONE))).rejects.toThrow(
    'The device webgpu finds no adapter. The Vulkan loader finds no driver for a GPU.',
  );
});

test('auto takes a hardware adapter where it is faster than the processor, measured once', async () => {
  const tools = machine(found(), { webgpu: 0.2, cpu: 1.3 });
  expect(await select('auto', tools)).toEqual({ device: 'webgpu', adapter: RADEON });
  expect(await select('auto', tools)).toEqual({ device: 'webgpu', adapter: RADEON });
  expect(tools.measure.mock.calls.map(([, device]) => device)).toEqual(['webgpu', 'cpu']);
});

test('auto takes the processor where it is faster, or the model does not run on the adapter', async () => {
  expect(await select('auto', machine(found(), { webgpu: 2, cpu: 1.3 }))).toEqual({ device: 'cpu' });
  await rm(join(folder, '.devices.json'));
  expect(await select('auto', machine(found(), { cpu: 1.3 }))).toEqual({ device: 'cpu' });
  expect(note).toHaveBeenCalledWith('warn', { device: 'webgpu', reason: 'It crashed.' }, 'device not measured');
});

test('auto measures again for another adapter or number of threads', async () => {
  const tools = machine(found(), { webgpu: 0.2, cpu: 1.3 });
  await select('auto', tools);
  await selectDevice('auto', { folder, threads: 4 }, note, tools);
  await select('auto', { ...tools, find: async () => found({ name: 'AMD Radeon 780M' }) });
  expect(tools.measure).toHaveBeenCalledTimes(6);
});

test('auto measures at every start where the folder takes no record', async () => {
  await mkdir(join(folder, '.devices.json'));
  const tools = machine(found(), { webgpu: 0.2, cpu: 1.3 });
  await select('auto', tools);
  expect(await select('auto', tools)).toMatchObject({ device: 'webgpu' });
  expect(tools.measure).toHaveBeenCalledTimes(4);
  expect(note).toHaveBeenCalledWith('info', expect.objectContaining({ isKept: false }), 'devices measured');
});

test('auto measures again when the record is damaged', async () => {
  await writeFile(join(folder, '.devices.json'), '{');
  const tools = machine(found(), { webgpu: 0.2, cpu: 1.3 });
  expect(await select('auto', tools)).toMatchObject({ device: 'webgpu' });
  expect(tools.measure).toHaveBeenCalledTimes(2);
});

test.each([
  ['a software adapter', found({ software: true })],
  ['an adapter that is not known to be hardware', found({ software: null })],
  ['no adapter', NONE],
])('auto does not measure %s', async (_, adapter) => {
  const tools = machine(adapter);
  expect(await select('auto', tools)).toEqual({ device: 'auto' });
  expect(tools.measure).not.toHaveBeenCalled();
});

test('auto looks for no adapter where there can be none, or the model was built for CUDA', async () => {
  const tools = machine(found());
  expect(await select('auto', { ...tools, mayHaveGpu: () => false })).toEqual({ device: 'auto' });
  await built('gpu', 'bf16');
  expect(await select('auto', tools)).toEqual({ device: 'auto' });
  expect(tools.find).not.toHaveBeenCalled();
});

test('webgpu refuses a model at fp16 on an adapter without shader-f16', async () => {
  await built('gpu', 'fp16');
  await expect(select('webgpu', machine(found({ shaderF16: false })))).rejects.toThrow(
    'The adapter AMD Radeon RX 7600 has no shader-f16, which a model built at fp16 needs; build it at fp32, mixed, int8 or int4 for webgpu.',
  );
  await built('cpu', 'int8');
  expect(await select('webgpu', machine(found({ shaderF16: false })))).toMatchObject({ device: 'webgpu' });
});

test('an adapter that does not tell whether it has shader-f16 is tried with a model at fp16', async () => {
  await built('gpu', 'fp16');
  const unknown = found({ software: null, shaderF16: null });
  for (const choice of ['webgpu', 'auto'] as const) {
    expect(await select(choice, machine(unknown, { webgpu: 0.2 }))).toMatchObject({ device: 'webgpu' });
    await expect(select(choice, machine(unknown))).rejects.toThrow(
      'adapter AMD Radeon RX 7600 does not run a model built at fp16 (It crashed); build it at',
    );
  }
});

test('auto takes CUDA for a model at fp16, else an adapter with shader-f16, and measures nothing', async () => {
  await built('gpu', 'fp16');
  const tools = machine(found());
  expect(await select('auto', { ...tools, mayHaveCuda: () => true })).toEqual({ device: 'auto' });
  expect(tools.find).not.toHaveBeenCalled();
  expect(await select('auto', tools)).toEqual({ device: 'webgpu', adapter: RADEON });
  expect(tools.measure).not.toHaveBeenCalled();
});

test.each([
  [
    'without shader-f16',
    found({ shaderF16: false }),
    'the adapter AMD Radeon RX 7600 has no shader-f16, which a model built at fp16 needs',
  ],
  [
    'in software',
    found({ name: 'llvmpipe', software: true }),
    'the adapter llvmpipe is software, which only --device webgpu takes',
  ],
  ['that is missing', NONE, 'the Vulkan loader finds no driver for a GPU'],
])('auto refuses a model at fp16 in one sentence for an adapter %s', async (_, adapter, lack) => {
  await built('gpu', 'fp16');
  await expect(select('auto', machine(adapter))).rejects.toThrow(
    `No device here takes a model built at fp16: there is no CUDA, and ${lack}; build it at fp32, mixed, int8 or int4 for the CPU.`,
  );
});

test('a device that was chosen is taken as it is', async () => {
  const tools = machine(found());
  for (const device of DEVICES.filter((name) => name !== 'webgpu'))
    expect(await select(device, tools)).toEqual({ device });
  expect(tools.find).not.toHaveBeenCalled();
});
