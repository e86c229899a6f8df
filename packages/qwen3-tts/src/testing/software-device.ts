import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Chromium and Chrome keep SwiftShader, a GPU in software: Debian, others, Chrome. */
const FOLDERS = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
const LOADERS = ['/usr/lib/x86_64-linux-gnu/libvulkan.so.1', '/usr/lib64/libvulkan.so.1', '/usr/lib/libvulkan.so.1'];

/** A GPU in software, for tests of WebGPU on machines without one. */
export interface SoftwareDevice {
  /** The Vulkan driver. */
  readonly driver: string;
  /** Variables with which a process has this adapter; they count from its start. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Undefined where there is none, or onnxruntime has no WebGPU. */
export function softwareDevice(): SoftwareDevice | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  for (const folder of FOLDERS) {
    const [manifest, driver] = [join(folder, 'vk_swiftshader_icd.json'), join(folder, 'libvk_swiftshader.so')];
    if (!existsSync(manifest) || !existsSync(driver)) continue;
    const variables = { VK_ICD_FILENAMES: manifest };
    if (LOADERS.some((loader) => existsSync(loader))) return { driver, environment: variables };
    // A copy of the loader lies beside the driver.
    if (existsSync(join(folder, 'libvulkan.so.1')))
      return { driver, environment: { ...variables, LD_LIBRARY_PATH: folder } };
  }
  return undefined;
}
