import type { CheckpointConfig } from '../../checkpoint/config.js';
import { predictorModule } from '../code-predictor/step.js';
import { unrolledPredictor } from '../code-predictor/unrolled.js';
import { SUPPRESSED } from '../layers/attention.js';
import { groupedQueryStack } from '../layers/decoder-stack.js';
import { embeddingOfBook } from '../layers/embedding.js';
import type { KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import { cast, slice } from '../layers/operators.js';
import {
  candidates,
  counting,
  MINIMUM_TOKENS,
  SPECIAL_TOKENS,
  sampleToken,
  samplingPlan,
  sumOfLogits,
} from '../layers/sampling.js';
import { GraphBuilder, type Value, type WeightSink } from '../onnx/builder.js';
import { float32 } from '../onnx/tensor.js';
import { codecEmbedding, talkerModule } from '../talker/talker.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import type { GenerationGraph } from './generation.js';

/**
 * One frame as a graph without a Loop, for devices that have no kernel for one: what a Loop carries would cross to the
 * CPU and back in every frame. It computes what the body of {@link generationGraph} does; the caller keeps its
 * outputs in buffers of the device and passes them to the next run.
 *
 * Such devices have few operators for 64-bit integers and bool: tokens are int32, and `seen` is a float32 of 0 and 1.
 *
 * Inputs, for B rows, S positions, C past positions, N frames of a segment: `index` int32 scalar, the frame within the
 * segment; `inputs [B, S, H]`; `past_key_i` and `past_value_i [B, keyValueHeads, C, headSize]`; `last [B]` int32, the index of
 * each row's newest position in the first frame; `length` int32 scalar, positions of the longest row, on the CPU;
 * `cos` and `sin [P, headSize / 2]`; `trailing [B, N, H]`; `generated_tokens [B, 1]` float32; `seen [B, V]`;
 * `talker_noise [B, N, W]`, `predictor_noise [B, N, groups − 1, Vc]`; `predictor_candidates [1]` int64, on the CPU;
 * `penalty`, and `temperature`, `top_k` (int32) and `top_p` of both levels, `[B, 1]`.
 *
 * Outputs: `next_inputs [B, 1, H]`, `seen_out`, `present_key_i`, `present_value_i`, `frame [B, groups + 1]` float32, which are
 * the codes and the sum of all logits, and `hidden [B, H]` and `logits [B, V]` of the talker.
 *
 * @param written the graph whose weights this one shares
 */
export async function singleFrameGraph(
  weights: WeightLoader,
  config: CheckpointConfig,
  sink: WeightSink,
  written: Pick<GenerationGraph, 'builder' | 'range'>,
): Promise<Uint8Array> {
  const { talker: network, codecTokens } = config;
  const { vocabularySize, hiddenSize, keyValueHeads, headSize, codeGroups } = network;
  const main = GraphBuilder.create('frame', sink, written.builder);
  const g = main.scope('frame');
  const index = g.input('index', 'int32', []);
  const x = g.input('inputs', 'float32', ['B', 'S', hiddenSize]);
  const cacheShape = ['B', keyValueHeads, 'C', headSize] as const;
  const past: KeyValues[] = Array.from({ length: network.layers }, (_, layer) => ({
    key: g.input(`past_key_${layer}`, 'float32', cacheShape),
    value: g.input(`past_value_${layer}`, 'float32', cacheShape),
  }));
  const first = g.input('last', 'int32', ['B']);
  const length = g.input('length', 'int32', []);
  const tables = {
    cos: g.input('cos', 'float32', ['P', headSize / 2]),
    sin: g.input('sin', 'float32', ['P', headSize / 2]),
  };
  const trailing = g.input('trailing', 'float32', ['B', 'N', hiddenSize]);
  const generated = g.input('generated_tokens', 'float32', ['B', 1]);
  const seen = g.input('seen', 'float32', ['B', vocabularySize]);
  const talkerNoise = g.input('talker_noise', 'float32', ['B', 'N', 'W']);
  const predictorNoise = g.input('predictor_noise', 'float32', [
    'B',
    'N',
    codeGroups - 1,
    config.codePredictor.vocabularySize,
  ]);
  const predictorCandidates = g.input('predictor_candidates', 'int64', [1]);
  const penalty = g.input('penalty', 'float32', ['B', 1]);
  const level = (name: string, count: Value) =>
    samplingPlan(
      g.scope(name),
      {
        temperature: g.input(`${name}_temperature`, 'float32', ['B', 1]),
        topK: g.input(`${name}_top_k`, 'int32', ['B', 1]),
        topP: g.input(`${name}_top_p`, 'float32', ['B', 1]),
      },
      count,
      'int32',
    );
  const ofFrame = (values: Value) => g.node('Gather', [values, index], { axis: 1 });

  const own = weights.forWebgpu();
  const m = talkerModule(main, own);
  const positions = { last: g.node('Add', [first, index]), length, tables };
  const { hidden, present } = await groupedQueryStack(
    m.child('model', ''),
    network,
    x,
    past,
    positions,
    written.range?.talker,
  );
  const last = slice(g, hidden, 1, -1);
  const logits = await linear(m.child('codec_head'), last);
  const sampling = m.g.scope('sampling');
  const steps = sampling.node('Add', [generated, cast(sampling, index, 'float32')]);
  const allowed = allowedLogits(sampling, logits, { seen, penalty, steps }, vocabularySize, codecTokens.eos);
  const chosen = candidates(sampling, allowed, level('talker', g.node('Shape', [talkerNoise], { start: 2, end: 3 })));
  const noise = sampling.node('Unsqueeze', [ofFrame(talkerNoise), g.ints([1])]);
  const token = sampleToken(sampling, chosen, noise, vocabularySize);
  const table = codecEmbedding(m);
  const firstEmbedding = await embeddingOfBook(table, token, [table.key('weight')], 0);

  const predictor = predictorModule(main, own);
  const { codes, logitSum, embeddings } = await unrolledPredictor(
    predictor,
    { config: config.codePredictor, codeGroups, range: written.range?.predictor },
    {
      hidden: last,
      first: token,
      logitSum: sumOfLogits(sampling, sampling.node('Squeeze', [logits, g.ints([1])])),
      firstEmbedding,
      noise: ofFrame(predictorNoise),
      sampling: level('predictor', predictorCandidates),
      segment: g,
      needed: '',
    },
    'int32',
  );
  const sum = g.node('ReduceSum', [g.node('Concat', embeddings, { axis: 1 }), g.ints([1])], { keepdims: 1 });
  const text = g.node('Unsqueeze', [ofFrame(trailing), g.ints([1])]);
  const next = g.node('Add', [g.node('Add', [firstEmbedding, sum]), text]);

  g.output(next, 'next_inputs', 'float32', ['B', 1, hiddenSize]);
  const isToken = g.node('Equal', [counting(g, float32, [1, vocabularySize]), cast(g, token, 'float32')]);
  g.output(g.node('Where', [isToken, g.scalar(1), seen]), 'seen_out', 'float32', ['B', vocabularySize]);
  for (const [layer, { key, value }] of present.entries()) {
    g.output(key, `present_key_${layer}`, 'float32', ['B', keyValueHeads, 'T', headSize]);
    g.output(value, `present_value_${layer}`, 'float32', ['B', keyValueHeads, 'T', headSize]);
  }
  const frame = g.node('Concat', [cast(g, codes, 'float32'), logitSum], { axis: 1 });
  g.output(frame, 'frame', 'float32', ['B', codeGroups + 1]);
  g.output(g.node('Squeeze', [last, g.ints([1])]), 'hidden', 'float32', ['B', hiddenSize]);
  g.output(g.node('Squeeze', [logits, g.ints([1])]), 'logits', 'float32', ['B', vocabularySize]);
  return main.toModel();
}

/** The processing of the talker's logits `[B, 1, V]` that `talkerLogits` describes; `steps [B, 1]`: tokens so far. */
function allowedLogits(
  g: GraphBuilder,
  logits: Value,
  { seen, penalty, steps }: { readonly seen: Value; readonly penalty: Value; readonly steps: Value },
  size: number,
  eos: number,
): Value {
  const deep = (x: Value) => g.node('Unsqueeze', [x, g.ints([1])]);
  const negative = g.node('Less', [logits, g.scalar(0)]);
  const factor = deep(penalty);
  const penalized = g.node('Where', [negative, g.node('Mul', [logits, factor]), g.node('Div', [logits, factor])]);
  const wasSeen = g.node('Less', [g.scalar(0.5), deep(seen)]);
  const applied = g.node('Where', [wasSeen, penalized, logits]);
  // From how many tokens on each one is allowed.
  const from = Float32Array.from({ length: size }, (_, id) =>
    id === eos ? MINIMUM_TOKENS : id < size - SPECIAL_TOKENS ? -3e38 : 3e38,
  );
  const allowed = g.node('LessOrEqual', [g.constant(float32([1, 1, size], from)), deep(steps)]);
  return g.node('Where', [allowed, applied, g.scalar(SUPPRESSED)]);
}
