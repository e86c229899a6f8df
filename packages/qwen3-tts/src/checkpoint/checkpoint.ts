import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointError, newerLayout } from '../errors.js';
import { codecInventory } from './codec-inventory.js';
import { type CheckpointConfig, readCheckpointConfig } from './config.js';
import { type Inventory, modelInventory } from './inventory.js';
import type { TensorSource } from './safetensors.js';
import { TOKENIZER_FILES } from './tokenizer.js';
import { Weights, weightFiles } from './weights.js';

/** An official checkpoint folder, open for reading. */
export interface Checkpoint extends AsyncDisposable {
  readonly folder: string;
  readonly config: CheckpointConfig;
  /** `talker.*` and, in base checkpoints, `speaker_encoder.*`. */
  readonly model: TensorSource;
  /** `decoder.*` and `encoder.*` of the codec. */
  readonly speechTokenizer: TensorSource;
  close(): Promise<void>;
}

/**
 * Opens the folder's configuration and both tensor files, which must hold the tensors that the configuration requires.
 * @throws CheckpointError for a file that is missing, truncated, damaged or of another model
 */
export async function openCheckpoint(folder: string): Promise<Checkpoint> {
  const config = await readCheckpointConfig(folder);
  const missing = TOKENIZER_FILES.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0)
    throw new CheckpointError(`${folder} has no ${missing.join(', ')}: copy it from Qwen/Qwen3-TTS-12Hz-0.6B-Base.`);
  const model = await Weights.open(folder);
  try {
    checkInventory(model, modelInventory(config));
    const speechTokenizer = await Weights.open(join(folder, 'speech_tokenizer'));
    try {
      checkInventory(speechTokenizer, codecInventory(config));
    } catch (error) {
      await speechTokenizer.close();
      throw error;
    }
    const close = async () => {
      await Promise.all([model.close(), speechTokenizer.close()]);
    };
    return { folder, config, model, speechTokenizer, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await model.close();
    throw error;
  }
}

/** The files with the weights of a checkpoint, relative to its folder. */
export async function checkpointWeights(folder: string): Promise<string[]> {
  const codec = await weightFiles(join(folder, 'speech_tokenizer'));
  return [...(await weightFiles(folder)), ...codec.map((name) => `speech_tokenizer/${name}`)];
}

function checkInventory(weights: Weights, inventory: Inventory): void {
  for (const [name, shape] of inventory) {
    const file = weights.fileOf(name);
    if (!file.has(name) && weights.has(name.replace(/^talker\./, ''))) throw newerLayout(file.path);
    const found = file.info(name).shape;
    if (found.length === shape.length && found.every((size, i) => size === shape[i])) continue;
    throw new CheckpointError(
      `${file.path}: the tensor ${name} is [${found.join(', ')}], but config.json requires [${shape.join(', ')}].`,
    );
  }
}
