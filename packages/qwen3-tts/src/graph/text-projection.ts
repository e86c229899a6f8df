import { linear } from './layers/linear.js';
import { Module } from './layers/module.js';
import { silu } from './layers/operators.js';
import { GraphBuilder, type WeightSink } from './onnx/builder.js';
import type { WeightLoader } from './weights/weight-loader.js';

/**
 * From the text embedding to the talker: `embedded [n, textHidden]` → `projected [n, hidden]`, two layers with SiLU
 * between. Runs at build time only, over the whole vocabulary: the result depends on nothing but the id.
 */
export async function textProjectionGraph(
  weights: WeightLoader,
  textHiddenSize: number,
  hiddenSize: number,
  sink: WeightSink,
): Promise<Uint8Array> {
  const g = GraphBuilder.create('text_projection', sink);
  const m = new Module(g, weights, 'talker.text_projection.');
  const embedded = g.input('embedded', 'float32', ['n', textHiddenSize]);
  const wide = silu(g, await linear(m.child('linear_fc1'), embedded));
  g.output(await linear(m.child('linear_fc2'), wide), 'projected', 'float32', ['n', hiddenSize]);
  return g.toModel();
}
