import { type Device, type DeviceChoice, GPU_PRECISIONS, type Precision } from '@ownvoice/shared/contract/models';
import { readManifest } from '../build/manifest.js';
import { ModelError } from '../build/model-error.js';
import { OTHER_PRECISIONS } from '../runtime/device.js';
import { type Adapter, adapterName } from './adapter.js';
import { mayHaveCuda } from './cuda.js';
import { type FoundAdapter, findAdapter } from './find-adapter.js';
import { gpuNodes } from './gpu-nodes.js';
import { keepMeasurement, type Measurement, machineKey, readMeasurement } from './kept-measurement.js';
import { type MeasureDevice, type MeasuredDevice, measureDevice } from './measure-device.js';

interface SelectedDevice {
  /** For `loadModel`. */
  readonly device: DeviceChoice;
  /** Of WebGPU. */
  readonly adapter?: Adapter;
}

/** What is to run. */
interface Model {
  readonly precision: Precision;
  readonly folder: string;
  readonly threads: number;
}

/** Something for the log. */
type Note = (level: 'info' | 'warn', fields: object, message: string) => void;

/** What the choice depends on; a test has others. */
export interface DeviceTools {
  readonly find: () => Promise<FoundAdapter>;
  readonly measure: MeasureDevice;
  /** Whether there may be a GPU at all, which costs nothing to ask. */
  readonly mayHaveGpu: () => boolean;
  readonly mayHaveCuda: () => boolean;
}

const TOOLS: DeviceTools = { find: findAdapter, measure: measureDevice, mayHaveGpu, mayHaveCuda };

function mayHaveGpu(): boolean {
  return process.platform !== 'linux' || gpuNodes().exist;
}

/**
 * Chooses where a built model runs. `auto` takes CUDA where the model was built for it, else a hardware adapter that is
 * faster than the processor, else the processor. That is measured once and kept beside the model; in a folder that
 * cannot be written it is measured at every start. A model that no processor takes gets no measurement.
 * @throws ModelError when WebGPU was asked for, or nothing else is left, and there is no adapter for the model
 */
export async function selectDevice(
  choice: DeviceChoice,
  { folder, threads }: { readonly folder: string; readonly threads: number },
  note: Note,
  tools: DeviceTools = TOOLS,
): Promise<SelectedDevice> {
  if (choice !== 'auto' && choice !== 'webgpu') return { device: choice };
  const { precision, target } = await readManifest(folder);
  if (choice === 'webgpu') {
    const found = await tools.find();
    if (found.kind === 'none') throw new ModelError(`The device webgpu finds no adapter. ${found.reason}`);
    const lack = await lackOf(found.adapter, { precision, folder, threads }, tools);
    if (lack !== undefined) throw new ModelError(`The ${lack}; build it at ${OTHER_PRECISIONS} for webgpu.`);
    return announced(found, note);
  }
  if (target === 'gpu') {
    const isForWebgpu = GPU_PRECISIONS[precision]?.includes('webgpu') ?? false;
    return isForWebgpu && !tools.mayHaveCuda()
      ? hardwareAdapter({ precision, folder, threads }, note, tools)
      : { device: choice };
  }
  if (!tools.mayHaveGpu()) return { device: choice };
  const found = await tools.find();
  if (found.kind === 'none') return { device: choice };
  const adapter = adapterName(found.adapter);
  if (found.adapter.software !== false) {
    note('info', { adapter, software: found.adapter.software }, 'adapter not used: not known to be hardware');
    return { device: choice };
  }
  const measurement = await measured(folder, threads, found.adapter, note, tools);
  const isFaster = measurement.webgpu !== null && measurement.webgpu < (measurement.cpu ?? Number.POSITIVE_INFINITY);
  return isFaster ? announced(found, note) : { device: 'cpu' };
}

/** What an adapter lacks for a model: one that does not tell whether it has shader-f16 is tried. */
async function lackOf(
  adapter: Adapter,
  { precision, folder, threads }: Model,
  { measure }: DeviceTools,
): Promise<string | undefined> {
  if (precision !== 'fp16' || adapter.shaderF16 === true) return undefined;
  const name = adapterName(adapter);
  if (adapter.shaderF16 === false) return `adapter ${name} has no shader-f16, which a model built at fp16 needs`;
  const tried = await measure(folder, 'webgpu', threads);
  return tried.kind === 'failed'
    ? `adapter ${name} does not run a model built at fp16 (${withoutStop(tried.reason)})`
    : undefined;
}

/** For a model that no processor takes, without CUDA. An adapter that is not known to be hardware is better than none. */
async function hardwareAdapter(model: Model, note: Note, tools: DeviceTools): Promise<SelectedDevice> {
  const found = await tools.find();
  const lack = await lackOfHardware(found, model, tools);
  if (found.kind === 'adapter' && lack === undefined) return announced(found, note);
  throw new ModelError(
    `No device here takes a model built at ${model.precision}: there is no CUDA, and ${lack}; build it at ${OTHER_PRECISIONS} for the CPU.`,
  );
}

async function lackOfHardware(found: FoundAdapter, model: Model, tools: DeviceTools): Promise<string | undefined> {
  if (found.kind === 'none') return found.reason.charAt(0).toLowerCase() + withoutStop(found.reason.slice(1));
  if (found.adapter.software === true) {
    return `the adapter ${adapterName(found.adapter)} is software, which only --device webgpu takes`;
  }
  const lack = await lackOf(found.adapter, model, tools);
  return lack && `the ${lack}`;
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '');

function announced({ adapter, devices }: FoundAdapter & { kind: 'adapter' }, note: Note): SelectedDevice {
  note('info', { adapter, ...(devices.length > 1 && { devices }) }, 'adapter found');
  if (adapter.software === true) {
    note(
      'warn',
      { adapter: adapter.name },
      'the adapter is software: the processor does the work, slower than --device cpu',
    );
  }
  return { device: 'webgpu', adapter };
}

async function measured(
  folder: string,
  threads: number,
  adapter: Adapter,
  note: Note,
  { measure }: DeviceTools,
): Promise<Measurement> {
  const machine = machineKey(adapter, threads);
  const kept = await readMeasurement(folder, machine);
  if (kept) return kept;
  const factor = (device: Device, result: MeasuredDevice) => {
    if (result.kind === 'measured') return result.realTimeFactor;
    note('warn', { device, reason: result.reason }, 'device not measured');
    return null;
  };
  const measurement = {
    webgpu: factor('webgpu', await measure(folder, 'webgpu', threads)),
    cpu: factor('cpu', await measure(folder, 'cpu', threads)),
  };
  const isKept = await keepMeasurement(folder, machine, measurement);
  note('info', { adapter: adapterName(adapter), realTimeFactors: measurement, isKept }, 'devices measured');
  return measurement;
}
