import { join } from 'node:path';
import { type CheckpointConfig, readCheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { modelInventory } from '@ownvoice/qwen3-tts/internals/checkpoint/inventory';
import { writeSafetensors } from '@ownvoice/qwen3-tts/internals/testing/safetensors-writer';
import { HeavyTails } from './heavy-tails.js';
import { randomTensors } from './random-checkpoint.js';
import { eachRow, inTurn, type RowPatch, setColumns, setRows } from './row-patches.js';

/** Channels of a vector, each with the power of two that it is multiplied by. */
type Exponents = ReadonlyMap<number, number>;

/**
 * What trained networks have and random ones lack: channels that are much larger than the others. What reads such a channel
 * is divided by the same power of two, so the network computes the same function, and only rounding can tell.
 */
const OUTLIERS = {
  /** Behind every norm, the same channels in all layers. */
  residual: { exponent: 4, oneIn: 170 },
  /** In front of every down projection, others in each layer. */
  down: { exponent: 5, oneIn: 768 },
} as const;

/**
 * A value of about 2¹⁷ in front of a down projection of the predictor, at the first position of each frame: its gate and its
 * up projection read one channel that only the talker's hidden state has. The down projection sends it to few channels of
 * the residual stream, where norms make it small again.
 */
const SPIKE = { layer: 1, gate: 4, up: 1.25, down: 1 / 32, normExponent: -4 } as const;

/** Writes the language model that the folder's configuration calls for, with weights that resemble trained ones. */
export async function writeTrainedWeights(folder: string, seed: number): Promise<void> {
  const config = await readCheckpointConfig(folder);
  await writeSafetensors(
    join(folder, 'model.safetensors'),
    randomTensors(modelInventory(config), 'BF16', config, new HeavyTails(seed), (name) => patchOf(name, config)),
  );
}

const NAME = /^talker\.(code_predictor\.)?(?:model\.)?(?:layers\.(\d+)\.)?(?:self_attn\.|mlp\.)?(.+)\.weight$/;

function patchOf(name: string, { talker, codePredictor }: CheckpointConfig): RowPatch | undefined {
  const [, prefix, digits, part = ''] = NAME.exec(name) ?? [];
  const inPredictor = prefix !== undefined;
  const { hiddenSize, intermediateSize } = inPredictor ? codePredictor : talker;
  const layer = Number(digits ?? -1);
  const residual = channels(hiddenSize, OUTLIERS.residual, 0);
  const inner = channels(intermediateSize, OUTLIERS.down, layer + 1);
  const spike = spikeChannels(residual, hiddenSize, intermediateSize);
  const spikes = inPredictor && layer === SPIKE.layer;
  switch (part) {
    case 'norm':
    case 'input_layernorm':
    case 'post_attention_layernorm':
      return inPredictor && (layer > SPIKE.layer || digits === undefined)
        ? scaleRows(new Map([...residual, ...spike.targets.map((row) => [row, SPIKE.normExponent] as const)]))
        : scaleRows(residual);
    case 'q_proj':
    case 'k_proj':
    case 'v_proj':
      return scaleColumns(residual);
    case 'gate_proj': {
      const rows = new Map(spike.inner.map((row, i) => [row, { [spike.source]: i === 0 ? SPIKE.gate : -SPIKE.gate }]));
      return inTurn(scaleColumns(residual), spikes && setRows(rows));
    }
    case 'up_proj': {
      const rows = new Map(spike.inner.map((row) => [row, { [spike.source]: SPIKE.up }]));
      return inTurn(scaleColumns(residual), scaleRows(inner), spikes && setRows(rows));
    }
    case 'o_proj':
      return inPredictor ? setRows(new Map([[spike.source, {}]])) : undefined;
    case 'down_proj':
      return inTurn(
        scaleColumns(inner),
        inPredictor && setRows(new Map([[spike.source, {}]])),
        spikes && setColumns(spike.inner, new Map(spike.targets.map((row) => [row, SPIKE.down]))),
      );
    default:
      if (part.startsWith('codec_embedding')) return setColumns([spike.source]);
      return /^(codec_head|lm_head\.\d+)$/.test(part) ? scaleColumns(residual) : undefined;
  }
}

/** Some channels, spread out. */
function channels(
  size: number,
  { exponent, oneIn }: { readonly exponent: number; readonly oneIn: number },
  turn: number,
): Exponents {
  const count = Math.max(1, Math.round(size / oneIn));
  const spread = Array.from({ length: count }, (_, i) => (Math.floor(((i + 0.37) * size) / count) + 11 * turn) % size);
  return new Map(spread.map((channel) => [channel, exponent]));
}

/**
 * `source`: the channel that the spike is made of. `inner`: where it appears, one of the two for each sign of the source.
 * `targets`: the channels of the residual stream where it goes.
 */
function spikeChannels(residual: Exponents, hiddenSize: number, intermediateSize: number) {
  const [source = 0] = residual.keys();
  const ordinary = Array.from({ length: hiddenSize }, (_, channel) => channel).filter((one) => !residual.has(one));
  return {
    source,
    inner: [intermediateSize >> 1, (intermediateSize >> 1) + 1],
    targets: [ordinary[ordinary.length >> 1]!, ordinary[ordinary.length >> 2]!],
  };
}

function scaleRows(exponents: Exponents): RowPatch {
  return eachRow(exponents, (row, exponent) => {
    for (let i = 0; i < row.length; i++) row[i]! *= 2 ** exponent;
  });
}

function scaleColumns(exponents: Exponents): RowPatch {
  return (values, _first, width) => {
    for (let begin = 0; begin < values.length; begin += width) {
      for (const [column, exponent] of exponents) values[begin + column]! *= 2 ** -exponent;
    }
  };
}
