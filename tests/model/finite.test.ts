import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModel } from '@ownvoice/qwen3-tts/internals/build/build-model';
import { CheckpointError } from '@ownvoice/qwen3-tts/internals/errors';
import { loadModel } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import { editedCheckpoint } from '@ownvoice/qwen3-tts/internals/testing/edited-checkpoint';
import { goldenFolders } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { afterAll, describe, expect, test } from 'vitest';

const goldenOf = (variant: string) => join(goldenFolders().find(({ name }) => name === variant)!.folder, 'checkpoint');
const scratch = await mkdtemp(join(tmpdir(), 'finite-'));
afterAll(() => rm(scratch, { recursive: true }));

let folders = 0;

/** Builds the checkpoint with one weight scaled so that its largest value is `peak`. */
async function buildWith(precision: 'fp32' | 'int8', weight: string, peak: number, variant = 'customvoice-0.6b') {
  const folder = join(scratch, String(folders++));
  const checkpoint = await editedCheckpoint(goldenOf(variant), join(folder, 'checkpoint'), (name, values) => {
    if (name !== weight) return;
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (let i = 0; i < values.length; i++) values[i]! *= peak / largest;
  });
  const out = join(folder, 'model');
  await buildModel({ checkpoint, out, precision });
  return out;
}

/** Just below the largest float32: a sum of a few products overflows. */
const HUGE = 3e38;
const SENTENCE = /^The model computed .* that are infinite or not a number; no audio was made of them\.$/;

describe.each(['fp32', 'int8'] as const)(
  'a value that is infinite or not a number at %s is an error, never audio',
  (precision) => {
    test.each([
      ['in the head of the talker', 'talker.codec_head.weight'],
      ['in a layer of the talker', 'talker.model.layers.0.mlp.up_proj.weight'],
      ['in a layer of the predictor', 'talker.code_predictor.model.layers.0.mlp.up_proj.weight'],
      ['in the head of one codebook', 'talker.code_predictor.lm_head.9.weight'],
      ['in the last convolution of the codec', 'decoder.decoder.6.conv.weight'],
      ['in a transformer layer of the codec', 'decoder.pre_transformer.layers.0.mlp.up_proj.weight'],
    ])('when it comes up %s', async (_, weight) => {
      const model = await loadModel({ folder: await buildWith(precision, weight, HUGE), threads: 1 });
      const spoken = model.synthesize(
        { kind: 'custom_voice', text: 'Hello.', speaker: 'ryan' },
        { seed: 1, maxNewTokens: 20 },
      );
      await expect(spoken).rejects.toThrow(/infinite or not a number; no audio was made of them\.$/);
      await model.close();
    });
  },
);

test.each([
  ['the speaker encoder', 'speaker_encoder.fc.weight'],
  ['the codec encoder', 'encoder.encoder.layers.14.conv.weight'],
  ["the codec encoder's transformer", 'encoder.encoder_transformer.layers.0.mlp.fc2.weight'],
])('a reference for which %s computes an infinite value is refused', async (_, weight) => {
  const model = await loadModel({ folder: await buildWith('fp32', weight, HUGE, 'base-0.6b'), threads: 1 });
  const tone = Float32Array.from({ length: 24_000 }, (_, i) => Math.sin(i / 10));
  await expect(model.encodeReference(tone, { text: 'a tone' })).rejects.toThrow(SENTENCE);
  await model.close();
});

test.each([
  'talker.model.layers.0.mlp.gate_proj.weight',
  'talker.model.text_embedding.weight',
  'talker.model.norm.weight',
  'decoder.decoder.6.conv.weight',
])('a build refuses a checkpoint whose %s has a value that is no number', async (weight) => {
  const built = buildWith('int8', weight, Number.NaN);
  await expect(built).rejects.toThrow(`The weight ${weight} has values that are infinite or not a number.`);
  await expect(built).rejects.toBeInstanceOf(CheckpointError);
});
