import { Module } from '../layers/module.js';
import type { GraphBuilder } from '../onnx/builder.js';
import type { GraphTarget } from '../target.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import { loopedPredictor } from './looped.js';
import type { PredictedFrame, PredictorInputs, PredictorNetwork } from './step.js';
import { unrolledPredictor } from './unrolled.js';

export function predictorModule(g: GraphBuilder, weights: WeightLoader): Module {
  return new Module(g.scope('code_predictor'), weights, 'talker.code_predictor.');
}

/** The code predictor: codebooks 1 … groups − 1 of one frame. */
export async function codePredictor(
  m: Module,
  network: PredictorNetwork,
  target: GraphTarget,
  inputs: PredictorInputs,
): Promise<PredictedFrame> {
  const start = m.g.node('Concat', [inputs.hidden, inputs.firstEmbedding], { axis: 1 });
  // Unrolled, the CPU's runtime would repack the weights of every node, fifteen times over.
  return target === 'gpu' ? unrolledPredictor(m, network, inputs, start) : loopedPredictor(m, network, inputs, start);
}
