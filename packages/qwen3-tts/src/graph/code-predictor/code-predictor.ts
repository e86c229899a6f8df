import { Module } from '../layers/module.js';
import type { GraphBuilder } from '../onnx/builder.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import { loopedPredictor } from './loop.js';
import type { PredictedFrame, PredictorInputs, PredictorNetwork } from './step.js';
import { unrolledPredictor } from './unrolled.js';

/**
 * The layout of the code predictor's fifteen steps of a frame.
 *
 * `unrolled`: one after the other in the graph. A GPU then meets one host synchronisation a frame, but the CPU
 * runtime repacks the weights of every node, fifteen times over.
 * `loop`: an inner Loop, one copy of the weights; the heads, which differ from step to step, sit in branches.
 */
export type PredictorForm = 'unrolled' | 'loop';

export function predictorModule(g: GraphBuilder, weights: WeightLoader): Module {
  return new Module(g.scope('code_predictor'), weights, 'talker.code_predictor.');
}

/** Codebooks 1 … groups − 1 of one frame. */
export async function codePredictor(
  m: Module,
  network: PredictorNetwork,
  form: PredictorForm,
  inputs: PredictorInputs,
): Promise<PredictedFrame> {
  const start = m.g.node('Concat', [inputs.hidden, inputs.firstEmbedding], { axis: 1 });
  return form === 'unrolled'
    ? unrolledPredictor(m, network, inputs, start)
    : loopedPredictor(m, network, inputs, start);
}
