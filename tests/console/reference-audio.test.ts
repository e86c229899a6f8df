import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeWav } from '@ownvoice/audio';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { saved } from './harness/saved.js';
import { speechPage } from './harness/speech-page.js';
import { pretendLoaded } from './harness/studio.js';

/** 3.3 seconds of speech in AAC, as a phone records it. */
const PHONE_RECORDING = readFileSync(fileURLToPath(new URL('fixtures/voice.m4a', import.meta.url)));

/** A hum in 16-bit PCM at 48 kHz. */
function humFile(seconds: number): Buffer {
  const rate = 48_000;
  const samples = Float32Array.from(
    { length: seconds * rate },
    (_, at) => 0.3 * Math.sin((2 * Math.PI * 150 * at) / rate),
  );
  return Buffer.concat([...encodeWav([samples], samples.length, rate)]);
}

const dropZone = (page: Page) => page.getByRole('group', { name: 'Reference audio' });

async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ name, base64 }) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([content], name, { type: 'audio/wav' }));
      return transfer;
    },
    { name, base64: bytes.toString('base64') },
  );
  await dropZone(page).dispatchEvent('dragover', { dataTransfer });
  await dropZone(page).and(page.locator('.reference-drop')).waitFor();
  await dropZone(page).dispatchEvent('drop', { dataTransfer });
}

describe.skipIf(chromiumPath === undefined)('reference audio', () => {
  const speech = speechPage();

  const openClone = async ({ isLoaded = false } = {}) => {
    const visited = await speech.visit();
    if (isLoaded) await pretendLoaded(visited.page, 'base-0.6b');
    await visited.page.getByRole('tab', { name: 'Clone' }).click();
    await visited.page.getByRole('button', { name: 'Record' }).waitFor();
    return visited;
  };

  test('is dropped on its field, and survives a reload', async () => {
    const { page, errors } = await openClone();
    await drop(page, 'my voice.wav', humFile(4));
    await page.getByRole('button', { name: 'Play: my voice.wav' }).waitFor();
    await inspect(page, 'speech-reference');
    await saved(page, 'drafts', 'my voice.wav');
    await page.reload();
    await page.getByRole('button', { name: 'Play: my voice.wav' }).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Record' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('under 3 s, over 60 s or over 25 MB is refused before it is uploaded', async () => {
    const { page, errors } = await openClone({ isLoaded: true });
    let uploads = 0;
    await page.route('**/v1/audio/voice-clone', (route) => {
      uploads++;
      return route.abort();
    });
    const alert = page.getByRole('alert');
    const choose = (buffer: Buffer) =>
      page.getByLabel('Choose file').setInputFiles({ name: 'voice.wav', mimeType: 'audio/wav', buffer });
    await choose(humFile(2));
    await alert.getByText('The audio is 2.0 s long. At least 3 seconds are required.').waitFor();
    await inspect(page, 'speech-reference-refused');
    await choose(humFile(61));
    await alert.getByText('The audio is 1 min 1 s long. At most 60 seconds are allowed.').waitFor();
    await choose(Buffer.alloc(25 * 1024 * 1024 + 1));
    await alert.getByText('The file is too large. At most 25 MB are allowed.').waitFor();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await alert.getByText('Reference audio is missing.').waitFor();
    expect(uploads).toBe(0);
    await choose(humFile(3));
    await page.getByRole('button', { name: 'Play: voice.wav' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('is sent as a WAV file of one channel at 24 kHz, whatever the format of the file', async () => {
    const { page } = await openClone({ isLoaded: true });
    const sent: Buffer[] = [];
    await page.route('**/v1/audio/voice-clone', (route) => {
      const body = route.request().postDataBuffer() ?? Buffer.alloc(0);
      sent.push(body.subarray(body.indexOf('RIFF')));
      return route.fulfill({ status: 409, json: { error: 'No base model is loaded.', code: 'model_required' } });
    });
    for (const [name, buffer] of [
      ['phone.m4a', PHONE_RECORDING],
      ['studio.wav', humFile(10)],
    ] as const) {
      await page.getByLabel('Choose file').setInputFiles({ name, mimeType: '', buffer });
      await page.getByRole('button', { name: `Play: ${name.replace('m4a', 'wav')}` }).waitFor();
      const answered = page.waitForResponse('**/v1/audio/voice-clone');
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await answered;
      await page.getByRole('alert').getByText('This requires another model').waitFor();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
    }
    const files = sent.map((wav) => ({
      channels: wav.readUInt16LE(22),
      rate: wav.readUInt32LE(24),
      bits: wav.readUInt16LE(34),
      seconds: Math.round(wav.readUInt32LE(40) / 48_000),
    }));
    const format = { channels: 1, rate: 24_000, bits: 16 };
    expect(files).toEqual([
      { ...format, seconds: 3 },
      { ...format, seconds: 10 },
    ]);
  });

  test('a file that the browser cannot decode is refused at once, in every language', async () => {
    const { page, errors } = await openClone();
    await drop(page, 'notes.txt', Buffer.from('Good morning.'));
    for (const [language, sentence] of [
      ['en', 'This browser cannot read the file as audio.'],
      ['de', 'Dieser Browser kann die Datei nicht als Audio lesen.'],
      ['zh', '此浏览器无法将该文件作为音频读取。'],
      ['ja', 'このブラウザーではファイルを音声として読み込めません。'],
    ] as const) {
      await page.locator('.language-select').selectOption(language);
      await page.getByRole('alert').getByText(sentence).waitFor();
    }
    expect(errors).toEqual([]);
  });
});
