import { messageOf } from '../errors.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { type Finding, failed, ok } from './finding.js';
import { SENTENCES } from './numbers.js';

/** Frames that a batch decodes behind the one of the prefill, which each row runs alone. */
const FRAMES = 2;
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
    (await model.continuation(prompt, FRAMES + 2, seed)).codes.subarray(groups, (FRAMES + 1) * groups);
  try {
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
  } catch (error) {
    return failed(check, messageOf(error), advice);
  }
}
