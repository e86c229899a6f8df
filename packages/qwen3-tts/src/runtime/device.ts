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
import { ModelError, messageOf } from '../errors.js';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';

/** What sets a device apart. */
interface DeviceTraits {
  /** Execution providers of the language model and the codec, the preferred one first. */
  readonly providers: readonly string[];
  /** onnxruntime's package lacks it: part of the name of a file. */
  readonly library?: string;
  /** One of the extended fusions computes something else on WebGPU. */
  readonly optimization: 'basic' | 'all';
  /**
   * Frames of the longest segment. Longer ones pay on a GPU, where the KV cache travels with every run. On a CPU it is read in
   * place, and 16 frames took as long as twice 8: there all segments have one length, so that nothing depends on who shares
   * a batch.
   */
  readonly segmentFrames: number;
  /** Prompt positions of a run. On a CPU nothing else is done meanwhile; a GPU that keeps buffers divides a prompt itself. */
  readonly prefillPositions: number;
  /**
   * What a run leaves behind stays in buffers: no Loop, a run for each frame, and the codec's state on the device. The device
   * belongs to the whole process, and two threads that use it at once crash.
   */
  readonly keepsBuffers: boolean;
  /** Searches the fastest algorithm of each convolution for every new length, so that pieces of audio have to be whole. */
  readonly searches: boolean;
}

export const DEVICE_TRAITS: Readonly<Record<Device, DeviceTraits>> = {
  cuda: {
    providers: ['cuda', 'cpu'],
    library: 'onnxruntime_providers_cuda.',
    optimization: 'all',
    segmentFrames: 32,
    prefillPositions: Number.POSITIVE_INFINITY,
    keepsBuffers: false,
    searches: true,
  },
  webgpu: {
    providers: ['webgpu', 'cpu'],
    optimization: 'basic',
    segmentFrames: 32,
    prefillPositions: Number.POSITIVE_INFINITY,
    keepsBuffers: true,
    searches: false,
  },
  cpu: {
    providers: ['cpu'],
    optimization: 'all',
    segmentFrames: 8,
    prefillPositions: 64,
    keepsBuffers: false,
    searches: false,
  },
};

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

/** Whether it is worth trying a device: Linux' kernel offers a GPU to this process, and the device's library is installed. */
function mayHaveGpu(device: Device): boolean {
  const hasOther = OTHER_NODES.some((node) => existsSync(node));
  const { library } = DEVICE_TRAITS[device];
  if (library !== undefined) return hasOther && isInstalled(library);
  return process.platform !== 'linux' || hasOther || renderNodes().some(isUsable);
}

function isInstalled(library: string): boolean {
  const runtime = join(dirname(createRequire(import.meta.url).resolve('onnxruntime-node')), '..', 'bin');
  return readdirSync(runtime, { recursive: true, encoding: 'utf8' }).some((name) => name.includes(library));
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
