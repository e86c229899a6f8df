import type { CheckpointConfig } from '../../checkpoint/config.js';
import { groupedQueryStack } from '../layers/decoder-stack.js';
import type { KeyValues } from '../layers/heads.js';
import type { Module } from '../layers/module.js';
import { dimension, reshape } from '../layers/operators.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { Dimension } from '../onnx/messages.js';
import type { ElementType } from '../onnx/tensor.js';
import {
  framePositions,
  pastForOperator,
  recentOf,
  recentPositions,
  segmentPositions,
} from '../talker/grouped-query.js';
import { talker } from '../talker/talker.js';
import type { GraphTarget } from '../target.js';
import type { StackRange } from '../weights/half-range.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import type { GenerationInputs } from './inputs.js';

/** How the talker keeps its KV cache while a segment is decoded. */
export interface TalkerForm {
  /** What the Loop begins with: key and value of each layer. */
  readonly caches: readonly Value[];
  readonly type: ElementType;
  shape(rows: string, positions: string): readonly Dimension[];
  /** Runs the talker over `x [B, S, hidden]`: hidden states behind the final norm, and the cache with S more positions. */
  step(
    m: Module,
    x: Value,
    cache: readonly KeyValues[],
    index: Value,
  ): Promise<{ readonly hidden: Value; readonly cache: readonly KeyValues[] }>;
  /** What the segment of `frames` (`[1]` int64) frames added, `[B, keyValueHeads, 1, R, headSize]` float32 each. */
  recent(caches: readonly Value[], frames: Value): readonly Value[];
}

export function talkerForm(
  g: GraphBuilder,
  weights: WeightLoader,
  config: CheckpointConfig,
  inputs: GenerationInputs,
  target: GraphTarget,
  range: StackRange | undefined,
): TalkerForm {
  return target === 'cpu' ? splitCache(g, config, inputs) : operatorCache(g, weights, config, inputs, range);
}

/** The past stays where it is; only what the segment adds is carried. */
function splitCache(g: GraphBuilder, { talker: network }: CheckpointConfig, inputs: GenerationInputs): TalkerForm {
  const { layers, keyValueHeads, headSize } = network;
  const rows = g.node('Shape', [inputs.pastLengths]);
  const emptyShape = g.node('Concat', [rows, g.ints([keyValueHeads, 1, 0, headSize])], { axis: 0 });
  const empty = g.node('ConstantOfShape', [emptyShape]);
  return {
    caches: Array.from({ length: 2 * layers }, () => empty),
    type: 'float32',
    shape: (batch, positions) => [batch, keyValueHeads, 1, positions, headSize],
    step: async (m, x, recent) => {
      const { past, pastLengths } = inputs;
      const output = await talker(m, network, x, { past, pastLengths, recent });
      return { hidden: output.hidden, cache: output.recent };
    },
    recent: (caches) => caches,
  };
}

/** The attention operator carries past and present together, in the type that it computes in. */
function operatorCache(
  g: GraphBuilder,
  weights: WeightLoader,
  { talker: network }: CheckpointConfig,
  inputs: GenerationInputs,
  range: StackRange | undefined,
): TalkerForm {
  const type = weights.attentionType;
  const segment = segmentPositions(g.scope('positions'), network, type, inputs.pastLengths, {
    capacity: dimension(g, inputs.past[0]!.key, 3),
    steps: dimension(g, inputs.inputs, 1),
    frames: reshape(g, inputs.limit, [1]),
  });
  return {
    caches: inputs.past.flatMap(({ key, value }) =>
      [key, value].map((past) => pastForOperator(g, network, past, type)),
    ),
    type,
    shape: (batch, positions) => [batch, network.keyValueHeads, positions, network.headSize],
    step: async (m, x, cache, index) => {
      const positions = framePositions(m.g.scope('positions'), segment, index, x);
      const output = await groupedQueryStack(m.child('model', ''), network, x, cache, positions, range);
      return { hidden: output.hidden, cache: output.present };
    },
    recent: (caches, frames) => {
      const positions = recentPositions(g, inputs.pastLengths, inputs.inputs, frames);
      return caches.map((cache) => recentOf(g, network, cache, positions, type));
    },
  };
}
