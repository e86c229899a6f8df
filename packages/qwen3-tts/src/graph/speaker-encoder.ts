import type { SpeakerEncoderConfig } from '../checkpoint/config.js';
import { conv1d, split } from './blocks.js';
import { GraphBuilder, type Value, type WeightSink } from './builder.js';
import type { WeightLoader } from './weights.js';

const PREFIX = 'speaker_encoder.';
const SMALLEST_VARIANCE = 1e-12;

/**
 * ECAPA-TDNN: input `log_mel [1, bins, frames]` float32 with at least 5 frames, output `embedding [size]` float32, as
 * the prompt takes it: neither projected nor normalised.
 *
 * @see https://arxiv.org/abs/2005.07143
 */
export async function speakerEncoderGraph(
  weights: WeightLoader,
  config: SpeakerEncoderConfig,
  sink: WeightSink,
): Promise<GraphBuilder> {
  const g = GraphBuilder.create('speaker_encoder', sink);
  const network = new SpeakerEncoder(g, weights, config);
  const mel = g.input('log_mel', 'float32', [1, config.melBins, 'frames']);
  g.output(await network.embed(mel), 'embedding', 'float32', [config.embeddingSize]);
  return g;
}

class SpeakerEncoder {
  constructor(
    private readonly g: GraphBuilder,
    private readonly weights: WeightLoader,
    private readonly config: SpeakerEncoderConfig,
  ) {}

  async embed(mel: Value): Promise<Value> {
    const { g, config } = this;
    let x = await this.tdnn(mel, 'blocks.0', this.dilation(0));
    const outputs: Value[] = [];
    for (let block = 1; block < config.channels.length - 1; block++) {
      x = await this.squeezeExcitationRes2Net(x, `blocks.${block}`, this.dilation(block));
      outputs.push(x);
    }
    const aggregated = await this.tdnn(g.node('Concat', outputs, { axis: 1 }), 'mfa', 1);
    const pooled = await this.attentiveStatistics(aggregated);
    return g.node('Reshape', [await this.convolution(pooled, 'fc', 1), g.ints([config.embeddingSize])]);
  }

  private dilation(block: number): number {
    return this.config.dilations[block] ?? 1;
  }

  private async tdnn(x: Value, name: string, dilation: number): Promise<Value> {
    return this.g.node('Relu', [await this.convolution(x, `${name}.conv`, dilation)]);
  }

  /** As long as its input: both ends are continued by reflection. */
  private async convolution(x: Value, name: string, dilation: number): Promise<Value> {
    const { g } = this;
    const weight = await this.weights.read(`${PREFIX}${name}.weight`);
    const bias = await this.weights.read(`${PREFIX}${name}.bias`);
    const reach = (((weight.shape[2] ?? 1) - 1) * dilation) / 2;
    const padded = reach > 0 ? g.node('Pad', [x, g.ints([0, 0, reach, 0, 0, reach])], { mode: 'reflect' }) : x;
    return conv1d(g, padded, { weight, bias, dilation });
  }

  private async squeezeExcitationRes2Net(x: Value, name: string, dilation: number): Promise<Value> {
    const { g, config } = this;
    const narrowed = await this.tdnn(x, `${name}.tdnn1`, 1);
    const scale = config.res2netScale;
    const block = Number(name.split('.')[1]);
    const width = (config.channels[block] ?? 0) / scale;
    const groups = split(
      g,
      narrowed,
      Array.from({ length: scale }, () => width),
      1,
    );
    const outputs = groups.slice(0, 1);
    for (const [i, group] of groups.slice(1).entries()) {
      const input = i === 0 ? group : g.node('Add', [group, outputs[i]!]);
      outputs.push(await this.tdnn(input, `${name}.res2net_block.blocks.${i}`, dilation));
    }
    const widened = await this.tdnn(g.node('Concat', outputs, { axis: 1 }), `${name}.tdnn2`, 1);
    return g.node('Add', [await this.squeezeExcitation(widened, `${name}.se_block`), x]);
  }

  private async squeezeExcitation(x: Value, name: string): Promise<Value> {
    const { g } = this;
    const squeezed = g.node('Relu', [await this.convolution(this.overTime('ReduceMean', x), `${name}.conv1`, 1)]);
    return g.node('Mul', [x, g.node('Sigmoid', [await this.convolution(squeezed, `${name}.conv2`, 1)])]);
  }

  /** Mean and deviation over time, weighted by an attention of each channel that sees the unweighted ones. */
  private async attentiveStatistics(x: Value): Promise<Value> {
    const { g } = this;
    const mean = this.overTime('ReduceMean', x);
    const deviation = this.deviation(this.overTime('ReduceMean', this.squaredDistance(x, mean)));
    const shape = g.node('Shape', [x]);
    const context = [x, g.node('Expand', [mean, shape]), g.node('Expand', [deviation, shape])];
    const hidden = g.node('Tanh', [await this.tdnn(g.node('Concat', context, { axis: 1 }), 'asp.tdnn', 1)]);
    const attention = g.node('Softmax', [await this.convolution(hidden, 'asp.conv', 1)], { axis: 2 });
    const weightedMean = this.overTime('ReduceSum', g.node('Mul', [attention, x]));
    const spread = g.node('Mul', [attention, this.squaredDistance(x, weightedMean)]);
    const weightedDeviation = this.deviation(this.overTime('ReduceSum', spread));
    return g.node('Concat', [weightedMean, weightedDeviation], { axis: 1 });
  }

  private overTime(reduction: 'ReduceMean' | 'ReduceSum', x: Value): Value {
    return this.g.node(reduction, [x, this.g.ints([2])], { keepdims: 1 });
  }

  private squaredDistance(x: Value, centre: Value): Value {
    const distance = this.g.node('Sub', [x, centre]);
    return this.g.node('Mul', [distance, distance]);
  }

  private deviation(variance: Value): Value {
    return this.g.node('Sqrt', [this.g.node('Max', [variance, this.g.scalar(SMALLEST_VARIANCE)])]);
  }
}
