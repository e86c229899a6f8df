import { concatenate } from '@ownvoice/audio';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { PlainModel } from '../plain/plain-model.js';
import { textOnlyPrompt } from '../prompt/probe-prompt.js';
import { LARGEST_LOGIT_ERROR, logitError } from '../runtime/logit-error.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { type Finding, failed, ok, percent, sentence, unknown } from './finding.js';
import type { Patient } from './patient.js';

export const SENTENCES = [
  'The ferry leaves at seven, and the last bus waits for it.',
  '今天下午我们在河边慢慢地走了一个小时。',
  'Am Abend wird es kühl; nimm lieber eine Jacke mit.',
] as const;
const FRAMES = 8;

interface Comparison {
  readonly logitError: number;
  /** Kullback-Leibler divergence of the probabilities, in nats, the mean over all places. */
  readonly divergence: number;
  /** Share of places with the same likeliest code. */
  readonly sameBest: number;
  /** How far codes 1 … 15 are below the likeliest ones of float32, in standard deviations of the logits, the mean. */
  readonly predictorRegret: number;
  readonly talkerPeaks: readonly number[];
  readonly predictorPeaks: readonly number[];
}

/**
 * Lets the model generate the first frames of three sentences, and compares its logits along them with those of plain
 * float32 that is given the same frames; then the largest values in front of the down projections.
 */
export async function checkNumbers(model: SpeechModel, patient: Patient): Promise<Finding[]> {
  const { precision, device } = model.info;
  const check = `numbers ${precision}`;
  const advice = `Do not serve ${precision} on ${device}: build another precision, or run on another device, and report this.`;
  try {
    await model.checkFirstLogits();
    if (!patient.checkpoint)
      return [unknown(check, 'the first logits are as they should be; more needs the official files')];
    const found = await compare(model, patient.checkpoint);
    const { logitError: error, divergence, sameBest, predictorRegret, talkerPeaks, predictorPeaks } = found;
    const allowed = LARGEST_LOGIT_ERROR[precision];
    const detail = `logits differ from float32 by ${percent(error, 2)} at most, divergence ${divergence.toFixed(5)}, the same best code in ${percent(sameBest)}; predictor ${predictorRegret.toFixed(4)} σ below the best`;
    const right = error <= allowed && predictorRegret <= allowed;
    const figures = { logitError: error, divergence, sameBest, predictorRegret };
    return [
      right ? ok(check, detail, figures) : failed(check, detail, advice, figures),
      activations(precision, talkerPeaks, predictorPeaks),
    ];
  } catch (error) {
    return [failed(check, sentence(error), advice)];
  }
}

/** Half precision ends at 65,504; the build keeps these values in its range, and the figures tell by how much. */
function activations(precision: string, talker: readonly number[], predictor: readonly number[]): Finding {
  const largest = (peaks: readonly number[]) => {
    const most = Math.max(...peaks);
    return `${most.toPrecision(3)} in layer ${peaks.indexOf(most)}`;
  };
  const detail = `largest value in front of a down projection: talker ${largest(talker)}, predictor ${largest(predictor)}`;
  return ok(`activations ${precision}`, detail, { talker, predictor });
}

async function compare(model: SpeechModel, folder: string): Promise<Comparison> {
  const checkpoint = await openCheckpoint(folder);
  const plain = await PlainModel.create(checkpoint);
  try {
    const { config } = checkpoint;
    const tokenizer = await readTokenizer(folder);
    const { hiddenSize, codeGroups, vocabularySize } = config.talker;
    const width = config.codePredictor.vocabularySize;
    const rowOf = (values: Float32Array, row: number, size: number, length = size) =>
      values.subarray(row * size, row * size + length);

    const sequences: Float32Array[] = [];
    const measured: { readonly row: number; readonly logits: Float32Array }[] = [];
    const frames: { readonly row: number; readonly codes: Int32Array }[] = [];
    let firstRow = 0;
    for (const text of SENTENCES) {
      const prompt = model.textPrompt(text);
      const exact = await plain.embed(textOnlyPrompt(config, tokenizer, text));
      const { codes, frames: count } = await model.greedy(prompt, FRAMES + 1);
      const steps: Float32Array[] = [];
      for (let f = 0; f < count; f++) {
        const own = codes.subarray(f * codeGroups, (f + 1) * codeGroups);
        frames.push({ row: firstRow + prompt.length - 1 + f, codes: own });
        const embedded = await plain.frame(own);
        const trailing = exact.trailing(f);
        steps.push(embedded.map((value, i) => value + trailing[i]!));
      }
      for (const forced of new Set([0, count >> 1, count])) {
        const inputs = concatenate([prompt.inputs, ...steps.slice(0, forced)]);
        const { firstStep } = await model.greedy({ ...prompt, inputs, length: prompt.length + forced }, 1);
        measured.push({ row: firstRow + prompt.length - 1 + forced, logits: firstStep.logits.subarray(0, width) });
      }
      sequences.push(concatenate([exact.inputs, ...steps]));
      firstRow += prompt.length + count;
    }

    const talker = await plain.talker(sequences);
    const predictor = await plain.predictor(
      frames.map(({ row, codes }) => ({ hidden: rowOf(talker.hidden, row, hiddenSize), codes })),
    );
    const pairs = measured.map(({ row, logits }) => ({
      logits,
      exact: rowOf(talker.logits, row, vocabularySize, width),
    }));
    const regrets = frames.flatMap(({ codes }, f) =>
      predictor.logits.map((group, g) => regret(rowOf(group, f, width), codes[g + 1]!)),
    );
    return {
      // Math.max is NaN when one is.
      logitError: Math.max(...pairs.map(({ logits, exact }) => logitError(logits, exact))),
      divergence: mean(pairs.map(({ logits, exact }) => divergenceOf(exact, logits))),
      sameBest: mean(pairs.map(({ logits, exact }) => Number(indexOfLargest(logits) === indexOfLargest(exact)))),
      predictorRegret: mean(regrets),
      talkerPeaks: talker.downPeaks,
      predictorPeaks: predictor.downPeaks,
    };
  } finally {
    await plain.release();
    await checkpoint.close();
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function indexOfLargest(values: Float32Array): number {
  return values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);
}

/** How far the logit of `code` is below the largest, in standard deviations. */
function regret(logits: Float32Array, code: number): number {
  const middle = mean([...logits]);
  const deviation = Math.sqrt(mean([...logits].map((value) => (value - middle) ** 2)));
  return (logits[indexOfLargest(logits)]! - logits[code]!) / deviation;
}

function divergenceOf(exact: Float32Array, found: Float32Array): number {
  const [p, q] = [logProbabilities(exact), logProbabilities(found)];
  return p.reduce((sum, logP, i) => sum + Math.exp(logP) * (logP - q[i]!), 0);
}

function logProbabilities(logits: Float32Array): number[] {
  const largest = logits[indexOfLargest(logits)]!;
  const total = logits.reduce((sum, value) => sum + Math.exp(value - largest), 0);
  return Array.from(logits, (value) => value - largest - Math.log(total));
}
