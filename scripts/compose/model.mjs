import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compose, root, speak, stack, up } from './stack.mjs';

const VARIANT = 'customvoice-0.6b';

/** Chooses the model, and copies its small checkpoint of the golden cases into the models volume as official files. */
export function installCheckpoint() {
  Object.assign(stack.env, { TTS_MODEL: VARIANT, MODEL_PULL: 'off' });
  const checkpoint = join(root, 'tests/golden', VARIANT, 'checkpoint');
  const copy = `mkdir -p /models/checkpoints && cp -r /golden /models/checkpoints/${VARIANT}`;
  compose('run', '--rm', '--no-deps', '-v', `${checkpoint}:/golden:ro`, '--entrypoint', 'sh', 'tts', '-ec', copy);
}

/** Waits until the model is built or read, and speaks with it; its weights are random, and so is how long that takes. */
export async function speakWithModel() {
  up();
  assert.equal(await speak(0.05), 'qwen3-tts');
}

/** Removes what was built, so that this image builds it again. */
export async function rebuildModel() {
  compose('exec', '-T', 'tts', 'sh', '-ec', `rm -r /models/${VARIANT}-*`);
  compose('restart', '--timeout', '15', 'tts');
  await speakWithModel();
}
