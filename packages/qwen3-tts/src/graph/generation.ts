import type { CheckpointConfig } from '../checkpoint/config.js';
import { slice, split } from './blocks.js';
import { GraphBuilder, type Value, type WeightSink } from './builder.js';
import { codeEmbedding, codePredictor, type PredictorForm } from './code-predictor.js';
import { candidates, draw, type SamplingValues, talkerLogits } from './sampling.js';
import { type LayerCache, talker } from './talker.js';
import { bool, int64 } from './tensor.js';
import type { WeightLoader } from './weights.js';

/** The official generation never ends before the second token. */
const MINIMUM_TOKENS = 2;

/**
 * The generation graph: prompt or last frame in, a segment of frames out, in one run.
 *
 * Inputs (B rows, S prompt positions or 1, C past positions, N frames at most, W candidates):
 * `inputs [B, S, H]`, `past_key_i` / `past_value_i [B, kv, 1, C, head]`, `past_lengths [B]`, `trailing [B, N, H]`
 * (added to each frame's embedding), `drawn [B, 1]` (below 0: the row only fills the batch and never ends), `seen [B, V]`,
 * `limit []` = N, `stop_after []` (the segment ends when so many rows ended), `talker_noise [B, N, W]`, `predictor_noise [B, N, groups − 1, W]`, `penalty [B, 1]`, and
 * temperature, top-k and top-p `[B, 1]` for both levels.
 *
 * Outputs (n ≤ N frames): `codes [n, B, groups]` (codebook 0 holds the end token when a row ended), `hidden [n, B, H]` and
 * `logits [n, B, V]` (unprocessed, that drew codebook 0), `next_inputs [B, 1, H]`, `seen_out [B, V]`, and
 * `recent_key_i` / `recent_value_i [B, kv, 1, R, head]`: the positions to append to the past.
 */
export async function generationGraph(
  config: CheckpointConfig,
  weights: WeightLoader,
  sink: WeightSink,
  form: PredictorForm,
): Promise<Uint8Array> {
  const { talker: network } = config;
  const g = GraphBuilder.create('generation', sink);
  const inputs = declareInputs(g, config);
  const rows = g.node('Shape', [inputs.pastLengths]);
  const emptyShape = g.node('Concat', [rows, g.ints([network.keyValueHeads, 1, 0, network.headSize])], { axis: 0 });
  const empty = g.node('ConstantOfShape', [emptyShape]);
  const unfinished = g.node('ConstantOfShape', [g.node('Concat', [rows, g.ints([1])], { axis: 0 })], {
    value: bool([1], [false]),
  });

  const body = await frameBody(g, config, weights, inputs, form);
  const caches = Array.from({ length: 2 * network.layers }, () => empty);
  const carried = [inputs.inputs, inputs.seen, unfinished, ...caches];
  const outputs = g.nodes('Loop', [inputs.limit, '', ...carried], carried.length + 3, { body });
  g.output(outputs[0]!, 'next_inputs', 'float32', ['B', 1, network.hiddenSize]);
  g.output(outputs[1]!, 'seen_out', 'bool', ['B', network.vocabularySize]);
  for (let layer = 0; layer < network.layers; layer++) {
    const shape = ['B', network.keyValueHeads, 1, 'R', network.headSize] as const;
    g.output(outputs[3 + 2 * layer]!, `recent_key_${layer}`, 'float32', shape);
    g.output(outputs[4 + 2 * layer]!, `recent_value_${layer}`, 'float32', shape);
  }
  const [codes, hidden, logits] = outputs.slice(carried.length) as [Value, Value, Value];
  g.output(codes, 'codes', 'int64', ['n', 'B', network.codeGroups]);
  g.output(hidden, 'hidden', 'float32', ['n', 'B', network.hiddenSize]);
  g.output(logits, 'logits', 'float32', ['n', 'B', network.vocabularySize]);
  return g.toModel();
}

type Inputs = ReturnType<typeof declareInputs>;

function declareInputs(g: GraphBuilder, { talker: network }: CheckpointConfig) {
  const sampling = (level: string): SamplingValues => ({
    temperature: g.input(`${level}_temperature`, 'float32', ['B', 1]),
    topK: g.input(`${level}_top_k`, 'int64', ['B', 1]),
    topP: g.input(`${level}_top_p`, 'float32', ['B', 1]),
  });
  const cacheShape = ['B', network.keyValueHeads, 1, 'C', network.headSize] as const;
  return {
    inputs: g.input('inputs', 'float32', ['B', 'S', network.hiddenSize]),
    past: Array.from({ length: network.layers }, (_, layer) => ({
      key: g.input(`past_key_${layer}`, 'float32', cacheShape),
      value: g.input(`past_value_${layer}`, 'float32', cacheShape),
    })),
    pastLengths: g.input('past_lengths', 'int64', ['B']),
    trailing: g.input('trailing', 'float32', ['B', 'N', network.hiddenSize]),
    drawn: g.input('drawn', 'int64', ['B', 1]),
    seen: g.input('seen', 'bool', ['B', network.vocabularySize]),
    limit: g.input('limit', 'int64', []),
    stopAfter: g.input('stop_after', 'int64', []),
    talkerNoise: g.input('talker_noise', 'float32', ['B', 'N', 'W']),
    predictorNoise: g.input('predictor_noise', 'float32', ['B', 'N', network.codeGroups - 1, 'Wp']),
    penalty: g.input('penalty', 'float32', ['B', 1]),
    talkerSampling: sampling('talker'),
    predictorSampling: sampling('predictor'),
  };
}

/** One frame: talker, codebook 0, code predictor, and the sum of embeddings that is the next input. */
async function frameBody(
  outer: GraphBuilder,
  config: CheckpointConfig,
  weights: WeightLoader,
  inputs: Inputs,
  form: PredictorForm,
): Promise<GraphBuilder> {
  const { talker: network, codePredictor: predictor } = config;
  const talkerCandidates = lastDimension(outer, inputs.talkerNoise, 2);
  const predictorCandidates = lastDimension(outer, inputs.predictorNoise, 3);
  const real = outer.node('GreaterOrEqual', [inputs.drawn, outer.ints(0)]);
  const realRows = outer.node('ReduceSum', [outer.node('Cast', [real], { to: 7 })], { keepdims: 0 });
  const g = outer.subgraph('frame');
  const index = g.input('frame_index', 'int64', []);
  g.input('frame_going', 'bool', []);
  const x = g.input('frame_x', 'float32', ['Bi', 'Si', network.hiddenSize]);
  const seen = g.input('frame_seen', 'bool', ['Bi', network.vocabularySize]);
  const finished = g.input('frame_finished', 'bool', ['Bi', 1]);
  const cacheShape = ['Bi', network.keyValueHeads, 1, 'Ri', network.headSize] as const;
  const known: LayerCache[] = Array.from({ length: network.layers }, (_, layer) => ({
    key: g.input(`frame_key_${layer}`, 'float32', cacheShape),
    value: g.input(`frame_value_${layer}`, 'float32', cacheShape),
  }));

  const { past, pastLengths } = inputs;
  const { hidden, recent } = await talker(g, weights, network, x, { past, pastLengths, recent: known });
  const last = slice(g, hidden, 1, -1);
  const logits = g.node('Squeeze', [await weights.linear(g, last, ['talker.codec_head.weight'], 'head'), g.ints([1])]);
  const allowed = talkerLogits(
    g,
    logits,
    { vocabulary: network.vocabularySize, eos: config.codecTokens.eos, minimum: MINIMUM_TOKENS },
    { seen, penalty: inputs.penalty, drawn: g.node('Add', [inputs.drawn, index]) },
  );
  const talkerNoise = g.node('Gather', [inputs.talkerNoise, index], { axis: 1 });
  const first = draw(g, candidates(g, allowed, talkerCandidates, inputs.talkerSampling), talkerNoise);
  const ended = g.node('Or', [finished, g.node('Equal', [first, g.ints(config.codecTokens.eos)])]);
  const endedRows = g.node('ReduceSum', [g.node('Cast', [ended], { to: 7 })], { keepdims: 0 });
  const going = g.node('Less', [endedRows, inputs.stopAfter]);
  const someRow = g.node('Less', [endedRows, realRows]);

  const firstEmbedding = await weights.embedding(g, ['talker.model.codec_embedding.weight'], first);
  const codes = await codePredictor(
    g,
    weights,
    { config: predictor, codeGroups: network.codeGroups, form },
    {
      hidden: last,
      first,
      firstEmbedding,
      noise: g.node('Gather', [inputs.predictorNoise, index], { axis: 1 }),
      candidates: predictorCandidates,
      sampling: inputs.predictorSampling,
      wanted: someRow,
    },
  );
  const next = await nextInput(
    g,
    config,
    weights,
    firstEmbedding,
    codes,
    g.node('Gather', [inputs.trailing, index], { axis: 1 }),
  );
  const ids = g.constant(
    int64(
      [1, network.vocabularySize],
      Array.from({ length: network.vocabularySize }, (_, id) => id),
    ),
  );

  g.output(going, 'frame_going_out', 'bool', []);
  g.output(next, 'frame_x_out', 'float32', ['Bo', 1, network.hiddenSize]);
  g.output(g.node('Or', [seen, g.node('Equal', [ids, first])]), 'frame_seen_out', 'bool', [
    'Bo',
    network.vocabularySize,
  ]);
  g.output(ended, 'frame_finished_out', 'bool', ['Bo', 1]);
  for (const [layer, { key, value }] of recent.entries()) {
    const shape = ['Bo', network.keyValueHeads, 1, 'Ro', network.headSize] as const;
    g.output(key, `frame_key_out_${layer}`, 'float32', shape);
    g.output(value, `frame_value_out_${layer}`, 'float32', shape);
  }
  g.output(codes, 'frame_codes', 'int64', ['Bo', network.codeGroups]);
  g.output(g.node('Squeeze', [last, g.ints([1])]), 'frame_hidden', 'float32', ['Bo', network.hiddenSize]);
  g.output(logits, 'frame_logits', 'float32', ['Bo', network.vocabularySize]);
  return g;
}

/** `f(frame)` and the text that goes with it: `[B, 1, H]` */
async function nextInput(
  g: GraphBuilder,
  { talker: { codeGroups }, codePredictor: { vocabularySize } }: CheckpointConfig,
  weights: WeightLoader,
  firstEmbedding: Value,
  codes: Value,
  text: Value,
): Promise<Value> {
  const [, rest] = split(g, codes, [1, codeGroups - 1], 1) as [Value, Value];
  const offsets = int64(
    [codeGroups - 1],
    Array.from({ length: codeGroups - 1 }, (_, step) => step * vocabularySize),
  );
  const embedded = await codeEmbedding(g, weights, codeGroups, g.node('Add', [rest, g.constant(offsets)]));
  const sum = g.node('ReduceSum', [embedded, g.ints([1])], { keepdims: 1 });
  return g.node('Add', [g.node('Add', [firstEmbedding, sum]), g.node('Unsqueeze', [text, g.ints([1])])]);
}

/** int64 scalar */
function lastDimension(g: GraphBuilder, value: Value, axis: number): Value {
  return g.node('Reshape', [g.node('Shape', [value], { start: axis, end: axis + 1 }), g.ints([])]);
}
