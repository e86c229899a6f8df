import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { float32ToBfloat16 } from '@ownvoice/audio';
import type { ModelVariant } from '@ownvoice/shared/contract/models';
import { codecInventory } from '../checkpoint/codec-inventory.js';
import { type CheckpointConfig, readCheckpointConfig } from '../checkpoint/config.js';
import { type Inventory, modelInventory } from '../checkpoint/inventory.js';
import { type TensorToWrite, writeSafetensors } from '../checkpoint/safetensors-writer.js';
import { alikeCodes, CODE_DEVIATION } from './alike-codes.js';
import { lengthWeights, type RowPatch } from './length-weights.js';
import {
  RELEASED_CODEC_CONFIG,
  RELEASED_CODEC_PREPROCESSOR_CONFIG,
  RELEASED_GENERATION_CONFIG,
  releasedConfig,
} from './released-config.js';
import { writeSyntheticTokenizer } from './synthetic-tokenizer.js';
import { type RandomNumbers, Uniform } from './uniform.js';

const PART_ELEMENTS = 1 << 20;

/**
 * Writes a checkpoint folder with the released variant's dimensions and random weights: it runs as fast as the real one
 * and speaks noise. The same seed gives the same bytes. About 2.5 GB for 0.6B, 4.5 GB for 1.7B. `distinctness` decides how
 * many drafts of the code predictor are right ({@link alikeCodes}).
 */
export async function writeRandomCheckpoint(
  variant: ModelVariant,
  folder: string,
  seed = 1,
  distinctness = 1,
): Promise<void> {
  await writeReleasedConfig(variant, folder);
  await writeSyntheticTokenizer(folder);
  await writeRandomWeights(folder, seed, distinctness);
}

/** Writes each configuration file that the official code reads. */
export async function writeReleasedConfig(variant: ModelVariant, folder: string): Promise<void> {
  const codecFolder = join(folder, 'speech_tokenizer');
  await mkdir(codecFolder, { recursive: true });
  await writeJson(join(folder, 'config.json'), releasedConfig(variant));
  await writeJson(join(folder, 'generation_config.json'), RELEASED_GENERATION_CONFIG);
  await writeJson(join(codecFolder, 'config.json'), RELEASED_CODEC_CONFIG);
  await writeJson(join(codecFolder, 'preprocessor_config.json'), RELEASED_CODEC_PREPROCESSOR_CONFIG);
}

/** The codec's weights in a checkpoint folder. */
export const CODEC_WEIGHTS = join('speech_tokenizer', 'model.safetensors');

/** Writes the released configuration and random weights of the codec alone; about 0.7 GB. */
export async function writeRandomCodec(folder: string, seed: number): Promise<CheckpointConfig> {
  await writeReleasedConfig('base-0.6b', folder);
  const config = await readCheckpointConfig(folder);
  await writeCodecWeights(folder, config, new Uniform(seed));
  return config;
}

function writeCodecWeights(folder: string, config: CheckpointConfig, numbers: RandomNumbers): Promise<void> {
  const tensors = randomTensors(codecInventory(config), 'F32', config, numbers, () => undefined);
  return writeSafetensors(join(folder, CODEC_WEIGHTS), tensors);
}

/** Writes both tensor files that the folder's configuration calls for. */
export async function writeRandomWeights(folder: string, seed: number, distinctness = 1): Promise<void> {
  const config = await readCheckpointConfig(folder);
  const patches = [alikeCodes(config, distinctness), lengthWeights(config)];
  const uniform = new Uniform(seed);
  await writeSafetensors(
    join(folder, 'model.safetensors'),
    randomTensors(modelInventory(config), 'BF16', config, uniform, (name) => {
      const own = patches.flatMap((patchOf) => patchOf(name) ?? []);
      return (values, first, width) => {
        for (const patch of own) patch(values, first, width);
      };
    }),
  );
  await writeCodecWeights(folder, config, uniform);
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Random tensors of these names and shapes, each changed by its patch. */
export function randomTensors(
  inventory: Inventory,
  dtype: 'BF16' | 'F32',
  config: CheckpointConfig,
  numbers: RandomNumbers,
  patchOf: (name: string) => RowPatch | undefined,
): TensorToWrite[] {
  return [...inventory].map(([name, shape]) => ({
    name,
    dtype,
    shape,
    *parts() {
      const width = shape.slice(1).reduce((product, size) => product * size, 1);
      const total = (shape[0] ?? 0) * width;
      const rowsInPart = Math.max(1, Math.floor(PART_ELEMENTS / width));
      const { constant, deviation } = distribution(name, shape, config);
      const patch = patchOf(name);
      const buffer = new Float32Array(Math.min(total, rowsInPart * width));
      const halves = new Uint16Array(dtype === 'BF16' ? buffer.length : 0);
      for (let begin = 0; begin < total; begin += buffer.length) {
        const values = buffer.subarray(0, Math.min(buffer.length, total - begin));
        if (deviation === 0) values.fill(constant);
        else numbers.fill(values, deviation);
        patch?.(values, begin / width, width);
        if (dtype === 'F32') yield new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        else {
          const rounded = float32ToBfloat16(values, halves.subarray(0, values.length));
          yield new Uint8Array(rounded.buffer, rounded.byteOffset, rounded.byteLength);
        }
      }
    },
  }));
}

/** A random tensor with the distribution that checkpoints have. */
export function randomTensor(
  name: string,
  shape: readonly number[],
  config: CheckpointConfig,
  numbers: RandomNumbers,
): Float32Array {
  const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
  const { constant, deviation } = distribution(name, shape, config);
  if (deviation === 0) values.fill(constant);
  else numbers.fill(values, deviation);
  return values;
}

interface Distribution {
  readonly constant: number;
  readonly deviation: number;
}

/** Chosen to preserve the scale of activations, for audio that is neither silent nor clipped. */
function distribution(
  name: string,
  shape: readonly number[],
  { talker, codePredictor }: CheckpointConfig,
): Distribution {
  const always = (constant: number) => ({ constant, deviation: 0 });
  const random = (deviation: number) => ({ constant: 0, deviation });
  const fanIn = shape.slice(1).reduce((product, size) => product * size, 1);
  const linear = (gain: number) => random(gain / Math.sqrt(fanIn));
  if (/(alpha|beta|bias)$/.test(name)) return always(0);
  if (/(cluster_usage|initialized|norm\.weight)$/.test(name)) return always(1);
  if (/(layer_scale\.scale|gamma)$/.test(name)) return always(0.1);
  if (/(embedding_sum|embed_sum|text_embedding\.weight)$/.test(name)) return random(1);
  if (/codec_embedding(\.\d+)?\.weight$/.test(name)) return random(CODE_DEVIATION);
  if (/(codec_head|lm_head\.\d+)\.weight$/.test(name)) return linear(2.5);
  if (/^talker\.(model|code_predictor).*(o_proj|down_proj)\.weight$/.test(name)) {
    const layers = name.startsWith('talker.model') ? talker.layers : codePredictor.layers;
    return linear(1 / Math.sqrt(2 * layers));
  }
  // The weight of a transposed convolution has its inputs first, and two of its taps contribute to each output.
  if (/^decoder\.decoder\.\d+\.block\.1\.conv\.weight$/.test(name)) return random(1 / Math.sqrt(2 * (shape[0] ?? 1)));
  if (/^decoder\.upsample\.\d+\.0\.conv\.weight$/.test(name)) return random(1 / Math.sqrt(shape[0] ?? 1));
  if (/^decoder\.decoder\.\d+\.block\.\d\.conv2\.conv\.weight$/.test(name)) return linear(0.3);
  if (name === 'decoder.decoder.6.conv.weight') return linear(0.04);
  return linear(1);
}
