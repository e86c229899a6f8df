import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launch, type TestBrowser } from '../console/harness/browser.js';
import { inspect } from '../console/harness/inspect.js';
import { startSpeech } from '../console/harness/service-process.js';
import type { Service } from '../processes/launch.js';

describe.skipIf(chromiumPath === undefined)('the pages of the speech service', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startSpeech(), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('preview a text, speak it with the chosen voice and give the clip as a WAV file', async () => {
    const { page, errors } = await browser.visit(service);
    await page.getByRole('radio', { name: /Serena/ }).check();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Good evening. **This** was made here.');
    await page.getByText('Detected: English').waitFor();
    await page.getByText(/^1 chunk · about \d+\.\d s$/).waitFor();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const clip = page.getByRole('listitem').filter({ hasText: 'Clip 1' });
    await clip.getByRole('heading', { name: /Serena/ }).waitFor();
    await clip.getByText(/s of audio, generated in .* built-in voice/).waitFor();
    await inspect(page, 'speech', { widths: [360], schemes: ['light'] });

    const download = page.waitForEvent('download');
    await clip.getByRole('button', { name: 'Download: Clip 1' }).click();
    const wav = readFileSync(await (await download).path());
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    expect(errors).toEqual([]);
  });

  test('have a reference of the API in which a request is sent', async () => {
    const { page, errors } = await browser.visit(service);
    await page.goto(`${service.origin}/docs`);
    await expect.poll(() => page.title()).toBe('Ownvoice speech');
    await page.locator('.opblock').filter({ hasText: '/health' }).locator('.opblock-summary-control').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('200').first().waitFor();
    expect(errors).toEqual([]);
  });
});
