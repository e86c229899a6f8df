import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildModel } from '@ownvoice/qwen3-tts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startSpeech, startSpeechIn } from './harness/service-process.js';

const GOLDEN = fileURLToPath(new URL('../golden/base-0.6b/', import.meta.url));

const library = (page: Page) => page.getByRole('region', { name: 'Saved voices' });
const nameField = (page: Page) => library(page).getByLabel('Name');
const consent = (page: Page) => library(page).getByRole('checkbox', { name: /has agreed to its use/ });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe.skipIf(chromiumPath === undefined)('saved voices', () => {
  let folder: string;
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ownvoice-saved-voices-'));
    const out = join(folder, 'base-0.6b');
    await buildModel({ checkpoint: join(GOLDEN, 'checkpoint'), out, precision: 'int8' });
    const environment = { TTS_MODEL: 'base-0.6b', TTS_FALLBACK: 'off', TTS_VOICE_LIBRARY: join(folder, 'voices') };
    [service, browser] = await Promise.all([startSpeechIn(folder, { environment }), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test('are saved with consent, previewed, chosen and deleted', async () => {
    const { page, errors } = await browser.visit(service);
    await tab(page, 'Clone');
    await page.getByText('The loaded model supports this.').waitFor();
    await library(page).getByText('No voices are saved yet.').waitFor();
    const save = library(page).getByRole('button', { name: 'Save voice' });

    await save.click();
    await library(page).getByText('Enter a name.').waitFor();
    await library(page).getByText('Save a voice only with permission.').waitFor();
    expect(await nameField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await inspect(page, 'speech-library-refused');
    await nameField(page).fill('alloy');
    await library(page).getByText('A voice with this name exists already.').waitFor();
    await nameField(page).fill('Anna <K>');
    await library(page).getByText('Use up to 64 letters').waitFor();
    await nameField(page).fill('Änna K');
    await consent(page).check();
    await save.click();
    await library(page).getByRole('alert').getByText('Reference audio is missing.').waitFor();

    await page.getByLabel('Choose file').setInputFiles(join(GOLDEN, 'reference-3s.wav'));
    await page.getByRole('button', { name: 'Play: reference-3s.wav' }).waitFor();
    await save.click();
    await library(page).getByRole('status').getByText('Änna K is saved.').waitFor();
    expect(await nameField(page).inputValue()).toBe('');
    expect(await consent(page).isChecked()).toBe(false);

    const spoken = page.waitForResponse((response) => response.url().endsWith('/v1/audio/speech'));
    await library(page).getByRole('button', { name: 'Play sample: Änna K' }).click();
    expect((await spoken).status()).toBe(200);
    await inspect(page, 'speech-library');

    await tab(page, 'Voices');
    await page.getByRole('radio', { name: /Änna K/ }).check();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'Clip 1' }).getByText('Änna K').first().waitFor();
    await inspect(page, 'speech-library-voices');

    await tab(page, 'Clone');
    const remove = library(page).getByRole('button', { name: 'Delete Änna K' });
    await remove.click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Änna K?' });
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => remove.evaluate((button) => button === document.activeElement)).toBe(true);
    await remove.click();
    await inspect(page, 'speech-library-delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await library(page).getByRole('status').getByText('Änna K is deleted.').waitFor();
    await library(page).getByText('No voices are saved yet.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Saved voices');

    await tab(page, 'Voices');
    expect(await page.getByRole('radio', { name: /Änna K/ }).count()).toBe(0);
    expect(await page.getByRole('radio', { name: /Ryan/ }).isChecked()).toBe(true);
    expect(errors).toEqual([]);
  });

  test('are absent from the page of a service without a library', async () => {
    const other = await startSpeech();
    onTestFinished(() => other[Symbol.asyncDispose]());
    const { page, errors } = await browser.visit(other);
    await page.getByRole('region', { name: 'Engine' }).getByText('Built-in voice').waitFor();
    await tab(page, 'Clone');
    await page.getByRole('button', { name: 'Record' }).waitFor();
    expect(await library(page).count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
