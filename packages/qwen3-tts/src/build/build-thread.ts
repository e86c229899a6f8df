/** Entry of a build's second thread. Started by `inSecondThread`. */

import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Checkpoint, checkpointWeights, openCheckpoint } from '../checkpoint/checkpoint.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { textProjectionGraph } from '../graph/index.js';
import { toFloat16 } from '../graph/onnx/tensor.js';
import { assertFiniteWeights, WeightLoader } from '../graph/weights/weight-loader.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { PROBE_TEXT, textOnlyPrompt } from '../prompt/prompt.js';
import { ReferenceModel } from '../reference/reference-model.js';
import { serve } from '../worker-thread.js';
import { ExternalDataFile } from './external-data.js';
import { MODEL_FILES, type TableLocation } from './manifest.js';
import type { SecondThreadOptions, SecondThreadResult } from './second-thread.js';
import { describeFile } from './verify.js';

/** Of the thread's time. */
const TABLE_SHARE = 0.7;
const LOGITS_SHARE = 0.85;

async function build(
  { checkpoint: folder, out, type }: SecondThreadOptions,
  _signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<SecondThreadResult> {
  const checkpoint = await openCheckpoint(folder);
  const text = await writeTextTable(checkpoint, out, type, (share) => onShare(share * TABLE_SHARE));
  const firstLogits = await referenceFirstLogits(checkpoint);
  onShare(LOGITS_SHARE);
  const source = await Promise.all((await checkpointWeights(folder)).map((path) => describeFile(folder, path)));
  await checkpoint.close();
  return { text, firstLogits, source };
}

/**
 * The logits of all codes of codebook 0 in front of the first frame of the probe prompt, in plain float32: every precision and
 * every device has to come near them.
 */
async function referenceFirstLogits(checkpoint: Checkpoint): Promise<Float32Array> {
  const { config, folder } = checkpoint;
  await using plain = await ReferenceModel.create(checkpoint);
  const { inputs } = await plain.embed(textOnlyPrompt(config, await readTokenizer(folder), PROBE_TEXT));
  const { logits } = await plain.talker([inputs]);
  const last = logits.length - config.talker.vocabularySize;
  return logits.slice(last, last + config.codePredictor.vocabularySize);
}

const ROWS_AT_ONCE = 1024;

/**
 * Projects every row of the text embedding and writes the table that prompts are read from, one row for each id. The
 * table stays on disk: at half precision it has 300 to 600 MB, of which a prompt needs a few kilobytes.
 */
async function writeTextTable(
  { config, model }: Checkpoint,
  folder: string,
  type: 'float32' | 'float16',
  onProgress: (share: number) => void,
): Promise<TableLocation> {
  const { textHiddenSize, hiddenSize, textVocabularySize: rows } = config.talker;
  const graphPath = join(folder, 'text-projection.onnx');
  const dataPath = join(folder, 'text-projection.data');
  const sink = new ExternalDataFile(dataPath);
  const graph = await textProjectionGraph(new WeightLoader(model, 'fp32'), textHiddenSize, hiddenSize, sink);
  sink.close();
  await writeFile(graphPath, graph);
  // Threads that spin between large products would only slow down other processes.
  const session = await InferenceSession.create(graphPath, {
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const file = await open(join(folder, MODEL_FILES.textTable), 'w');
  try {
    for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, rows - first);
      const embedded = await model.readRows('talker.model.text_embedding.weight', first, count);
      const { projected } = await session.run({ embedded: new Tensor('float32', embedded, [count, textHiddenSize]) });
      const values = projected!.data as Float32Array;
      assertFiniteWeights('talker.model.text_embedding.weight', values);
      await file.write(type === 'float16' ? toFloat16(values) : values);
      onProgress((first + count) / rows);
    }
  } finally {
    await file.close();
    await session.release();
    await rm(graphPath);
    await rm(dataPath);
  }
  return { file: MODEL_FILES.textTable, offset: 0, rows, width: hiddenSize, type };
}

await serve(async () => ({ work: build, close: async () => {} }));
