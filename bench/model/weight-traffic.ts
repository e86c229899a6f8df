import { join } from 'node:path';
import { type DecoderStackConfig, readCheckpointConfig } from '@ownvoice/qwen3-tts';
import type { Precision } from '@ownvoice/shared/contract/models';

/** Bytes a weight takes, the scale that its block shares included. */
const BODY: Record<Precision, number> = { fp32: 4, fp16: 2, int8: 1 + 4 / 32, int4: 0.5 + 4 / 128 };
const HEAD: Record<Precision, number> = { ...BODY, int4: BODY.int8 };

function layerWeights(config: DecoderStackConfig): number {
  const { hiddenSize, intermediateSize, heads, keyValueHeads, headSize } = config;
  return hiddenSize * headSize * (2 * heads + 2 * keyValueHeads) + 3 * hiddenSize * intermediateSize;
}

/** Bytes of weights that have to come from memory for one frame: the talker once, the code predictor for every code. */
export async function weightBytesPerFrame(folder: string, precision: Precision): Promise<number> {
  const { talker, codePredictor } = await readCheckpointConfig(join(folder, 'checkpoint'));
  const steps = talker.codeGroups - 1;
  const body = talker.layers * layerWeights(talker) + steps * codePredictor.layers * layerWeights(codePredictor);
  const heads =
    talker.vocabularySize * talker.hiddenSize + steps * codePredictor.vocabularySize * codePredictor.hiddenSize;
  return body * BODY[precision] + heads * HEAD[precision];
}
