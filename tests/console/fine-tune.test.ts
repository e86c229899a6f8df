import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fineTunedCheckpoint } from '@ownvoice/qwen3-tts/internals/testing/edited-checkpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { startSpeechIn } from './harness/service-process.js';

const base = fileURLToPath(new URL('../golden/base-0.6b/checkpoint/', import.meta.url));

describe.skipIf(chromiumPath === undefined)('the page of a service with a fine-tune', () => {
  let folder: string;
  let service: Service;
  let browser: TestBrowser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ownvoice-fine-tune-'));
    const TTS_MODEL_PATH = await fineTunedCheckpoint(base, join(folder, 'checkpoint-epoch-2'), 'Speaker_Test');
    const environment = { TTS_MODEL_PATH, TTS_FALLBACK: 'off' };
    [service, browser] = await Promise.all([startSpeechIn(join(folder, 'models'), { environment }), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test('offers its speaker as the only voice, and speaks by it', async () => {
    const { page, errors } = await browser.visit(service);
    const voice = page.getByRole('group', { name: 'Voice' }).getByRole('radio');
    await page.getByRole('radio', { name: /Speaker Test/ }).check();
    expect(await voice.count()).toBe(1);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello.');
    const asked = page.waitForResponse((response) => response.url().endsWith('/v1/audio/speech'));
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const response = await asked;
    expect(response.status()).toBe(200);
    expect(response.headers()['x-tts-voice']).toBe('speaker_test');
    await page.getByText(/s of audio, generated in/).waitFor();
    expect(errors).toEqual([]);
  });
});
