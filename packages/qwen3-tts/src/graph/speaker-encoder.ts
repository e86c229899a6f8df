import type { SpeakerEncoderConfig } from '../checkpoint/config.js';
import { conv1d } from './layers/conv1d.js';
import { Module } from './layers/module.js';
import { slice, split } from './layers/operators.js';
import { GraphBuilder, type Value, type WeightSink } from './onnx/builder.js';
import type { WeightLoader } from './weights/weight-loader.js';

const SMALLEST_VARIANCE = 1e-12;

/**
 * ECAPA-TDNN: input `log_mel [1, bins, frames]` float32 with at least 5 frames, output `embedding [size]` float32, as
 * the prompt takes it: neither projected nor normalized.
 *
 * @see https://arxiv.org/abs/2005.07143
 */
export async function speakerEncoderGraph(
  weights: WeightLoader,
  config: SpeakerEncoderConfig,
  sink: WeightSink,
): Promise<Uint8Array> {
  const g = GraphBuilder.create('speaker_encoder', sink);
  const m = new Module(g, weights, 'speaker_encoder.');
  const dilation = (block: number) => config.dilations[block] ?? 1;
  let x = g.input('log_mel', 'float32', [1, config.melBins, 'frames']);
  x = await tdnn(m.child('blocks.0'), x, dilation(0));
  const outputs: Value[] = [];
  for (let block = 1; block < config.channels.length - 1; block++) {
    const groups = { count: config.res2netScale, channels: (config.channels[block] ?? 0) / config.res2netScale };
    x = await squeezeExcitationRes2Net(m.child(`blocks.${block}`), x, groups, dilation(block));
    outputs.push(x);
  }
  const aggregated = await tdnn(m.child('mfa'), g.node('Concat', outputs, { axis: 1 }), 1);
  const pooled = await attentiveStatistics(m.child('asp'), aggregated);
  const embedding = g.node('Reshape', [await sameConvolution(m.child('fc'), pooled), g.ints([config.embeddingSize])]);
  g.output(embedding, 'embedding', 'float32', [config.embeddingSize]);
  return g.toModel();
}

async function tdnn(m: Module, x: Value, dilation: number): Promise<Value> {
  return m.g.node('Relu', [await sameConvolution(m.child('conv'), x, dilation)]);
}

/** As long as its input: both ends are continued by reflection. */
async function sameConvolution(m: Module, x: Value, dilation = 1): Promise<Value> {
  const { g } = m;
  const reach = (((m.shape('weight')[2] ?? 1) - 1) * dilation) / 2;
  const padded = reach > 0 ? g.node('Pad', [x, g.ints([0, 0, reach, 0, 0, reach])], { mode: 'reflect' }) : x;
  return conv1d(m, padded, { dilation });
}

/** Each group of channels sees the result of the one before; the first passes through. */
async function squeezeExcitationRes2Net(
  m: Module,
  x: Value,
  groups: { readonly count: number; readonly channels: number },
  dilation: number,
): Promise<Value> {
  const { g } = m;
  const narrowed = await tdnn(m.child('tdnn1'), x, 1);
  const sizes = Array.from({ length: groups.count }, () => groups.channels);
  const [first, ...others] = split(g, narrowed, sizes, 1) as [Value, ...Value[]];
  const outputs = [first];
  for (const [i, group] of others.entries()) {
    const input = i === 0 ? group : g.node('Add', [group, outputs[i]!]);
    outputs.push(await tdnn(m.child(`res2net_block.blocks.${i}`, `res2net.${i}`), input, dilation));
  }
  const widened = await tdnn(m.child('tdnn2'), g.node('Concat', outputs, { axis: 1 }), 1);
  return g.node('Add', [await squeezeExcitation(m.child('se_block'), widened), x]);
}

/** `x · sigmoid(conv2(relu(conv1(mean over time of x))))` */
async function squeezeExcitation(m: Module, x: Value): Promise<Value> {
  const { g } = m;
  const squeezed = g.node('Relu', [await sameConvolution(m.child('conv1'), overTime(g, 'ReduceMean', x))]);
  return g.node('Mul', [x, g.node('Sigmoid', [await sameConvolution(m.child('conv2'), squeezed)])]);
}

/** Mean and deviation over time, weighted by an attention of each channel that sees the unweighted ones. */
async function attentiveStatistics(m: Module, x: Value): Promise<Value> {
  const { g } = m;
  const mean = overTime(g, 'ReduceMean', x);
  const standardDeviation = deviation(g, overTime(g, 'ReduceMean', squaredDistance(g, x, mean)));
  // A convolution of one tap over `[x; mean; deviation]`: the share of the last two is the same at all times.
  const conv = m.child('tdnn.conv');
  const [weight, bias] = [await conv.vector('weight'), await conv.vector('bias')];
  const channels = m.shape('tdnn.conv.weight')[1]! / 3;
  const statistics = g.node('Concat', [mean, standardDeviation], { axis: 1 });
  const own = conv.g.node('Conv', [x, slice(g, weight, 1, 0, channels)], { kernel_shape: [1] });
  const shared = conv.g.node('Conv', [statistics, slice(g, weight, 1, channels), bias], { kernel_shape: [1] });
  const hidden = g.node('Tanh', [g.node('Relu', [g.node('Add', [own, shared])])]);
  const attention = g.node('Softmax', [await sameConvolution(m.child('conv'), hidden)], { axis: 2 });
  const weightedMean = overTime(g, 'ReduceSum', g.node('Mul', [attention, x]));
  const spread = g.node('Mul', [attention, squaredDistance(g, x, weightedMean)]);
  const weightedDeviation = deviation(g, overTime(g, 'ReduceSum', spread));
  return g.node('Concat', [weightedMean, weightedDeviation], { axis: 1 });
}

function overTime(g: GraphBuilder, reduction: 'ReduceMean' | 'ReduceSum', x: Value): Value {
  return g.node(reduction, [x, g.ints([2])], { keepdims: 1 });
}

function squaredDistance(g: GraphBuilder, x: Value, centre: Value): Value {
  const distance = g.node('Sub', [x, centre]);
  return g.node('Mul', [distance, distance]);
}

function deviation(g: GraphBuilder, variance: Value): Value {
  return g.node('Sqrt', [g.node('Max', [variance, g.scalar(SMALLEST_VARIANCE)])]);
}
