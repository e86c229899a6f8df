import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type Device,
  type DeviceChoice,
  PRECISION_DEVICES,
  PRECISIONS,
  type Precision,
} from '@ownvoice/shared/contract/models';
import { ModelError } from '../errors.js';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';

/**
 * The devices to try for a model, the preferred one first. A device that is named is the only one.
 * @throws ModelError when the model and the device do not go together, or this runtime lacks the device
 */
export function devicesFor(choice: DeviceChoice, precision: Precision, hasGpu = mayHaveGpu): readonly Device[] {
  const able = PRECISION_DEVICES[precision];
  const available = new Set(listSupportedBackends().map(({ name }) => name));
  if (choice === 'auto') {
    const found = able.filter((device) => device === 'cpu' || (available.has(device) && hasGpu(device)));
    if (found.length > 0) return found;
    throw new ModelError(
      `A model built at ${precision} runs on ${able.join(' or ')} only, and no GPU is found here; build it at ${precisionsOf('cpu')}.`,
    );
  }
  if (choice !== 'cpu' && !available.has(choice)) {
    throw new ModelError(
      `The device ${choice} is not part of this installation of onnxruntime-node on ${process.platform}.`,
    );
  }
  if (!able.includes(choice)) {
    throw new ModelError(
      `A model built at ${precision} runs on ${able.join(' or ')} only; build it at ${precisionsOf(choice)} for ${choice}.`,
    );
  }
  return [choice];
}

/** For errors. */
function precisionsOf(device: Device): string {
  const names = PRECISIONS.filter((name) => PRECISION_DEVICES[name].includes(device));
  return names.join(', ').replace(/, (?=\w+$)/, ' or ');
}

const RENDER_FOLDER = '/dev/dri';
/** Of NVIDIA's driver, and of Windows' Linux. */
const OTHER_NODES = ['/dev/nvidiactl', '/dev/dxg'];

/** Whether it is worth trying a device: Linux' kernel offers a GPU to this process, and CUDA's library is installed. */
function mayHaveGpu(device: Device): boolean {
  const hasOther = OTHER_NODES.some((node) => existsSync(node));
  if (device === 'cuda') return hasOther && hasCudaLibrary();
  return process.platform !== 'linux' || hasOther || renderNodes().some(isUsable);
}

/** onnxruntime's package lacks it. */
function hasCudaLibrary(): boolean {
  const runtime = join(dirname(createRequire(import.meta.url).resolve('onnxruntime-node')), '..', 'bin');
  const files = readdirSync(runtime, { recursive: true, encoding: 'utf8' });
  return files.some((name) => name.includes('onnxruntime_providers_cuda.'));
}

function renderNodes(): string[] {
  if (!existsSync(RENDER_FOLDER)) return [];
  const names = readdirSync(RENDER_FOLDER).filter((name) => name.startsWith('renderD'));
  return names.map((name) => join(RENDER_FOLDER, name));
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** onnxruntime's errors have no codes: the parts of their messages that tell one from another, known to this file alone. */
const TOLD_BY = {
  noAdapter: 'Failed to get a WebGPU adapter',
  noShaderF16: 'requires f16 but the device does not support it',
  deviceLost: ' is lost',
} as const;
const tellsOf = (failure: keyof typeof TOLD_BY, error: unknown): boolean => messageOf(error).includes(TOLD_BY[failure]);
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether the GPU has gone, which may come back. */
export const isDeviceLoss = (error: unknown): boolean => tellsOf('deviceLost', error);

/** What onnxruntime says about a GPU, as an error that tells what to do; anything else as it is. */
export function explained(error: unknown, device: Device): unknown {
  if (tellsOf('noAdapter', error)) return new ModelError(missingGpu(), { cause: error });
  if (tellsOf('noShaderF16', error)) {
    const others = precisionsOf('cpu');
    return new ModelError(
      `The GPU has no shader-f16, which a model built at fp16 needs; build it at ${others} for ${device}.`,
      { cause: error },
    );
  }
  return error;
}

function missingGpu(): string {
  const found = 'The device webgpu finds no GPU here';
  if (process.platform !== 'linux') return `${found}.`;
  const denied = renderNodes().find((path) => !isUsable(path));
  if (denied !== undefined) return `${found}: ${denied} is for the group ${statSync(denied).gid}.`;
  if (!existsSync(RENDER_FOLDER) && !OTHER_NODES.some((node) => existsSync(node))) {
    return `${found}: ${RENDER_FOLDER} does not exist.`;
  }
  return `${found}: the Vulkan loader (Debian: libvulkan1) or the driver of its vendor is missing.`;
}

export type Part = 'generation' | 'codec' | 'encoder';

/**
 * Execution providers of each part of the model, the preferred one first. CUDA searches the fastest algorithm for every
 * length that a convolution meets: references have all lengths and are encoded once, so the processor does that. It also
 * decides near ties between codes of a reference as the official implementation does.
 */
export const EXECUTION_PROVIDERS: Readonly<Record<Device, Readonly<Record<Part, readonly string[]>>>> = {
  cuda: { generation: ['cuda', 'cpu'], codec: ['cuda', 'cpu'], encoder: ['cpu'] },
  webgpu: { generation: ['webgpu', 'cpu'], codec: ['webgpu', 'cpu'], encoder: ['cpu'] },
  cpu: { generation: ['cpu'], codec: ['cpu'], encoder: ['cpu'] },
};

/** One of the extended fusions computes something else on WebGPU. */
export function optimizationLevel(device: Device): 'basic' | 'all' {
  return device === 'webgpu' ? 'basic' : 'all';
}
