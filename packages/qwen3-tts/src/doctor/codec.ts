import { messageOf } from '../errors.js';
import { CodecSession } from '../runtime/codec/codec-session.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { type Finding, failed, ok } from './finding.js';
import type { Build } from './installed-variant.js';

const FRAMES = 16;
/** Products whose inputs are rounded to 10 bits leave noise 40 dB below the signal, float32 leaves none above −100 dB. */
const LARGEST_NOISE_DB = -60;

/** Decodes the same codes on the device and on the CPU. @returns undefined where both are the same */
export async function checkCodec(model: SpeechModel, { folder, manifest }: Build): Promise<Finding | undefined> {
  const { device, precision, threads } = model.info;
  if (device === 'cpu') return undefined;
  const check = `codec ${precision}`;
  try {
    const { quantizers, codebookSize } = model.config.codecDecoder;
    const codes = Int32Array.from({ length: FRAMES * quantizers }, (_, i) => (i * 7919) % codebookSize);
    const cpu = await CodecSession.open({ folder, device: 'cpu', threads, states: manifest.codecStates });
    const expected = await cpu.decode(codes, FRAMES, cpu.start);
    await cpu.close();
    return compareWaveforms(check, device, await model.decode(codes, FRAMES), expected.samples);
  } catch (error) {
    return failed(check, messageOf(error), adviceFor(device));
  }
}

/** The difference of two waveforms as noise relative to the expected one. */
export function compareWaveforms(check: string, device: string, found: Float32Array, expected: Float32Array): Finding {
  const energy = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0);
  const noise = 10 * Math.log10(energy(expected.map((value, i) => found[i]! - value)) / energy(expected) + 1e-15);
  const detail = `${device} and the CPU decode to the same waveform but for noise at ${noise.toFixed(0)} dB`;
  if (noise <= LARGEST_NOISE_DB) return ok(check, detail, { noise });
  return failed(check, detail, adviceFor(device), { noise });
}

const adviceFor = (device: string) =>
  `The codec hisses on ${device}: use --device cpu, and report this with the driver's version.`;
