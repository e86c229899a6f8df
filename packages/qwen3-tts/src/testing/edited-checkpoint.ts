import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SafetensorsFile } from '../checkpoint/safetensors.js';
import { float32ToBfloat16 } from './bfloat16.js';
import { writeSafetensors } from './safetensors-writer.js';

/** Changes the values of a tensor in place. */
export type WeightEdit = (name: string, values: Float32Array, shape: readonly number[]) => void;

/** Files of weights in a checkpoint. */
const WEIGHTS = ['model.safetensors', 'speech_tokenizer/model.safetensors'];

/** Copies a checkpoint to `folder` with other weights. Changes by powers of two are exact, also in bfloat16. */
export async function editedCheckpoint(
  checkpoint: string,
  folder: string,
  edit: WeightEdit,
  isKept: (tensor: string) => boolean = () => true,
): Promise<string> {
  await cp(checkpoint, folder, { recursive: true });
  for (const path of WEIGHTS) {
    const file = await SafetensorsFile.open(join(checkpoint, path));
    const tensors = await Promise.all(
      file
        .names()
        .filter(isKept)
        .map(async (name) => {
          const { dtype, shape } = file.info(name);
          const values = await file.read(name);
          edit(name, values, shape);
          const stored = dtype === 'BF16' ? float32ToBfloat16(values, new Uint16Array(values.length)) : values;
          const bytes = new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
          return { name, dtype, shape, parts: () => [bytes] };
        }),
    );
    await file.close();
    await writeSafetensors(join(folder, path), tensors);
  }
  return folder;
}

/**
 * A base checkpoint as the official script leaves it after fine-tuning: a custom-voice one with a single speaker, whose
 * embedding is a row of the codec embedding, without the speaker encoder.
 * @see https://github.com/QwenLM/Qwen3-TTS/blob/main/finetuning/sft_12hz.py
 */
export async function fineTunedCheckpoint(base: string, folder: string, speaker: string): Promise<string> {
  const row = 3000;
  const addSpeaker: WeightEdit = (name, values, [, width = 0]) => {
    if (name !== 'talker.model.codec_embedding.weight') return;
    for (let i = 0; i < width; i++) values[row * width + i] = Math.sin(i) / 2;
  };
  await editedCheckpoint(base, folder, addSpeaker, (name) => !name.startsWith('speaker_encoder.'));
  const path = join(folder, 'config.json');
  const config = JSON.parse(await readFile(path, 'utf8'));
  config.tts_model_type = 'custom_voice';
  config.talker_config.spk_id = { [speaker]: row };
  config.talker_config.spk_is_dialect = { [speaker]: false };
  await writeFile(path, JSON.stringify(config, null, 2));
  return folder;
}

/** Writes the tensors of a safetensors file to others, each under a name of its own. */
async function rewrite(path: string, placeOf: (tensor: string) => { file: string; name: string }): Promise<void> {
  const source = await SafetensorsFile.open(path);
  const files = new Map<string, string[]>();
  for (const tensor of source.names()) {
    const { file } = placeOf(tensor);
    files.set(file, [...(files.get(file) ?? []), tensor]);
  }
  const written = await Promise.all(
    [...files].map(async ([file, tensors]) => ({
      file,
      entries: await Promise.all(
        tensors.map(async (tensor) => {
          const { dtype, shape } = source.info(tensor);
          const values = await source.read(tensor);
          const stored = dtype === 'BF16' ? float32ToBfloat16(values, new Uint16Array(values.length)) : values;
          const bytes = new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
          return { name: placeOf(tensor).name, dtype, shape, parts: () => [bytes] };
        }),
      ),
    })),
  );
  await source.close();
  await rm(path);
  for (const { file, entries } of written) await writeSafetensors(file, entries);
}

/** Gives the tensors of a file other names. */
export const renameTensors = (path: string, rename: (tensor: string) => string): Promise<void> =>
  rewrite(path, (tensor) => ({ file: path, name: rename(tensor) }));

/** Replaces the weights of a folder by two shards and their index. */
export async function intoShards(folder: string): Promise<void> {
  const map: Record<string, string> = {};
  await rewrite(join(folder, 'model.safetensors'), (name) => {
    map[name] = `model-0000${1 + (name.length % 2)}-of-00002.safetensors`;
    return { file: join(folder, map[name]), name };
  });
  await writeFile(join(folder, 'model.safetensors.index.json'), JSON.stringify({ weight_map: map }));
}
