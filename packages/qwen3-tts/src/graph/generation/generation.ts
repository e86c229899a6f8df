import type { CheckpointConfig } from '../../checkpoint/config.js';
import { codeEmbeddingTable, predictorModule } from '../code-predictor/step.js';
import { tableKey } from '../layers/embedding.js';
import { dimension } from '../layers/operators.js';
import { GraphBuilder, type Value, type WeightSink } from '../onnx/builder.js';
import { bool } from '../onnx/tensor.js';
import { codecEmbedding, talkerModule } from '../talker/talker.js';
import type { GraphTarget } from '../target.js';
import { modelRange } from '../weights/half-range.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import { frameBody } from './frame.js';
import { declareInputs } from './inputs.js';
import { talkerForm } from './talker-form.js';

export type GenerationGraph = Awaited<ReturnType<typeof generationGraph>>;

/**
 * The generation graph: prompt or last frame in, a segment of frames out, in one run. It is a Loop of frames; the first
 * iteration of a prompt is the prefill.
 *
 * The inputs are described by {@link GenerationInputs}, and named with underscores: `past_lengths`. Outputs, for n ≤ N
 * frames: `codes [n, B, groups]` (codebook 0 holds the end token when a row ended), `logit_sum [n, B, 1]` (finite
 * exactly when every logit of the frame is), `hidden [n, B, H]` and `logits [n, B, V]` (unprocessed, of which codebook 0 was sampled), `next_inputs [B, 1, H]`, `seen_out [B, V]`, and
 * `recent_key_i` / `recent_value_i [B, kv, 1, R, head]`: the positions to append to the past.
 */
export async function generationGraph(
  weights: WeightLoader,
  config: CheckpointConfig,
  sink: WeightSink,
  target: GraphTarget,
) {
  const { talker } = config;
  const g = GraphBuilder.create('generation', sink);
  const inputs = declareInputs(g, config, target);
  const loop = g.scope('frames');
  const rows = loop.node('Shape', [inputs.pastLengths]);
  const columnShape = loop.node('Concat', [rows, loop.ints([1])], { axis: 0 });
  const unfinished = loop.node('ConstantOfShape', [columnShape], { value: bool([1], [false]) });
  const range = await modelRange(weights, config);
  const form = talkerForm(loop, weights, config, inputs, target, range?.talker);
  const carried = [inputs.inputs, inputs.seen, unfinished, ...form.caches];
  const body = await frameBody(g, weights, config, inputs, form, target, range);
  const outputs = loop.nodes('Loop', [inputs.limit, '', ...carried], carried.length + 4, { body });

  g.output(outputs[0]!, 'next_inputs', 'float32', ['B', 1, talker.hiddenSize]);
  g.output(outputs[1]!, 'seen_out', 'bool', ['B', talker.vocabularySize]);
  const recent = form.recent(outputs.slice(3, carried.length), dimension(loop, outputs[carried.length]!, 0));
  for (let layer = 0; layer < talker.layers; layer++) {
    const shape = ['B', talker.keyValueHeads, 1, 'R', talker.headSize] as const;
    g.output(recent[2 * layer]!, `recent_key_${layer}`, 'float32', shape);
    g.output(recent[2 * layer + 1]!, `recent_value_${layer}`, 'float32', shape);
  }
  const [codes, logitSum, hidden, logits] = outputs.slice(carried.length) as [Value, Value, Value, Value];
  g.output(codes, 'codes', 'int64', ['n', 'B', talker.codeGroups]);
  g.output(logitSum, 'logit_sum', 'float32', ['n', 'B', 1]);
  g.output(hidden, 'hidden', 'float32', ['n', 'B', talker.hiddenSize]);
  g.output(logits, 'logits', 'float32', ['n', 'B', talker.vocabularySize]);
  /** Keys of the tables of codebook 0 and of the other codebooks, one below the other, in the file of weights. */
  const tables = {
    codec: tableKey(codecEmbedding(talkerModule(g, weights))),
    predictor: tableKey(codeEmbeddingTable(predictorModule(g, weights))),
  };
  // The builder is for graphs that share its weights.
  return { model: g.toModel(), tables, builder: g, range };
}
