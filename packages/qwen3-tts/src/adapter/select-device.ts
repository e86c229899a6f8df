import type { Device, DeviceChoice } from '@ownvoice/shared/contract/models';
import { readManifest } from '../build/manifest.js';
import { ModelError } from '../build/model-error.js';
import { type Adapter, adapterName } from './adapter.js';
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

/** Something for the log. */
type Note = (level: 'info' | 'warn', fields: object, message: string) => void;

/** What the choice depends on; a test has others. */
export interface DeviceTools {
  readonly find: () => Promise<FoundAdapter>;
  readonly measure: MeasureDevice;
  /** Whether there may be a GPU at all, which costs nothing to ask. */
  readonly mayHaveGpu: () => boolean;
}

const TOOLS: DeviceTools = { find: findAdapter, measure: measureDevice, mayHaveGpu };

function mayHaveGpu(): boolean {
  return process.platform !== 'linux' || gpuNodes().exist;
}

/**
 * Chooses where a built model runs. `auto` takes CUDA where the model was built for it, else a hardware adapter that is
 * faster than the processor, else the processor. That is measured once and kept beside the model; in a folder that
 * cannot be written it is measured at every start.
 * @throws ModelError when WebGPU was asked for and has no adapter
 */
export async function selectDevice(
  choice: DeviceChoice,
  { folder, threads }: { readonly folder: string; readonly threads: number },
  note: Note,
  tools: DeviceTools = TOOLS,
): Promise<SelectedDevice> {
  if (choice === 'webgpu') {
    const found = await tools.find();
    if (found.kind === 'none') throw new ModelError(`The device webgpu finds no adapter. ${found.reason}`);
    return announced(found, note);
  }
  if (choice !== 'auto') return { device: choice };
  // A model that was built for CUDA has no graph for WebGPU.
  const { target } = await readManifest(folder);
  if (target === 'gpu' || !tools.mayHaveGpu()) return { device: choice };
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
