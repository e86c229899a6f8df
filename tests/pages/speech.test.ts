import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../console/harness/browser.js';
import { inspect } from '../console/harness/inspect.js';
import { speechPage } from '../console/harness/speech-page.js';

describe.skipIf(chromiumPath === undefined)('the pages of the speech service', () => {
  const speech = speechPage();

  test('preview a text, speak it with the chosen voice and give the clip as a WAV file', async () => {
    const { page, errors } = await speech.visit();
    await page.getByRole('radio', { name: /Serena/ }).check();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Good evening. **This** was made here.');
    await page.getByText('Detected: English').waitFor();
    await page.getByText(/^1 chunk · about \d+\.\d s$/).waitFor();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const clip = page.getByRole('article').filter({ hasText: 'Clip 1' });
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
    const { page, errors } = await speech.visit();
    await page.goto(`${speech.origin}/docs`);
    await expect.poll(() => page.title()).toBe('Ownvoice speech');
    await page.locator('.opblock').filter({ hasText: '/health' }).locator('.opblock-summary-control').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('200').first().waitFor();
    expect(errors).toEqual([]);
  });
});
