import type { DecoderStackConfig } from '../../checkpoint/config.js';
import { decoderStack } from '../layers/decoder-stack.js';
import type { Attention, KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import { Module } from '../layers/module.js';
import { dimension, silu } from '../layers/operators.js';
import { GraphBuilder, type Value, type WeightSink } from '../onnx/builder.js';
import type { WeightLoader } from '../weights/weight-loader.js';
import { attend, attentionMask, rotateHeads, rotationOf } from './attention.js';

/**
 * The talker's KV cache in two parts, `[B, keyValueHeads, 1, positions, headSize]` in each layer; keys are rotated.
 * The past is fixed while a segment is decoded, padded to a common length and never copied; only the short part of this
 * segment, `recent`, grows.
 */
export interface TalkerCache {
  readonly past: readonly KeyValues[];
  /** `[B]` int64: how many positions of the past belong to each row. */
  readonly pastLengths: Value;
  readonly recent: readonly KeyValues[];
}

export function talkerModule(g: GraphBuilder, weights: WeightLoader): Module {
  return new Module(g.scope('talker'), weights, 'talker.');
}

/** The embedding of codebook 0 and of the special tokens. */
export function codecEmbedding(m: Module): Module {
  return m.child('model.codec_embedding', 'codec_embedding');
}

/**
 * Runs the talker over `x [B, S, hidden]`.
 * → the hidden states after the final norm, and the recent part with S more positions.
 */
export async function talker(
  m: Module,
  config: DecoderStackConfig,
  x: Value,
  cache: TalkerCache,
): Promise<{ hidden: Value; recent: KeyValues[] }> {
  const { g } = m;
  const lengths = {
    past: cache.pastLengths,
    pastCapacity: dimension(g, cache.past[0]!.key, 3),
    recent: dimension(g, cache.recent[0]!.key, 3),
    steps: dimension(g, x, 1),
  };
  const rotation = rotationOf(g.scope('rotary'), config, lengths);
  const mask = attentionMask(g.scope('mask'), lengths);
  const widths = g.node('Concat', [lengths.pastCapacity, g.node('Add', [lengths.recent, lengths.steps])], { axis: 0 });
  const recent: KeyValues[] = [];
  const attention: Attention = (at, layer, heads) => {
    const { query, key, value } = rotateHeads(at, config, heads, rotation);
    const before = cache.recent[layer]!;
    const present = {
      key: at.node('Concat', [before.key, key], { axis: 3 }),
      value: at.node('Concat', [before.value, value], { axis: 3 }),
    };
    recent.push(present);
    return attend(at, config, query, [cache.past[layer]!, present], mask, widths);
  };
  const hidden = await decoderStack(m.child('model', ''), config, x, attention);
  return { hidden, recent };
}

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
