import { encodeWav } from '@ownvoice/audio';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { saved } from './harness/saved.js';
import { startSpeech } from './harness/service-process.js';

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
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startSpeech(), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  const openClone = async () => {
    const visited = await browser.visit(service);
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
    const { page, errors } = await openClone();
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

  test('a large file is sent as a WAV file of one channel at 24 kHz, one that the browser cannot decode as it is', async () => {
    const { page } = await openClone();
    const sizes: number[] = [];
    await page.route('**/v1/audio/voice-clone', (route) => {
      sizes.push(route.request().postDataBuffer()?.length ?? 0);
      return route.fulfill({ status: 409, json: { error: 'No base model is loaded.' } });
    });
    const send = async (name: string, buffer: Buffer) => {
      await page.getByLabel('Choose file').setInputFiles({ name, mimeType: 'audio/wav', buffer });
      await page.locator('.reference-name').getByText(name).waitFor();
      const answered = page.waitForResponse('**/v1/audio/voice-clone');
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await answered;
      await page.getByRole('alert').getByText('No base model is loaded.').waitFor();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
    };
    await send('voice.wav', humFile(10));
    expect(sizes[0]).toBeGreaterThan(10 * 48_000);
    expect(sizes[0]).toBeLessThan(10 * 48_000 + 2_000);
    await send('damaged.ogg', Buffer.alloc(300_000, 'OggS'));
    expect(sizes[1]).toBeGreaterThan(300_000);
  });

  test('a file that neither the browser nor the server can read is refused at once', async () => {
    const { page, errors } = await openClone();
    await drop(page, 'notes.txt', Buffer.from('Good morning.'));
    await page.getByRole('alert').getByText('This audio format cannot be read.').waitFor();
    await page.getByRole('button', { name: 'Record' }).waitFor();
    expect(errors).toEqual([]);
  });
});
