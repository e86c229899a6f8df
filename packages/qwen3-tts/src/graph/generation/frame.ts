import type { CheckpointConfig } from '../../checkpoint/config.js';
import { loopedPredictor } from '../code-predictor/looped.js';
import { codeEmbedding, predictorModule } from '../code-predictor/step.js';
import { unrolledPredictor } from '../code-predictor/unrolled.js';
import { embedding } from '../layers/embedding.js';
import type { KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { cast, dimension, slice, split } from '../layers/operators.js';
import { candidates, markSeen, sampleToken, samplingPlan, sumOfLogits, talkerLogits } from '../layers/sampling.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { int64 } from '../onnx/tensor.js';
import { codecEmbedding, talkerModule } from '../talker/talker.js';
import type { GraphTarget } from '../target.js';
import type { ModelRange } from '../weights/half-range.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import type { GenerationInputs } from './inputs.js';
import type { TalkerForm } from './talker-form.js';

/**
 * The body of the generation's Loop, one frame: talker, codebook 0, code predictor, and the sum of embeddings that is the
 * next input. Carried from frame to frame: that input, the tokens seen, which rows have ended, and the KV cache of this
 * segment. Collected: codes, the sum of all logits, hidden state and logits of the talker.
 */
export async function frameBody(
  outer: GraphBuilder,
  weights: WeightLoader,
  config: CheckpointConfig,
  inputs: GenerationInputs,
  form: TalkerForm,
  target: GraphTarget,
  range: ModelRange | undefined,
): Promise<GraphBuilder> {
  const { talker: network, codecTokens } = config;
  const once = outer.scope('frames');
  const talkerPlan = samplingPlan(once, inputs.talkerSampling, dimension(once, inputs.talkerNoise, 2));
  const predictorCandidates = inputs.predictorCandidates ?? dimension(once, inputs.predictorNoise, 3);
  const predictorPlan = samplingPlan(once, inputs.predictorSampling, predictorCandidates);
  const activeRows = countTrue(once, once.node('GreaterOrEqual', [inputs.generatedTokens, once.ints(0)]));

  // Sizes of inputs and outputs have names of their own: one name would claim that they are equal.
  const body = outer.subgraph('frame');
  const g = body.scope('frame');
  const index = g.input('index', 'int64', []);
  g.input('keep_going', 'bool', []);
  const x = g.input('x', 'float32', ['Bi', 'Si', network.hiddenSize]);
  const seen = g.input('seen', 'bool', ['Bi', network.vocabularySize]);
  const finished = g.input('finished', 'bool', ['Bi', 1]);
  const inputShape = form.shape('Bi', 'Ri');
  const before: KeyValues[] = Array.from({ length: network.layers }, (_, layer) => ({
    key: g.input(`key_${layer}`, form.type, inputShape),
    value: g.input(`value_${layer}`, form.type, inputShape),
  }));
  const ofFrame = (values: Value) => g.node('Gather', [values, index], { axis: 1 });

  const m = talkerModule(body, weights);
  const { hidden, cache } = await form.step(m, x, before, index);
  const last = slice(g, hidden, 1, -1);
  const logits = g.node('Squeeze', [await linear(m.child('codec_head'), last), g.ints([1])]);
  const sampling = m.g.scope('sampling');
  const allowed = talkerLogits(
    sampling,
    logits,
    { size: network.vocabularySize, eos: codecTokens.eos },
    { seen, penalty: inputs.penalty, generatedTokens: sampling.node('Add', [inputs.generatedTokens, index]) },
  );
  const oneStep = (x: Value) => sampling.node('Unsqueeze', [x, g.ints([1])]);
  const chosen = candidates(sampling, oneStep(allowed), talkerPlan);
  const first = sampleToken(sampling, chosen, oneStep(ofFrame(inputs.talkerNoise)));
  const ended = g.node('Or', [finished, g.node('Equal', [first, g.ints(codecTokens.eos)])]);
  const endedRows = countTrue(g, ended);
  const keepGoing = g.node('Less', [endedRows, inputs.stopAfter]);
  const needed = g.node('Less', [endedRows, activeRows]);

  const predictor = predictorModule(body, weights);
  const firstEmbedding = await embedding(codecEmbedding(m), first);
  const levels = { config: config.codePredictor, codeGroups: network.codeGroups, range: range?.predictor };
  // Unrolled, the CPU's runtime would repack the weights of every node, fifteen times over.
  const predict = target === 'gpu' ? unrolledPredictor : loopedPredictor;
  const { codes, logitSum } = await predict(predictor, levels, {
    hidden: last,
    first,
    logitSum: sumOfLogits(sampling, logits),
    firstEmbedding,
    noise: ofFrame(inputs.predictorNoise),
    sampling: predictorPlan,
    segment: once,
    needed,
  });
  const next = await nextInput(
    predictor.on(body.scope('next_input')),
    config,
    firstEmbedding,
    codes,
    ofFrame(inputs.trailing),
  );

  g.output(keepGoing, 'keep_going_out', 'bool', []);
  g.output(next, 'x_out', 'float32', ['Bo', 1, network.hiddenSize]);
  const nowSeen = markSeen(g, seen, first, network.vocabularySize);
  g.output(nowSeen, 'seen_out', 'bool', ['Bo', network.vocabularySize]);
  g.output(ended, 'finished_out', 'bool', ['Bo', 1]);
  const outputShape = form.shape('Bo', 'Ro');
  for (const [layer, { key, value }] of cache.entries()) {
    g.output(key, `key_${layer}_out`, form.type, outputShape);
    g.output(value, `value_${layer}_out`, form.type, outputShape);
  }
  g.output(codes, 'codes', 'int64', ['Bo', network.codeGroups]);
  g.output(logitSum, 'logit_sum', 'float32', ['Bo', 1]);
  g.output(g.node('Squeeze', [last, g.ints([1])]), 'hidden', 'float32', ['Bo', network.hiddenSize]);
  g.output(logits, 'logits', 'float32', ['Bo', network.vocabularySize]);
  return body;
}

/** The embeddings of a frame's codes and the text that goes with it, summed: `[B, 1, H]` */
async function nextInput(
  m: Module,
  { talker: { codeGroups }, codePredictor: { vocabularySize } }: CheckpointConfig,
  firstEmbedding: Value,
  codes: Value,
  text: Value,
): Promise<Value> {
  const { g } = m;
  const [, rest] = split(g, codes, [1, codeGroups - 1], 1) as [Value, Value];
  const offsets = Array.from({ length: codeGroups - 1 }, (_, step) => step * vocabularySize);
  const ids = g.node('Add', [rest, g.constant(int64([codeGroups - 1], offsets))]);
  const sum = g.node('ReduceSum', [await codeEmbedding(m, codeGroups, ids), g.ints([1])], { keepdims: 1 });
  return g.node('Add', [g.node('Add', [firstEmbedding, sum]), g.node('Unsqueeze', [text, g.ints([1])])]);
}

/** How many elements of a bool tensor are true: int64 scalar. */
function countTrue(g: GraphBuilder, x: Value): Value {
  return g.node('ReduceSum', [cast(g, x, 'int64')], { keepdims: 0 });
}
