import { join } from 'node:path';
import { CheckpointError } from '../errors.js';
import { codecInventory } from './codec-inventory.js';
import { type CheckpointConfig, readCheckpointConfig } from './config.js';
import { type Inventory, modelInventory } from './inventory.js';
import { SafetensorsFile, type TensorSource } from './safetensors.js';

/** An official checkpoint folder, open for reading. */
export interface Checkpoint {
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
  const model = await SafetensorsFile.open(join(folder, 'model.safetensors'));
  try {
    checkInventory(model, modelInventory(config));
    const speechTokenizer = await SafetensorsFile.open(join(folder, 'speech_tokenizer', 'model.safetensors'));
    try {
      checkInventory(speechTokenizer, codecInventory(config));
    } catch (error) {
      await speechTokenizer.close();
      throw error;
    }
    const close = async () => {
      await Promise.all([model.close(), speechTokenizer.close()]);
    };
    return { folder, config, model, speechTokenizer, close };
  } catch (error) {
    await model.close();
    throw error;
  }
}

function checkInventory(file: SafetensorsFile, inventory: Inventory): void {
  for (const [name, shape] of inventory) {
    const found = file.info(name).shape;
    if (found.length === shape.length && found.every((size, i) => size === shape[i])) continue;
    throw new CheckpointError(
      `${file.path}: the tensor ${name} is [${found.join(', ')}], but config.json requires [${shape.join(', ')}].`,
    );
  }
}
