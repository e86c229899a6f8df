import type { Device, DeviceChoice } from '@ownvoice/shared/contract/models';
import { adapterName } from '../adapter/adapter.js';
import { type FoundAdapter, findAdapter } from '../adapter/find-adapter.js';
import { type MeasureDevice, measureDevice } from '../adapter/measure-device.js';
import { type Finding, failed, ok, unknown } from './finding.js';

interface Tools {
  readonly find: () => Promise<FoundAdapter>;
  readonly measure: MeasureDevice;
}
const TOOLS: Tools = { find: () => findAdapter({ tryBuffers: true }), measure: measureDevice };

/** Whether a choice may come to WebGPU. */
export const mayUseAdapter = (choice: DeviceChoice): boolean => choice === 'auto' || choice === 'webgpu';

/** The adapter behind WebGPU and what it can do. Without one that is a fault only if the choice is WebGPU. */
export async function checkAdapter(choice: DeviceChoice, { find }: Pick<Tools, 'find'> = TOOLS): Promise<Finding> {
  const found = await find();
  if (found.kind === 'none') {
    if (choice !== 'webgpu') return ok('adapter', `none for WebGPU: ${found.reason}`);
    return failed('adapter', found.reason, 'Run with --device cpu, or see docs/devices.md.');
  }
  const { adapter, devices } = found;
  const { vendor, driver, software, shaderF16, largestBufferBytes } = adapter;
  const facts = [
    vendor ?? 'vendor unknown',
    ...(driver === null ? [] : [driver]),
    software === null ? 'hardware or software unknown' : software ? 'software' : 'hardware',
    `half precision in shaders: ${shaderF16 === null ? 'unknown' : shaderF16 ? 'yes' : 'no'}`,
    largestBufferBytes === null
      ? 'no buffer of 128 MiB could be filled'
      : `buffers of ${largestBufferBytes / 2 ** 20} MiB are filled right (4096 at most are tried)`,
  ];
  const others = devices.filter((name) => name !== adapter.name);
  if (others.length > 0) facts.push(`not used: ${others.join(', ')}`);
  return ok('adapter', `${adapterName(adapter)}: ${facts.join('; ')}`, { ...adapter, devices });
}

/** Times one short utterance on each device, in processes of their own. */
export async function checkDevices(
  folder: string,
  precision: string,
  devices: readonly Device[],
  { measure }: Pick<Tools, 'measure'> = TOOLS,
): Promise<Finding> {
  const check = `devices ${precision}`;
  const factors: Partial<Record<Device, number | string>> = {};
  for (const device of devices) {
    const result = await measure(folder, device, 0);
    factors[device] = result.kind === 'measured' ? result.realTimeFactor : result.reason;
  }
  const parts = Object.entries(factors).map(
    ([device, factor]) => `${device} ${typeof factor === 'number' ? factor.toFixed(2) : `failed (${factor})`}`,
  );
  const detail = `real-time factor of a short utterance, lower is better: ${parts.join(', ')}`;
  const isWhole = Object.values(factors).every((factor) => typeof factor === 'number');
  return isWhole ? ok(check, detail, factors) : unknown(check, detail, undefined, factors);
}
