import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CheckpointError } from '../errors.js';
import { JsonFields } from './json-fields.js';
import { SafetensorsFile, type TensorInfo, type TensorSource } from './safetensors.js';

const SINGLE_FILE = 'model.safetensors';
const INDEX = `${SINGLE_FILE}.index.json`;

/** Whether a folder has weights in one file or in shards. */
export const hasWeights = (folder: string): boolean =>
  [SINGLE_FILE, INDEX].some((name) => existsSync(join(folder, name)));

/**
 * The files with the weights in a folder. A fine-tune that was written over a copy of its shards has both: the one file is
 * newer.
 * @throws CheckpointError for an index that is damaged or leads out of the folder
 */
export async function weightFiles(folder: string): Promise<string[]> {
  if (existsSync(join(folder, SINGLE_FILE)) || !existsSync(join(folder, INDEX))) return [SINGLE_FILE];
  const shards = (await JsonFields.open(join(folder, INDEX))).object('weight_map');
  const names = [...new Set(shards.names().map((tensor) => shards.string(tensor)))].sort();
  const stray = names.find((name) => name !== basename(name));
  if (stray === undefined) return names;
  throw new CheckpointError(`${join(folder, INDEX)} names ${stray}, which is not in its folder.`);
}

/** The tensors of a folder, in one file or in shards. */
export class Weights implements TensorSource {
  private constructor(private readonly shards: readonly [SafetensorsFile, ...SafetensorsFile[]]) {}

  /** @throws CheckpointError when a file is missing, truncated or of another format */
  static async open(folder: string): Promise<Weights> {
    const shards: SafetensorsFile[] = [];
    try {
      for (const name of await weightFiles(folder)) shards.push(await SafetensorsFile.open(join(folder, name)));
    } catch (error) {
      await Promise.all(shards.map((shard) => shard.close()));
      throw error;
    }
    const [first, ...others] = shards;
    if (!first) throw new CheckpointError(`${join(folder, INDEX)} names no file.`);
    return new Weights([first, ...others]);
  }

  /** The file with a tensor; the first one where none has it. */
  fileOf(tensor: string): SafetensorsFile {
    return this.shards.find((shard) => shard.has(tensor)) ?? this.shards[0];
  }

  names(): string[] {
    return this.shards.flatMap((shard) => shard.names());
  }

  has(name: string): boolean {
    return this.fileOf(name).has(name);
  }

  info(name: string): TensorInfo {
    return this.fileOf(name).info(name);
  }

  read(name: string): Promise<Float32Array> {
    return this.fileOf(name).read(name);
  }

  readRows(name: string, first: number, count: number): Promise<Float32Array> {
    return this.fileOf(name).readRows(name, first, count);
  }

  async close(): Promise<void> {
    await Promise.all(this.shards.map((shard) => shard.close()));
  }
}
