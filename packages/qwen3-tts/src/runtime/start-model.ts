import type { Device, DeviceChoice } from '@ownvoice/shared/contract/models';
import { readManifest } from '../build/manifest.js';
import { messageOf } from '../errors.js';
import { devicesFor, explained } from './device.js';
import { type LoadOptions, loadModel, type ModelInfo } from './speech-model.js';
import { warmUp } from './warm-up.js';

export interface StartOptions extends Omit<LoadOptions, 'device'> {
  readonly device: DeviceChoice;
  /** The real-time factor that an earlier start measured, if it still holds. */
  readonly measuredRtf: (info: ModelInfo) => Promise<number | undefined>;
  /** Called for each GPU that `auto` passes over. */
  readonly onUnused: (device: Device, reason: string) => void;
}

/** Slower GPUs are no gain for `auto`; some of them are software. */
const LARGEST_RTF = 1;

/**
 * Loads a model and warms it up. `auto` tries a GPU where there may be one, and takes it if the model computes right there
 * and speaks faster than real time.
 * @throws ModelError in one sentence for a folder or device that cannot be used; what the runtime throws otherwise
 * @returns with why `auto` has not taken a GPU
 */
export async function startModel(options: StartOptions) {
  const devices = devicesFor(options.device, (await readManifest(options.folder)).precision);
  let deviceReason: string | undefined;
  for (const device of devices.slice(0, -1)) {
    const reason = await startOn(device, options).then(async ({ model, realTimeFactor }) => {
      if (realTimeFactor <= LARGEST_RTF) return { model, realTimeFactor, deviceReason };
      await model.close();
      return `it speaks at ${realTimeFactor.toFixed(2)} of real time`;
    }, messageOf);
    if (typeof reason !== 'string') return reason;
    options.onUnused(device, reason);
    deviceReason = `${device} is not used: ${reason}`;
  }
  return { ...(await startOn(devices.at(-1)!, options)), deviceReason };
}

async function startOn(device: Device, options: StartOptions) {
  const model = await loadModel({ ...options, device });
  try {
    return { model, realTimeFactor: await warmUp(model, await options.measuredRtf(model.info)) };
  } catch (error) {
    await model.close();
    throw explained(error, device);
  }
}
