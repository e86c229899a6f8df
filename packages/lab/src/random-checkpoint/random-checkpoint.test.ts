import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModel } from '@ownvoice/qwen3-tts/internals/build/build-model';
import { readCheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { modelInventory } from '@ownvoice/qwen3-tts/internals/checkpoint/inventory';
import { readTokenizer } from '@ownvoice/qwen3-tts/internals/checkpoint/tokenizer';
import { loadModel } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import { goldenFolders } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { VARIANT_NAMES, variantOf } from '@ownvoice/shared/contract/models';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeRandomWeights, writeReleasedConfig } from './random-checkpoint.js';
import { releasedConfig } from './released-config.js';
import { writeSyntheticTokenizer } from './synthetic-tokenizer.js';

describe('random checkpoints', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'random-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test.each([
    ['base-0.6b', 478, 914_643_008],
    ['customvoice-0.6b', 402, 905_788_672],
    ['base-1.7b', 480, 1_928_677_440],
    ['customvoice-1.7b', 404, 1_916_676_352],
    ['voicedesign-1.7b', 404, 1_916_676_352],
  ] as const)('of %s have the tensors and parameters of the released one', async (variant, tensors, parameters) => {
    await writeReleasedConfig(variant, folder);
    const config = await readCheckpointConfig(folder);
    const inventory = modelInventory(config);
    const count = [...inventory.values()].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b), 0);
    expect([inventory.size, count]).toEqual([tensors, parameters]);
    expect(variantOf(config)).toBe(variant);
  });

  test.each(VARIANT_NAMES)(
    'of %s name the tracks of rotary positions, without which the official code fails',
    (variant) => {
      const { talker_config: talker } = releasedConfig(variant) as {
        talker_config: { head_dim: number; rope_scaling: { mrope_section: number[]; rope_type: string } };
      };
      expect(talker.rope_scaling.rope_type).toBe('default');
      expect(talker.rope_scaling.mrope_section.reduce((sum, size) => sum + size)).toBe(talker.head_dim / 2);
    },
  );

  test("describe the codec's input, without which the official code does not load them", async () => {
    await writeReleasedConfig('customvoice-0.6b', folder);
    const codec = join(folder, 'speech_tokenizer');
    const json = async (name: string) => JSON.parse(await readFile(join(codec, name), 'utf8'));
    const preprocessor = await json('preprocessor_config.json');
    expect(preprocessor).toMatchObject({ feature_extractor_type: 'EncodecFeatureExtractor', feature_size: 1 });
    expect(preprocessor.sampling_rate).toBe((await json('config.json')).input_sample_rate);
  });

  test('have a tokenizer of the released size, with the ids that the configuration names', async () => {
    await writeSyntheticTokenizer(folder);
    const vocabulary = JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8'));
    expect(Object.keys(vocabulary)).toHaveLength(151_643);
    expect(new Set(Object.values(vocabulary)).size).toBe(151_643);
    const tokenizer = await readTokenizer(folder);
    expect(tokenizer.size).toBe(151_676);
    const ids = tokenizer.encode('<|im_start|>assistant\nHi<|im_end|>\n<|im_start|>assistant\n<tts_pad>');
    expect(ids.slice(0, 2)).toEqual([151_644, 77_091]);
    expect(ids.at(-1)).toBe(151_671);
    expect(tokenizer.encode('\u4eca')).toHaveLength(1);
    expect(tokenizer.encode('the longest of all sentences').length).toBeLessThan(14);
  });

  test('speak longer texts for longer, and end', async () => {
    const golden = goldenFolders().find(({ name }) => name === 'customvoice-0.6b')?.folder ?? '';
    const checkpoint = join(folder, 'checkpoint');
    await cp(join(golden, 'checkpoint'), checkpoint, { recursive: true });
    await writeRandomWeights(checkpoint, 1);
    await buildModel({ checkpoint, out: join(folder, 'model'), precision: 'fp32' });
    const model = await loadModel({ folder: join(folder, 'model'), device: 'cpu' });
    const lengths: number[] = [];
    for (const text of ['Good day.', 'Good day. '.repeat(3), 'Good day. '.repeat(9)]) {
      const spoken = await model.synthesize({ kind: 'custom_voice', text, speaker: 'ryan' }, { seed: 3 });
      expect(spoken.endedBy).toBe('eos');
      lengths.push(spoken.frames);
    }
    await model.close();
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(lengths[2]).toBeGreaterThan(3 * (lengths[0] ?? 0));
  });
});
