import { join } from 'node:path';
import { type DecoderStackConfig, readCheckpointConfig } from '@ownvoice/qwen3-tts';
import type { Precision } from '@ownvoice/shared/contract/models';

/** Bytes a weight takes, scale and zero point that its block shares included. */
const BODY: Record<Precision, number> = { fp32: 4, fp16: 2, int8: 1 + 4 / 32, int4: 0.5 + 4.5 / 32 };
const DOWN: Record<Precision, number> = { ...BODY, int4: BODY.int8 };
const HEAD: Record<Precision, number> = { ...DOWN, fp16: BODY.fp32 };

function layerBytes(config: DecoderStackConfig, precision: Precision): number {
  const { hiddenSize, intermediateSize, heads, keyValueHeads, headSize } = config;
  const down = hiddenSize * intermediateSize;
  const body = hiddenSize * headSize * (2 * heads + 2 * keyValueHeads) + 2 * down;
  return body * BODY[precision] + down * DOWN[precision];
}

/** Bytes of weights that have to come from memory for one frame: the talker once, the code predictor for every code. */
export async function weightBytesPerFrame(folder: string, precision: Precision): Promise<number> {
  const { talker, codePredictor } = await readCheckpointConfig(join(folder, 'checkpoint'));
  const steps = talker.codeGroups - 1;
  const body =
    talker.layers * layerBytes(talker, precision) + steps * codePredictor.layers * layerBytes(codePredictor, precision);
  const heads =
    talker.vocabularySize * talker.hiddenSize + steps * codePredictor.vocabularySize * codePredictor.hiddenSize;
  return body + heads * HEAD[precision];
}
