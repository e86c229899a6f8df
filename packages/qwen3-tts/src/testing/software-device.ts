import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where Chromium and Chrome keep SwiftShader, a GPU in software: Debian, others, Chrome. */
const FOLDERS = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
const LOADERS = ['/usr/lib/x86_64-linux-gnu/libvulkan.so.1', '/usr/lib64/libvulkan.so.1', '/usr/lib/libvulkan.so.1'];

/** Of Mesa's llvmpipe, by Debian's names. */
const LLVMPIPE = ['lvp_icd.json', 'lvp_icd.x86_64.json'].map((name) => join('/usr/share/vulkan/icd.d', name));

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

const dist = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));

/** 1 + 1 in half precision, in a process of its own. */
const ADDITION = `
  import { GraphBuilder } from '${dist('graph/onnx/builder.js')}';
  import { InferenceSession, Tensor } from '${dist('onnxruntime/onnxruntime.js')}';
  const g = GraphBuilder.create('addition', { append() { throw new Error(); } });
  const x = g.input('x', 'float16', [1]);
  g.output(g.node('Add', [x, x]), 'y', 'float16', [1]);
  const session = await InferenceSession.create(g.toModel(), { executionProviders: ['webgpu', 'cpu'], graphOptimizationLevel: 'disabled' });
  const { y } = await session.run({ x: new Tensor('float16', Uint16Array.of(0x3c00), [1]) });
  process.exit(y.data[0] === 0x4000 ? 0 : 1);`;

/**
 * Variables with which a process has llvmpipe, a GPU in software whose shaders compute in half precision; a driver that
 * `VK_ICD_FILENAMES` names comes first. Undefined where there is none; before Mesa 25 it lacks what WebGPU requires.
 */
export function halfPrecisionDevice(): SoftwareDevice['environment'] | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const named = process.env.VK_ICD_FILENAMES;
  for (const manifest of [...(named?.includes('lvp') ? [named] : []), ...LLVMPIPE]) {
    if (!existsSync(manifest)) continue;
    const environment = { VK_ICD_FILENAMES: manifest };
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', ADDITION], {
      env: { ...process.env, ...environment },
      timeout: 60_000,
    });
    if (status === 0) return environment;
  }
  return undefined;
}
