import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyGolden } from '@ownvoice/qwen3-tts/internals/testing/golden-models';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startSpeech, startSpeechIn } from './harness/service-process.js';

const golden = (variant: string) => fileURLToPath(new URL(`../golden/${variant}/`, import.meta.url));
const RECORDING = join(golden('base-0.6b'), 'reference-3s.wav');
const PHONE_RECORDING = fileURLToPath(new URL('fixtures/voice.m4a', import.meta.url));

const library = (page: Page) => page.getByRole('region', { name: 'Saved voices' });
const nameField = (page: Page) => library(page).getByLabel('Name');
const consent = (page: Page) => library(page).getByRole('checkbox', { name: /has agreed to its use/ });
const keepsRecording = (page: Page) => library(page).getByRole('checkbox', { name: 'Keep the recording' });
const saveButton = (page: Page) => library(page).getByRole('button', { name: 'Save voice' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe.skipIf(chromiumPath === undefined)('saved voices', () => {
  let folder: string;
  let service: Service;
  let browser: TestBrowser;

  /** A service with a reduced model, over the one library. */
  const start = async (variant: string) => {
    await copyGolden(variant, join(folder, variant), 'int8');
    const environment = { TTS_MODEL: variant, TTS_FALLBACK: 'off', TTS_VOICE_LIBRARY: join(folder, 'voices') };
    return startSpeechIn(folder, { environment });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ownvoice-saved-voices-'));
    [service, browser] = await Promise.all([start('base-0.6b'), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test('are saved with consent, previewed, chosen and deleted', async () => {
    const { page, errors } = await browser.visit(service);
    await tab(page, 'Clone');
    await library(page).getByText('No voices are saved yet.').waitFor();
    const save = saveButton(page);

    await save.click();
    await library(page).getByText('Enter a name.').waitFor();
    await library(page).getByText('Save a voice only with permission.').waitFor();
    await expect.poll(() => nameField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await inspect(page, 'speech-library-refused');
    await nameField(page).fill('alloy');
    await library(page).getByText('A voice with this name already exists.').waitFor();
    await nameField(page).fill('Anna <K>');
    await library(page).getByText('Use up to 64 letters').waitFor();
    await nameField(page).fill('Änna K');
    await consent(page).check();
    await save.click();
    await library(page).getByRole('alert').getByText('Reference audio is missing.').waitFor();

    await page.getByLabel('Choose file').setInputFiles(RECORDING);
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
    await page.getByRole('article').filter({ hasText: 'Clip 1' }).getByText('Änna K').first().waitFor();
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
    // The button went with its voice; the last control of the section has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Save voice');

    await tab(page, 'Voices');
    expect(await page.getByRole('radio', { name: /Änna K/ }).count()).toBe(0);
    expect(await page.getByRole('radio', { name: /Ryan/ }).isChecked()).toBe(true);
    expect(errors).toEqual([]);
  });

  test('keep their recording only where the box is ticked', async () => {
    const { page, errors } = await browser.visit(service);
    await tab(page, 'Clone');
    await page.getByLabel('Choose file').setInputFiles(PHONE_RECORDING);
    for (const name of ['Berta', 'Clara']) {
      await nameField(page).fill(name);
      await consent(page).check();
      expect(await keepsRecording(page).isChecked()).toBe(false);
      if (name === 'Clara') await keepsRecording(page).check();
      await saveButton(page).click();
      await library(page).getByRole('status').getByText(`${name} is saved.`).waitFor();
    }
    const files = await readdir(join(folder, 'voices'), { recursive: true });
    const recordings = files.filter((file) => file.endsWith('recording.wav'));
    expect(recordings).toEqual([expect.stringMatching(/^clara-/)]);
    for (const id of ['berta', 'clara']) await fetch(`${service.origin}/v1/voices/${id}`, { method: 'DELETE' });
    expect(errors).toEqual([]);
  });

  test('are made from a description where the voice-design model is loaded', async () => {
    const designer = await start('voicedesign-1.7b');
    onTestFinished(() => designer[Symbol.asyncDispose]());
    const { page, errors } = await browser.visit(designer);
    await tab(page, 'Design');
    await saveButton(page).click();
    await library(page).getByText('Enter a name.').waitFor();
    await nameField(page).fill('Sailor');
    await saveButton(page).click();
    await library(page).getByRole('alert').getByText('The voice description is missing.').waitFor();
    await inspect(page, 'speech-library-design-refused', { widths: [1440, 360] });

    await page.getByLabel('Voice description').fill('An old sailor, hoarse and amused.');
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Seed').fill('0');
    const request = page.waitForRequest((one) => one.url().endsWith('/v1/voices/design'));
    await saveButton(page).click();
    const description = 'An old sailor, hoarse and amused.';
    expect((await request).postDataJSON()).toEqual({ name: 'Sailor', voice_description: description, seed: 0 });
    await library(page)
      .getByText('Sailor is saved. You can choose it under Voices when base-1.7b or base-0.6b is loaded.')
      .waitFor();
    expect(await nameField(page).inputValue()).toBe('');
    expect(await library(page).getByRole('button', { name: 'Play sample: Sailor' }).count()).toBe(0);
    await inspect(page, 'speech-library-design', { widths: [1440, 360] });

    const { page: other } = await browser.visit(service);
    await tab(other, 'Design');
    await other.getByRole('region', { name: 'Model' }).getByText('Requires voicedesign-1.7b.').waitFor();
    expect(await saveButton(other).count()).toBe(0);
    await tab(other, 'Voices');
    await other.getByRole('radio', { name: /Sailor/ }).check();
    expect(errors).toEqual([]);
  });

  test('are absent from the page of a service without a library', async () => {
    const other = await startSpeech();
    onTestFinished(() => other[Symbol.asyncDispose]());
    const { page, errors } = await browser.visit(other);
    await page.getByRole('region', { name: 'Engine' }).getByText('Built-in voice').waitFor();
    await tab(page, 'Clone');
    await page.getByRole('button', { name: 'Record' }).waitFor();
    for (const name of ['Clone', 'Design']) {
      await tab(page, name);
      await page.getByText('Saving voices requires a service that was started with --voice-library.').waitFor();
      expect(await library(page).count()).toBe(0);
    }
    expect(errors).toEqual([]);
  });
});
