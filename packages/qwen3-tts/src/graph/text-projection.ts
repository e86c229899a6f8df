import { linear } from './blocks.js';
import { float, GraphBuilder, type WeightSink } from './builder.js';
import type { WeightLoader } from './weights.js';

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
  const layer = async (name: string) =>
    [
      await weights.read(`talker.text_projection.${name}.weight`),
      await weights.read(`talker.text_projection.${name}.bias`),
    ] as const;
  const embedded = g.input('embedded', 'float32', ['n', textHiddenSize]);
  const wide = linear(g, embedded, ...(await layer('linear_fc1')));
  const active = g.node('com.microsoft:QuickGelu', [wide], { alpha: float(1) });
  g.output(linear(g, active, ...(await layer('linear_fc2'))), 'projected', 'float32', ['n', hiddenSize]);
  return g.toModel();
}
