import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CheckpointError } from '../errors.js';
import { intoShards, renameTensors } from '../testing/edited-checkpoint.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { openCheckpoint } from './checkpoint.js';
import { readCheckpointConfig } from './config.js';
import { readTokenizer } from './tokenizer.js';

const golden = (name: string) => {
  const found = goldenFolders().find((entry) => entry.name === name);
  if (!found) throw new Error(`no golden folder ${name}`);
  return join(found.folder, 'checkpoint');
};

describe('a checkpoint folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'checkpoint-'));
    await cp(golden('base-0.6b'), folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const refusal = async () => {
    const error = await openCheckpoint(folder).then(
      async (checkpoint) => checkpoint.close(),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(CheckpointError);
    const { message } = error as CheckpointError;
    expect(message).toMatch(/[^.]\.$/);
    return message;
  };

  const edit = async (file: string, change: (json: Record<string, Record<string, unknown>>) => void) => {
    const path = join(folder, file);
    const json = JSON.parse(await readFile(path, 'utf8'));
    change(json);
    await writeFile(path, JSON.stringify(json));
  };

  test.each([
    'config.json',
    'generation_config.json',
    'speech_tokenizer/config.json',
    'model.safetensors',
    'speech_tokenizer/model.safetensors',
  ])('without %s is refused with its name', async (file) => {
    await rm(join(folder, file));
    expect(await refusal()).toContain(`${file} is missing`);
  });

  test.each(['model.safetensors', 'speech_tokenizer/model.safetensors'])('with half of %s is refused', async (file) => {
    await truncate(join(folder, file), 1_000_000);
    expect(await refusal()).toContain('is truncated');
  });

  test('of another model is refused', async () => {
    await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: 'qwen3', hidden_size: 1024 }));
    expect(await refusal()).toContain('another model than Qwen3-TTS');
  });

  test('with the weights of another size is refused', async () => {
    await cp(join(golden('base-1.7b'), 'model.safetensors'), join(folder, 'model.safetensors'));
    expect(await refusal()).toContain('config.json requires');
  });

  test('with the weights of another kind is refused', async () => {
    await cp(join(golden('customvoice-0.6b'), 'model.safetensors'), join(folder, 'model.safetensors'));
    expect(await refusal()).toContain('it belongs to another model');
  });

  test.each([
    ['hidden_size', 'talker_config.hidden_size must be a positive whole number, found nothing'],
    ['rope_theta', 'talker_config.rope_theta must be a number, found nothing'],
    ['codec_eos_token_id', 'talker_config.codec_eos_token_id must be a whole number of at least 0, found nothing'],
  ])('without talker_config.%s is refused: nothing is assumed', async (field, sentence) => {
    await edit('config.json', (json) => delete json.talker_config?.[field]);
    expect(await refusal()).toContain(sentence);
  });

  test('with more speakers than its codec embedding has rows is refused', async () => {
    await edit('config.json', (json) => {
      json.talker_config!.spk_id = { anna: 3072 };
    });
    expect(await refusal()).toContain('anna has the row 3072');
  });

  test.each(['vocab.json', 'merges.txt', 'tokenizer_config.json'])(
    'without %s is refused with where it is',
    async (file) => {
      await rm(join(folder, file));
      expect(await refusal()).toContain(`no ${file}: copy it from Qwen/Qwen3-TTS-12Hz-0.6B-Base`);
    },
  );

  test('with a scaled rotary embedding is refused', async () => {
    await edit('config.json', (json) => {
      json.talker_config!.rope_scaling = { rope_type: 'yarn', factor: 4 };
    });
    expect(await refusal()).toContain('rope_type yarn is not supported');
  });

  const newer =
    'is in the layout of newer transformers, without "talker." and speech_tokenizer/; download the official';
  test('in the layout of newer transformers is refused with what to download', async () => {
    await renameTensors(join(folder, 'model.safetensors'), (name) => name.replace(/^talker\./, ''));
    expect(await refusal()).toContain(newer);
    await rm(join(folder, 'speech_tokenizer'), { recursive: true });
    expect(await refusal()).toContain(newer);
  });

  test('in shards is read as in one file', async () => {
    const whole = await openCheckpoint(golden('base-0.6b'));
    for (const part of ['.', 'speech_tokenizer']) await intoShards(join(folder, part));
    const shards = await openCheckpoint(folder);
    expect(new Set(shards.model.names())).toEqual(new Set(whole.model.names()));
    for (const name of ['talker.codec_head.weight', 'talker.model.norm.weight'])
      expect(await shards.model.read(name)).toEqual(await whole.model.read(name));
    await Promise.all([whole.close(), shards.close()]);
    await rm(join(folder, 'model-00002-of-00002.safetensors'));
    expect(await refusal()).toContain('model-00002-of-00002.safetensors is missing');
  });

  test('with an index that leads out of its folder is refused', async () => {
    await rm(join(folder, 'model.safetensors'));
    const index = { weight_map: { 'talker.model.norm.weight': '../elsewhere.safetensors' } };
    await writeFile(join(folder, 'model.safetensors.index.json'), JSON.stringify(index));
    expect(await refusal()).toContain('names ../elsewhere.safetensors');
  });

  test('of an export with rope_parameters and without default sampling has the same configuration', async () => {
    const before = await readCheckpointConfig(folder);
    await edit('config.json', ({ talker_config: talker = {} }) => {
      for (const network of [talker, talker.code_predictor_config as Record<string, unknown>]) {
        network.rope_parameters = { rope_type: 'default', rope_theta: network.rope_theta };
        delete network.rope_theta;
        delete network.rope_scaling;
      }
    });
    await edit('generation_config.json', (json) => {
      for (const name of ['top_p', 'subtalker_top_p', 'top_k']) delete json[name];
    });
    expect(await readCheckpointConfig(folder)).toEqual(before);
  });

  test('with a configuration that is not JSON is refused', async () => {
    await writeFile(join(folder, 'generation_config.json'), '{"do_sample": tr');
    expect(await refusal()).toContain('does not hold valid JSON');
  });

  test('with a merge that its vocabulary lacks is refused', async () => {
    await writeFile(join(folder, 'merges.txt'), '#version: 0.2\nzzz qqq\n');
    await expect(readTokenizer(folder)).rejects.toThrow(/merges.txt is damaged/);
  });

  test.each(['', '[]', '{"a":1', '{"a":1,}', '{"a":-1}', '{"a":"b"}', '{"a":1.5}', '{"a":1}}', '{"a":12345678901}'])(
    'with the vocabulary %s is refused',
    async (json) => {
      await writeFile(join(folder, 'vocab.json'), json);
      await expect(readTokenizer(folder)).rejects.toThrow(CheckpointError);
    },
  );

  test('with an added token of unsupported matching is refused', async () => {
    await edit('tokenizer_config.json', (json) => {
      const tokens = json.added_tokens_decoder as Record<string, Record<string, unknown>>;
      Object.values(tokens)[0]!.lstrip = true;
    });
    await expect(readTokenizer(folder)).rejects.toThrow(/has lstrip/);
  });
});

describe('the speaker encoder of a checkpoint', () => {
  test('has the default sizes where the configuration names none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'checkpoint-'));
    await cp(golden('base-0.6b'), folder, { recursive: true });
    const path = join(folder, 'config.json');
    const json = JSON.parse(await readFile(path, 'utf8'));
    json.speaker_encoder_config = { enc_dim: 1024, sample_rate: 24_000 };
    await writeFile(path, JSON.stringify(json));
    const { speakerEncoder } = await readCheckpointConfig(folder);
    expect(speakerEncoder).toMatchObject({ embeddingSize: 1024, melBins: 128, channels: [512, 512, 512, 512, 1536] });
    await rm(folder, { recursive: true });
  });
});
