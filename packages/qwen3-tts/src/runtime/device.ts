import { type Device, type DeviceChoice, GPU_PRECISIONS, PRECISIONS } from '@ownvoice/shared/contract/models';
import { hasWebgpuGraphs, type Manifest } from '../build/manifest.js';
import { ModelError } from '../build/model-error.js';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';
import { computeCapability, hasBfloat16 } from './compute-capability.js';

/** Those that every processor and adapter takes, for errors. */
export const OTHER_PRECISIONS = PRECISIONS.filter((name) => !(name in GPU_PRECISIONS))
  .join(', ')
  .replace(/, (?=\w+$)/, ' or ');

/**
 * Chooses the device before anything is loaded.
 *
 * CUDA needs a model built for a GPU, at fp16 or bf16. Core ML runs the codec only, because it compiles no Loop, and the
 * generation graph is one. WebGPU has a graph without, which models for processors and those at fp16 bring.
 * @throws ModelError when the model and the device do not go together, or this runtime lacks the device
 */
export function chooseDevice(choice: DeviceChoice, manifest: Manifest): Device {
  const { precision, target } = manifest;
  const available = new Set(listSupportedBackends().map(({ name }) => name));
  const wanted = choice === 'auto' ? (target === 'gpu' && available.has('cuda') ? 'cuda' : 'cpu') : choice;
  if (wanted !== 'cpu' && !available.has(wanted)) {
    throw new ModelError(
      `The device ${wanted} is not part of this installation of onnxruntime-node on ${process.platform}.`,
    );
  }
  const devices = GPU_PRECISIONS[precision];
  if (devices && !devices.includes(wanted)) {
    throw new ModelError(
      `A model built at ${precision} runs on ${devices.join(' or ')} only; build it at ${OTHER_PRECISIONS} for ${wanted}.`,
    );
  }
  if (wanted === 'webgpu' && !hasWebgpuGraphs(manifest)) {
    throw new ModelError('This model was built without the graphs of WebGPU; build the model again.');
  }
  if (wanted === 'cuda' && target !== 'gpu') {
    throw new ModelError('This model was built for the CPU; build it again for a GPU.');
  }
  if (precision === 'bf16') assertBfloat16(computeCapability());
  return wanted;
}

/** @throws ModelError when the GPUs are known not to compute in bfloat16 */
export function assertBfloat16(capability: number | undefined): void {
  if (hasBfloat16(capability) === false) {
    throw new ModelError(
      `bf16 needs GPUs of compute capability 8.0 or higher, and this machine has one of ${capability?.toFixed(1)}; use fp16.`,
    );
  }
}

/**
 * Where the codec runs. Core ML may compute in half precision, which minimal filtering, the convolutions of models for
 * processors, turns into hiss.
 */
export function codecDevice(device: Device, { target }: Pick<Manifest, 'target'>): Device {
  return device === 'coreml' && target === 'cpu' ? 'cpu' : device;
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
  coreml: { generation: ['cpu'], codec: ['coreml', 'cpu'], encoder: ['cpu'] },
  cpu: { generation: ['cpu'], codec: ['cpu'], encoder: ['cpu'] },
};

/** One of the extended fusions computes something else on WebGPU. */
export function optimizationLevel(device: Device): 'basic' | 'all' {
  return device === 'webgpu' ? 'basic' : 'all';
}
