import { join } from 'node:path';
import { type CheckpointConfig, readCheckpointConfig } from './config.js';
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
 * Opens the folder's configuration and both of its tensor files.
 * @throws CheckpointError with one sentence for whatever is missing, truncated, damaged or foreign
 */
export async function openCheckpoint(folder: string): Promise<Checkpoint> {
  const config = await readCheckpointConfig(folder);
  const model = await SafetensorsFile.open(join(folder, 'model.safetensors'));
  try {
    const speechTokenizer = await SafetensorsFile.open(join(folder, 'speech_tokenizer', 'model.safetensors'));
    const close = async () => {
      await Promise.all([model.close(), speechTokenizer.close()]);
    };
    return { folder, config, model, speechTokenizer, close };
  } catch (error) {
    await model.close();
    throw error;
  }
}
