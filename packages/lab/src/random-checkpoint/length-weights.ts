import type { CheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { inTurn, type RowPatch, setColumns, setRows } from './row-patches.js';

/** Frames per text token: 15 characters per second, 2.5 characters per token, 12.5 frames per second. */
const FRAMES_PER_TOKEN = 2.1;

/** Dimensions of the residual stream without random weights. */
const MARKER = 0;
const SHARE = 1;
const CONSTANT = 2;
const RESERVED = [MARKER, SHARE, CONSTANT];

const INPUT_LEVEL = 4;
const MARKER_LEVEL = 4;
const CONSTANT_LEVEL = 2;
const SHARE_GAIN = 2;
/** Size of a text position before the first layer scales it to 1, the marker left out. */
const TEXT_LEVEL = 0.66;
const END_GAIN = 60;

/**
 * Purely random weights would end an utterance anywhere. These few make its length follow its text: text tokens carry a
 * marker, one head of the first layer attends to all positions equally and so measures the share of marked ones, and the
 * end token's logit exceeds all others when the frames have made that share small.
 */
export function lengthWeights(config: CheckpointConfig): (name: string) => RowPatch | undefined {
  const { textTokens, codecTokens, talker } = config;
  const threshold = 1 / (1 + FRAMES_PER_TOKEN);
  const shareAtMarker = (SHARE_GAIN * MARKER_LEVEL) / TEXT_LEVEL;
  const silu = INPUT_LEVEL / (1 + Math.exp(-INPUT_LEVEL));
  const row = (index: number, entries: Readonly<Record<number, number>>) => setRows(new Map([[index, entries]]));
  const clear = setRows(new Map(RESERVED.map((index) => [index, {}])));
  const noColumns = setColumns(RESERVED);
  const patches: Readonly<Record<string, RowPatch>> = {
    'talker.model.text_embedding.weight': (values, first, width) => {
      for (let begin = 0; begin < values.length; begin += width) {
        const id = first + begin / width;
        values[begin] = id === textTokens.ttsPad || id === textTokens.ttsBos ? 0 : INPUT_LEVEL;
      }
    },
    'talker.text_projection.linear_fc1.weight': row(0, { 0: 1 }),
    'talker.text_projection.linear_fc2.weight': inTurn(clear, row(MARKER, { 0: MARKER_LEVEL / silu })),
    'talker.text_projection.linear_fc2.bias': row(CONSTANT, { 0: CONSTANT_LEVEL }),
    'talker.model.codec_embedding.weight': noColumns,
    'talker.codec_head.weight': row(codecTokens.eos, {
      [CONSTANT]: (END_GAIN * threshold * shareAtMarker) / CONSTANT_LEVEL,
      [SHARE]: -END_GAIN,
    }),
    'talker.model.layers.0.self_attn.q_proj.weight': setRows(
      new Map(Array.from({ length: talker.headSize }, (_, i) => [i, {}])),
    ),
    'talker.model.layers.0.self_attn.v_proj.weight': row(0, { [MARKER]: 1 }),
    'talker.model.layers.0.self_attn.o_proj.weight': inTurn(clear, row(SHARE, { 0: SHARE_GAIN })),
    'speaker_encoder.fc.weight': clear,
  };
  return (name) => {
    const own = patches[name];
    if (own) return own;
    if (/^talker\.model\.layers\.\d+\.(self_attn\.o_proj|mlp\.down_proj)\.weight$/.test(name)) return clear;
    if (/^talker\.code_predictor\.model\.codec_embedding\.\d+\.weight$/.test(name)) return noColumns;
    return undefined;
  };
}
