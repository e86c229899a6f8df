import { describe, expect, test } from 'vitest';
import type { GpuNodes } from './gpu-nodes.js';
import { missingAdapter } from './missing-adapter.js';

const NO_ADAPTER = 'Failed to get a WebGPU adapter: No supported adapters';
const NO_DRIVERS = 'Warning: vkCreateInstance failed with VK_ERROR_INCOMPATIBLE_DRIVER';
const NO_DEVICES =
  'Error: Failed to detect any valid GPUs\nWarning: vkEnumeratePhysicalDevices\n    at Gather (a.cpp:1)';
const NOWHERE: GpuNodes = { exist: false, denied: undefined };
const VISIBLE: GpuNodes = { exist: true, denied: undefined };
const DENIED: GpuNodes = { exist: true, denied: { path: '/dev/dri/renderD128', group: 992 } };

describe('a missing adapter is explained in one sentence:', () => {
  test.each<[string, string, GpuNodes, string]>([
    [
      'no loader',
      "Warning: Couldn't load Vulkan: libvulkan.so.1: cannot open",
      VISIBLE,
      'There is no Vulkan loader: libvulkan.so.1 (Debian: libvulkan1) is missing.',
    ],
    ['no driver', NO_DRIVERS, VISIBLE, 'The Vulkan loader finds no driver for a GPU.'],
    [
      'a driver that cannot be loaded',
      `Warning: loader_icd_scan: Failed loading library associated with ICD JSON /usr/lib/lib.so. Ignoring this JSON\n${NO_DRIVERS}`,
      VISIBLE,
      'The Vulkan loader finds no driver for a GPU: /usr/lib/lib.so cannot be loaded.',
    ],
    [
      'a damaged file',
      `Warning: loader_get_json: Invalid JSON file /etc/vulkan/icd.d/a.json.\n${NO_DRIVERS}`,
      VISIBLE,
      'The Vulkan loader finds no driver for a GPU: /etc/vulkan/icd.d/a.json is damaged.',
    ],
    [
      'a damaged file, before loader 1.4',
      'Warning: vkEnumerateInstanceExtensionProperties\n    at Gather (a.cpp:1)',
      VISIBLE,
      'The Vulkan loader fails, as it does when a file that describes a driver is damaged.',
    ],
    ['drivers without a GPU', NO_DEVICES, NOWHERE, 'No GPU is visible here: /dev/dri does not exist.'],
    [
      'a GPU of another group',
      NO_DEVICES,
      DENIED,
      'This process may not use the GPU: /dev/dri/renderD128 is for the group 992.',
    ],
    [
      'a GPU of another vendor',
      NO_DEVICES,
      VISIBLE,
      "The Vulkan drivers that are installed find no GPU of theirs; another vendor's driver may be missing.",
    ],
    ['a GPU that is too old', '', VISIBLE, 'No GPU here has all that WebGPU requires.'],
  ])('%s', (_, log, nodes, reason) => {
    expect(missingAdapter(NO_ADAPTER, log, nodes)).toBe(reason);
  });

  test('a GPU that computes nothing', () => {
    const failure = 'vkCreateDevice failed with VK_ERROR_UNKNOWN\n - While calling [Device]';
    const reason = 'The GPU does not compute: vkCreateDevice failed with VK_ERROR_UNKNOWN';
    expect(missingAdapter(failure, '', VISIBLE)).toBe(reason);
  });
});
