import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeTrainedWeights } from '../../random-checkpoint/trained-weights.js';

const REDUCED = fileURLToPath(new URL('../../../../../tests/golden/customvoice-0.6b/checkpoint', import.meta.url));

const SEED = 1;

/** The language model; both networks have the same width, as in the 0.6B checkpoints. */
export interface TrainedCheckpoint {
  readonly hiddenSize: number;
  readonly talkerLayers: number;
  readonly predictorLayers: number;
}

/**
 * Writes a checkpoint whose language model has weights that resemble trained ones. Tokenizer and codec are those of a
 * reduced checkpoint.
 */
export async function writeTrainedCheckpoint(
  folder: string,
  { hiddenSize, talkerLayers, predictorLayers }: TrainedCheckpoint,
): Promise<void> {
  await cp(REDUCED, folder, { recursive: true });
  const file = join(folder, 'config.json');
  const config = JSON.parse(await readFile(file, 'utf8'));
  // The released ratios: heads are twice as wide together as the network, keys and values half of that.
  const width = {
    hidden_size: hiddenSize,
    intermediate_size: 3 * hiddenSize,
    head_dim: 128,
    num_attention_heads: Math.max(2, (2 * hiddenSize) / 128),
    num_key_value_heads: Math.max(1, hiddenSize / 128),
  };
  const predictor = { ...config.talker_config.code_predictor_config, ...width, num_hidden_layers: predictorLayers };
  config.talker_config = {
    ...config.talker_config,
    ...width,
    num_hidden_layers: talkerLayers,
    code_predictor_config: predictor,
  };
  await writeFile(file, JSON.stringify(config));
  await writeTrainedWeights(folder, SEED);
}
