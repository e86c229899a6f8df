import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { textProjectionGraph } from '../graph/index.js';
import { toFloat16 } from '../graph/onnx/tensor.js';
import { assertFiniteWeights, WeightLoader } from '../graph/weights/weight-loader.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { ExternalDataFile } from './external-data.js';
import type { TableLocation } from './manifest.js';
import { MODEL_FILES } from './model-files.js';

const ROWS_AT_ONCE = 1024;

/**
 * Projects every row of the text embedding and writes the table that prompts are read from, one row for each id. The
 * table stays on disk: at half precision it has 300 to 600 MB, of which a prompt needs a few kilobytes.
 */
export async function writeTextTable(
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
