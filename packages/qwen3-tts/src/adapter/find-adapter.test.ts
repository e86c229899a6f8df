import { describe, expect, test } from 'vitest';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';
import { softwareDevice } from '../testing/software-device.js';
import { type Adapter, adapterName, vulkanDevice } from './adapter.js';
import { findAdapter, probeIn } from './find-adapter.js';
import { PROBE_MARK, type ProbeResult } from './probe-result.js';

const hasWebGpu = listSupportedBackends().some(({ name }) => name === 'webgpu');
const works: ProbeResult = { failure: null, shaderF16: true, largestBufferBytes: null };

const found = (result: ProbeResult | undefined, { log = '', platform = 'linux' as NodeJS.Platform, ended = '' } = {}) =>
  findAdapter({
    platform,
    run: async () => ({ output: `${log}\n${result ? PROBE_MARK + JSON.stringify(result) : ''}\n`, ended }),
  });

describe.skipIf(!hasWebGpu)('the adapter', () => {
  test('of Vulkan has the name, vendor and driver of the device that was opened', async () => {
    const log = 'DRIVER: Using "Intel(R) Arc(tm) A770 Graphics (DG2)" with driver: "/usr/lib/libvulkan_intel.so"';
    expect(await found(works, { log })).toMatchObject({
      adapter: {
        api: 'vulkan',
        name: 'Intel(R) Arc(tm) A770 Graphics (DG2)',
        vendor: 'Intel',
        driver: 'libvulkan_intel.so',
        software: false,
        shaderF16: true,
      },
    });
  });

  test.each([
    ['darwin', { api: 'metal', name: null, software: false }, 'a device of Metal without a name'],
    ['win32', { api: 'd3d12', name: null, software: null }, 'a device of Direct3D 12 without a name'],
    ['linux', { api: 'vulkan', name: null, software: null }, 'a device of Vulkan without a name'],
  ] as const)('on %s is said to be unknown where nothing tells it', async (platform, adapter, name) => {
    const answer = await found(works, { platform });
    expect(answer).toMatchObject({ kind: 'adapter', adapter });
    expect(adapterName(answer.kind === 'adapter' ? answer.adapter : ({} as Adapter))).toBe(name);
  });

  test('is missing where it computes nothing, or its driver crashes', async () => {
    const failure = 'vkCreateDevice failed with VK_ERROR_UNKNOWN\n - While calling [Device]';
    const reason = 'The GPU does not compute: vkCreateDevice failed with VK_ERROR_UNKNOWN';
    expect(await found({ ...works, failure })).toEqual({ kind: 'none', reason });
    const crashed = "The GPU's driver crashed when it was tried: the process ended with SIGSEGV.";
    expect(await found(undefined, { ended: 'SIGSEGV' })).toEqual({ kind: 'none', reason: crashed });
  });
});

test('a driver of a processor makes a software adapter', () => {
  expect(vulkanDevice('llvmpipe (LLVM 15)', 'libvulkan_lvp.so').software).toBe(true);
  expect(vulkanDevice('Microsoft Basic Render Driver', 'libvulkan_dzn.so').software).toBe(true);
  expect(vulkanDevice('NVIDIA H200', 'libGLX_nvidia.so.0')).toEqual({ vendor: 'NVIDIA', software: false });
  expect(vulkanDevice('AMD Radeon 780M', 'libvulkan_radeon.so')).toEqual({ vendor: 'AMD', software: false });
  expect(vulkanDevice('Something', 'libvulkan_new.so')).toEqual({ vendor: null, software: false });
});

const device = softwareDevice();
if (!device) console.warn('skipped: the probe of a real adapter, because no software GPU is installed here');

test.skipIf(!device)('SwiftShader is found, and known to be software without half precision', async () => {
  const run = probeIn({ ...process.env, ...device?.environment });
  const adapter = { name: expect.stringContaining('SwiftShader'), software: true, shaderF16: false };
  expect(await findAdapter({ run })).toMatchObject({ kind: 'adapter', adapter });
});

test.skipIf(!device)('without a driver there is no adapter', async () => {
  const run = probeIn({ ...process.env, ...device?.environment, VK_ICD_FILENAMES: '/nowhere.json' });
  expect(await findAdapter({ run })).toEqual({ kind: 'none', reason: 'The Vulkan loader finds no driver for a GPU.' });
});
