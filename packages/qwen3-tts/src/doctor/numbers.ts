import { concatenate } from '@ownvoice/audio';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { textOnlyPrompt } from '../prompt/prompt.js';
import { type ForcedUtterance, ReferenceModel, teacherForce } from '../reference/reference-model.js';
import { LARGEST_LOGIT_ERROR, logitError } from '../runtime/logit-error.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { type Finding, failed, ok, orFailed, percent, unknown } from './finding.js';
import type { InstalledVariant } from './installed-variant.js';

export const SENTENCES = [
  'The ferry leaves at seven, and the last bus waits for it.',
  '今天下午我们在河边慢慢地走了一个小时。',
  'Am Abend wird es kühl; nimm lieber eine Jacke mit.',
] as const;
const FRAMES = 8;

/**
 * Lets the model generate the first frames of three sentences, and compares its logits along them with those of plain
 * float32 that is given the same frames.
 */
export async function checkNumbers(model: SpeechModel, installed: InstalledVariant): Promise<Finding> {
  const { precision, device } = model.info;
  const check = `numbers ${precision}`;
  const advice = `Do not serve ${precision} on ${device}: build another precision, or run on another device, and report this.`;
  return orFailed(check, advice, async () => {
    await model.checkFirstLogits();
    if (!installed.checkpoint)
      return unknown(check, 'the first logits are as they should be; more needs the official files');
    const figures = await compare(model, installed.checkpoint);
    const { logitError: error, predictorRegret } = figures;
    const allowed = LARGEST_LOGIT_ERROR[precision];
    const detail = `logits differ from float32 by ${percent(error, 2)} at most; predictor ${predictorRegret.toFixed(4)} σ below the best`;
    const isNear = error <= allowed && predictorRegret <= allowed;
    return isNear ? ok(check, detail, { ...figures }) : failed(check, detail, advice, { ...figures });
  });
}

async function compare(model: SpeechModel, folder: string) {
  await using checkpoint = await openCheckpoint(folder);
  await using plain = await ReferenceModel.create(checkpoint);
  const { config } = checkpoint;
  const tokenizer = await readTokenizer(folder);
  const { hiddenSize, codeGroups, vocabularySize } = config.talker;
  const width = config.codePredictor.vocabularySize;
  const rowOf = (values: Float32Array, row: number, size: number, length = size) =>
    values.subarray(row * size, row * size + length);

  const prompts = SENTENCES.map((text) => model.textPrompt(text));
  const utterances: ForcedUtterance[] = [];
  for (const [i, text] of SENTENCES.entries()) {
    const { codes, frames } = await model.continuation(prompts[i]!, FRAMES + 1);
    utterances.push({
      plan: textOnlyPrompt(config, tokenizer, text),
      codes: Array.from({ length: frames }, (_, f) => codes.subarray(f * codeGroups, (f + 1) * codeGroups)),
    });
  }
  const { sequences, talker, predictor } = await teacherForce(plain, utterances, hiddenSize);

  const pairs: { readonly logits: Float32Array; readonly exact: Float32Array }[] = [];
  let firstRow = 0;
  for (const [i, prompt] of prompts.entries()) {
    const count = utterances[i]!.codes.length;
    for (const forced of new Set([0, count >> 1, count])) {
      const length = prompt.length + forced;
      const frames = sequences[i]!.subarray(prompt.length * hiddenSize, length * hiddenSize);
      const inputs = concatenate([prompt.inputs, frames]);
      const { firstStep } = await model.continuation({ ...prompt, inputs, length }, 1);
      const exact = rowOf(talker.logits, firstRow + length - 1, vocabularySize, width);
      pairs.push({ logits: firstStep.logits.subarray(0, width), exact });
    }
    firstRow += prompt.length + count;
  }
  const regrets = utterances
    .flatMap(({ codes }) => codes)
    .flatMap((codes, f) => predictor.logits.map((group, g) => regret(rowOf(group, f, width), codes[g + 1]!)));
  return {
    // Math.max is NaN when one is.
    logitError: Math.max(...pairs.map(({ logits, exact }) => logitError(logits, exact))),
    /** How far codes 1 … 15 are below the likeliest ones of float32, in standard deviations of the logits. */
    predictorRegret: mean(regrets),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** How far the logit of `code` is below the largest, in standard deviations. */
function regret(logits: Float32Array, code: number): number {
  const middle = mean([...logits]);
  const deviation = Math.sqrt(mean([...logits].map((value) => (value - middle) ** 2)));
  return (Math.max(...logits) - logits[code]!) / deviation;
}
