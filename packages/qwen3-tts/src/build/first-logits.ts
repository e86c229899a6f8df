import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { PROBE_TEXT, textOnlyPrompt } from '../prompt/prompt.js';
import { ReferenceModel } from '../reference/reference-model.js';

/**
 * The logits of all codes of codebook 0 in front of the first frame of the probe prompt, in plain float32: every precision and
 * every device has to come near them.
 */
export async function referenceFirstLogits(checkpoint: Checkpoint): Promise<Float32Array> {
  const { config, folder } = checkpoint;
  const plain = await ReferenceModel.create(checkpoint);
  try {
    const { inputs } = await plain.embed(textOnlyPrompt(config, await readTokenizer(folder), PROBE_TEXT));
    const { logits } = await plain.talker([inputs]);
    const last = logits.length - config.talker.vocabularySize;
    return logits.slice(last, last + config.codePredictor.vocabularySize);
  } finally {
    await plain.release();
  }
}
