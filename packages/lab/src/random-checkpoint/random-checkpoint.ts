import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codecInventory } from '@ownvoice/qwen3-tts/internals/checkpoint/codec-inventory';
import { type CheckpointConfig, readCheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { type Inventory, modelInventory } from '@ownvoice/qwen3-tts/internals/checkpoint/inventory';
import { float32ToBfloat16 } from '@ownvoice/qwen3-tts/internals/testing/bfloat16';
import { type TensorToWrite, writeSafetensors } from '@ownvoice/qwen3-tts/internals/testing/safetensors-writer';
import type { ModelVariant } from '@ownvoice/shared/contract/models';
import { lengthWeights } from './length-weights.js';
import {
  RELEASED_CODEC_CONFIG,
  RELEASED_CODEC_PREPROCESSOR_CONFIG,
  RELEASED_GENERATION_CONFIG,
  releasedConfig,
} from './released-config.js';
import type { RowPatch } from './row-patches.js';
import { writeSyntheticTokenizer } from './synthetic-tokenizer.js';
import { type RandomNumbers, Uniform } from './uniform.js';

const PART_ELEMENTS = 1 << 20;

/**
 * Writes a checkpoint folder with the released variant's dimensions and random weights: it runs as fast as the real one
 * and speaks noise. The same seed gives the same bytes. About 2.5 GB for 0.6B, 4.5 GB for 1.7B.
 */
export async function writeRandomCheckpoint(variant: ModelVariant, folder: string, seed = 1): Promise<void> {
  await writeReleasedConfig(variant, folder);
  await writeSyntheticTokenizer(folder);
  await writeRandomWeights(folder, seed);
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

/** Writes both tensor files that the folder's configuration calls for. */
export async function writeRandomWeights(folder: string, seed: number): Promise<void> {
  const config = await readCheckpointConfig(folder);
  const uniform = new Uniform(seed);
  await writeSafetensors(
    join(folder, 'model.safetensors'),
    randomTensors(modelInventory(config), 'BF16', config, uniform, lengthWeights(config)),
  );
  await writeSafetensors(
    join(folder, 'speech_tokenizer', 'model.safetensors'),
    randomTensors(codecInventory(config), 'F32', config, uniform, () => undefined),
  );
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
  if (/codec_embedding(\.\d+)?\.weight$/.test(name)) return random(0.25);
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
