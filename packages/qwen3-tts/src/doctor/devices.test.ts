import { expect, test } from 'vitest';
import type { Adapter } from '../adapter/adapter.js';
import type { FoundAdapter } from '../adapter/find-adapter.js';
import { checkAdapter, checkDevices } from './devices.js';

const ARC: Adapter = {
  api: 'vulkan',
  name: 'Intel(R) Arc(tm) A770',
  vendor: 'Intel',
  driver: 'libvulkan_intel.so',
  software: false,
  shaderF16: true,
  largestBufferBytes: 2 ** 31,
};
const find = (found: FoundAdapter) => ({ find: async () => found });

test('the doctor lists the adapter, its features and its limit, and the devices that are not used', async () => {
  const devices = ['Intel(R) Arc(tm) A770', 'llvmpipe'];
  const { result, detail, figures } = await checkAdapter('auto', find({ kind: 'adapter', adapter: ARC, devices }));
  expect(result).toBe('ok');
  expect(detail).toBe(
    'Intel(R) Arc(tm) A770: Intel; libvulkan_intel.so; hardware; half precision in shaders: yes; buffers of 2048 MiB are filled right (4096 at most are tried); not used: llvmpipe',
  );
  expect(figures).toEqual({ ...ARC, devices });
});

test('the doctor says what it does not know', async () => {
  const unknown = { api: 'd3d12', name: null, vendor: null, driver: null, software: null, shaderF16: null } as const;
  const adapter = { ...unknown, largestBufferBytes: null };
  const { detail } = await checkAdapter('webgpu', find({ kind: 'adapter', adapter, devices: [] }));
  expect(detail).toContain('vendor unknown; hardware or software unknown; half precision in shaders: unknown');
});

test('no adapter is a fault for the doctor only where WebGPU was chosen', async () => {
  const none = find({ kind: 'none', reason: 'The Vulkan loader finds no driver for a GPU.' });
  expect(await checkAdapter('webgpu', none)).toMatchObject({
    result: 'failed',
    detail: expect.stringContaining('no driver'),
  });
  expect(await checkAdapter('auto', none)).toMatchObject({
    result: 'ok',
    detail: expect.stringContaining('no driver'),
  });
});

test('the doctor measures every device, and says which one failed', async () => {
  const finding = await checkDevices('/model', 'int8', ['webgpu', 'cpu'], {
    measure: async (_, device) =>
      device === 'cpu' ? { kind: 'measured', realTimeFactor: 1.284 } : { kind: 'failed', reason: 'It crashed.' },
  });
  expect(finding).toMatchObject({ check: 'devices int8', result: 'unknown', figures: { cpu: 1.284 } });
  expect(finding.detail).toContain('webgpu failed (It crashed.), cpu 1.28');
});
