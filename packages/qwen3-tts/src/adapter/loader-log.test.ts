import { expect, test } from 'vitest';
import { readLoaderLog } from './loader-log.js';

const NEW = `[Vulkan Loader] INFO | DRIVER:  linux_read_sorted_physical_devices:
[Vulkan Loader] INFO | DRIVER:       Original order:
[Vulkan Loader] INFO | DRIVER:             [0] llvmpipe (LLVM 15.0.6, 256 bits)
[Vulkan Loader] INFO | DRIVER:             [1] AMD Radeon RX 7600 (RADV NAVI33)
[Vulkan Loader] INFO | DRIVER:       Sorted order:
[Vulkan Loader] INFO | DRIVER:             [0] AMD Radeon RX 7600 (RADV NAVI33)  
[Vulkan Loader] INFO | DRIVER:             [1] llvmpipe (LLVM 15.0.6, 256 bits)  
[Vulkan Loader] DRIVER:                Using "AMD Radeon RX 7600 (RADV NAVI33)" with driver: "/usr/lib/x86_64-linux-gnu/libvulkan_radeon.so"
`;
const OLD = `INFO | DRIVER:         Sorted order:
INFO | DRIVER:               [0] SwiftShader Device (Subzero)  
DRIVER | LAYER:          Using "SwiftShader Device (Subzero)" with driver: "/usr/lib/chromium/./libvk_swiftshader.so"
`;

test('the log of the Vulkan loader, new and old, names all devices and the one that was opened', () => {
  expect(readLoaderLog(NEW)).toEqual({
    devices: ['AMD Radeon RX 7600 (RADV NAVI33)', 'llvmpipe (LLVM 15.0.6, 256 bits)'],
    opened: { name: 'AMD Radeon RX 7600 (RADV NAVI33)', driver: 'libvulkan_radeon.so' },
  });
  expect(readLoaderLog(OLD)).toEqual({
    devices: ['SwiftShader Device (Subzero)'],
    opened: { name: 'SwiftShader Device (Subzero)', driver: 'libvk_swiftshader.so' },
  });
});

test('a log without devices names none', () => {
  expect(readLoaderLog('ERROR: vkCreateInstance: Found no drivers!')).toEqual({ devices: [], opened: undefined });
});
