import type { Device, DeviceChoice } from '@ownvoice/shared/contract/models';
import { readManifest } from '../build/manifest.js';
import { messageOf } from '../errors.js';
import { devicesFor, explained } from './device.js';
import { type LoadOptions, loadModel, type ModelInfo, type SpeechModel, type SynthesisInput } from './speech-model.js';

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

const TEXT = 'Ready to speak.';
/** One piece of the codec. */
const FRAMES = 8;
const SAMPLE_SECONDS = 3;
const SENTENCE_SECONDS = 5;

/**
 * Warm-up: runs every graph that a request runs, the encoders of a clone included, because a first run takes twice as long. The
 * codec warms up in its thread during the prefill of a first utterance, whose logits are checked. Then it times two more,
 * unless an earlier start did.
 * @param measuredRtf real-time factor of an earlier start
 * @returns real-time factor
 * @throws ModelError when the model computes wrong numbers on this device
 */
async function warmUp(model: SpeechModel, measuredRtf: number | undefined): Promise<number> {
  const input = await warmUpInput(model);
  await Promise.all([
    model.decode(new Int32Array(FRAMES * model.config.talker.codeGroups), FRAMES),
    model.checkFirstLogits(),
  ]);
  return measuredRtf ?? measureRtf(model, input);
}

/** Of a sentence: in a few frames alone the prefill would count too much, and batches be planned for a slower machine. */
async function measureRtf(model: SpeechModel, input: SynthesisInput): Promise<number> {
  const prefill = await timed(model, input, 1);
  // The last token makes no frame.
  const whole = await timed(model, input, FRAMES + 1);
  const decoding = Math.max(whole.seconds - prefill.seconds, whole.seconds / 2);
  return decoding / Math.max(whole.speech, 0.08) + prefill.seconds / SENTENCE_SECONDS;
}

/** Seconds of computing, and of speech. */
async function timed(
  model: SpeechModel,
  input: SynthesisInput,
  maxNewTokens: number,
): Promise<{ readonly seconds: number; readonly speech: number }> {
  const start = performance.now();
  const { samples } = await model.synthesize(input, { seed: 1, maxNewTokens });
  return { seconds: (performance.now() - start) / 1000, speech: samples.length / model.info.sampleRate };
}

async function warmUpInput(model: SpeechModel): Promise<SynthesisInput> {
  const { kind, speakers, sampleRate } = model.info;
  const text = { text: TEXT, language: 'English' };
  if (kind === 'custom_voice') return { ...text, kind, speaker: speakers[0] ?? '' };
  if (kind === 'voice_design') return { ...text, kind, instruct: 'A calm voice.' };
  const tone = Float32Array.from({ length: SAMPLE_SECONDS * sampleRate }, (_, n) => 0.3 * Math.sin(n * 0.05));
  return { ...text, kind, reference: await model.encodeReference(tone, { text: TEXT }) };
}
