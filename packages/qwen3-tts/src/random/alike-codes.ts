import type { CheckpointConfig } from '../checkpoint/config.js';
import type { RowPatch } from './length-weights.js';
import { Uniform } from './uniform.js';

/** What the predictor's layers add, in terms of what layers of random checkpoints add. */
const LAYER_GAIN = 0.16;
const SEED = 0x616c696b;
/** Standard deviation of the embeddings of codes. */
export const CODE_DEVIATION = 0.25;

/**
 * Makes drafts of the code predictor right as often as one likes: with embeddings of codes that are alike, and layers that
 * add little, hidden states are alike from step to step. `distinctness`, 0 … 1, says how far embeddings are from each
 * other: near 0 nearly all drafts are right, near 1 hardly any; 1 changes nothing.
 *
 * The embeddings of the first codebook take what is common to the others out of their sum, which the talker reads.
 */
export function alikeCodes(
  { talker, codePredictor }: CheckpointConfig,
  distinctness: number,
): (name: string) => RowPatch | undefined {
  if (distinctness === 1) return () => undefined;
  const common = new Float32Array(talker.hiddenSize);
  const deviation = CODE_DEVIATION * Math.sqrt(1 - distinctness ** 2);
  new Uniform(SEED).fill(common, deviation);
  const scale = (values: Float32Array, by: number) => {
    for (let i = 0; i < values.length; i++) values[i]! *= by;
  };
  const add = (values: Float32Array, times: number) => {
    for (let i = 0; i < values.length; i++) values[i]! += times * common[i % common.length]!;
  };
  return (name) => {
    if (/^talker\.code_predictor\..*(o_proj|down_proj)\.weight$/.test(name)) {
      return (values) => scale(values, LAYER_GAIN);
    }
    if (/^talker\.code_predictor\.model\.codec_embedding\.\d+\.weight$/.test(name)) {
      return (values) => {
        scale(values, distinctness);
        add(values, 1);
      };
    }
    if (name === 'talker.model.codec_embedding.weight') {
      return (values, first, width) => {
        const ofCodes = values.subarray(0, Math.max(0, codePredictor.vocabularySize - first) * width);
        add(ofCodes, 1 - talker.codeGroups);
      };
    }
    return undefined;
  };
}
