import { CodecSession } from '../runtime/codec/codec-session.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { type Finding, failed, ok, orFailed } from './finding.js';
import type { Build } from './installed-variant.js';
import { SENTENCES } from './numbers.js';

const FRAMES = 16;
/** Products whose inputs are rounded to 10 bits leave noise 40 dB below the signal, float32 leaves none above −100 dB. */
const LARGEST_NOISE_DB = -60;

/** Decodes the same codes on the device and on the CPU. @returns undefined where both are the same */
export async function checkCodec(model: SpeechModel, { folder, manifest }: Build): Promise<Finding | undefined> {
  const { device, precision, threads } = model.info;
  if (device === 'cpu') return undefined;
  const check = `codec ${precision}`;
  return orFailed(check, adviceFor(device), async () => {
    const { quantizers, codebookSize } = model.config.codecDecoder;
    const codes = Int32Array.from({ length: FRAMES * quantizers }, (_, i) => (i * 7919) % codebookSize);
    const cpu = await CodecSession.open({ folder, device: 'cpu', threads, states: manifest.codecStates });
    const expected = await cpu.decode(codes, FRAMES, cpu.start);
    await cpu.close();
    return compareWaveforms(check, device, await model.decode(codes, FRAMES), expected.samples);
  });
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

/** Frames that a batch decodes behind the one of the prefill, which each row runs alone. */
const BATCH_FRAMES = 2;
/** Rounding may turn a code, and then the rest of its frame; a wrong batch turns every row but the longest. */
const EQUAL_ROWS = 2;

/** Compares the first frames of three utterances of different lengths in one batch with those of each alone, for GPUs. */
export async function checkBatches(
  model: Pick<SpeechModel, 'info' | 'config' | 'textPrompt' | 'continuation'>,
): Promise<Finding> {
  const { precision, device } = model.info;
  const check = `batches ${precision}`;
  const advice = `Do not serve ${precision} on ${device}: run on another device, and report this.`;
  const groups = model.config.talker.codeGroups;
  const prompts = SENTENCES.map((text) => model.textPrompt(text));
  const firstCodes = async (prompt: (typeof prompts)[number], seed: number) =>
    (await model.continuation(prompt, BATCH_FRAMES + 2, seed)).codes.subarray(groups, (BATCH_FRAMES + 1) * groups);
  return orFailed(check, advice, async () => {
    const together = await Promise.all(prompts.map(firstCodes));
    const shares: number[] = [];
    for (const [row, prompt] of prompts.entries()) {
      const alone = await firstCodes(prompt, row);
      const equal = alone.filter((code, i) => code === together[row]![i]).length;
      shares.push(alone.length === together[row]!.length ? equal / Math.max(1, alone.length) : 0);
    }
    const equalRows = shares.filter((share) => share >= 0.5).length;
    const detail = `${equalRows} of ${prompts.length} rows of a batch are as they are alone`;
    return equalRows >= EQUAL_ROWS ? ok(check, detail, { shares }) : failed(check, detail, advice, { shares });
  });
}
