import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startSpeechIn } from './harness/service-process.js';
import { type SlowHub, startSlowHub } from './harness/slow-hub.js';

const card = (page: Page) => page.getByRole('region', { name: 'Model' });
const engineStatus = (page: Page) => page.getByRole('region', { name: 'Engine' });
const clip = (page: Page, number: number) => page.getByRole('article').filter({ hasText: `Clip ${number}` });
const healthOf = async (service: Service) => (await (await fetch(`${service.origin}/health`)).json()) as SpeechHealth;

describe.skipIf(chromiumPath === undefined)('the way to the real voice', () => {
  let hub: SlowHub;
  let browser: TestBrowser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ownvoice-install-'));
    [hub, browser] = await Promise.all([startSlowHub('customvoice-0.6b'), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await hub?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs until the test has ended, and its page with it. */
  const start = async (...options: Parameters<typeof startSpeechIn>): Promise<Service> => {
    const service = await startSpeechIn(...options);
    onTestFinished(() => service[Symbol.asyncDispose]());
    return service;
  };

  test('leads from a card with a button over the download to speech by the model, without a reload', async () => {
    const service = await start(folder, { environment: { HF_ENDPOINT: hub.origin } });
    const { page, errors } = await browser.visit(service);
    await card(page)
      .getByText(/^The built-in voice is a robotic fallback/)
      .waitFor();
    await card(page)
      .getByText(/^2\.5 GB to download, about 4 minutes at 100 Mbit.s · [\d.]+ GB on disk · 2\.5 GB of memory$/)
      .waitFor();
    await inspect(page, 'speech-model-card');

    hub.refuse(true);
    await card(page).getByRole('button', { name: 'Install customvoice-0.6b' }).click();
    await card(page)
      .getByRole('alert')
      .getByText(/^The model could not be downloaded/)
      .waitFor();
    hub.refuse(false);
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await card(page).getByText('Downloading customvoice-0.6b').waitFor();
    await card(page)
      .getByText(/^[1-9]\d\s?% · \d MB of \d MB/)
      .waitFor();
    await inspect(page, 'speech-model-download', { whileBusy: true });
    await card(page).getByRole('button', { name: 'Cancel' }).click();
    await card(page).getByRole('button', { name: 'Install customvoice-0.6b' }).click();
    await card(page)
      .getByText(/^[1-9]\d\s?% · \d MB of \d MB/)
      .waitFor();

    // Meanwhile the built-in voice speaks.
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await clip(page, 1)
      .getByText(/built-in voice/)
      .waitFor();
    hub.release();
    await engineStatus(page)
      .getByText(/^customvoice-0\.6b\s*on cpu/)
      .waitFor();
    await card(page).getByText('customvoice-0.6b is ready.').waitFor();
    await inspect(page, 'speech-model-ready');
    await page.getByRole('button', { name: 'Play sample: Ryan' }).click();
    await page.getByText('Sample by: customvoice-0.6b').waitFor();
    expect(await healthOf(service)).toMatchObject({
      status: 'healthy',
      model_loaded: true,
      engine: 'qwen3-tts',
      variant: 'customvoice-0.6b',
      pull: { state: 'installed', loads: true },
    });
    // Before and after, as two takes.
    await card(page).getByRole('button', { name: 'Listen' }).click();
    await page
      .getByRole('listitem')
      .filter({ has: clip(page, 1) })
      .filter({ has: clip(page, 2) })
      .waitFor();
    await page.getByText(/^Clip 2 is ready/).waitFor();
    expect(await clip(page, 2).textContent()).not.toContain('built-in voice');
    expect(errors).toEqual([]);
  });

  test('is remembered: a later start without --model loads what was installed from the page', async () => {
    const service = await start(folder);
    expect(await healthOf(service)).toMatchObject({ model_loaded: true, variant: 'customvoice-0.6b' });

    // The other kinds of voices say at once what they need.
    const { page, errors } = await browser.visit(service);
    await page.getByText('The loaded model ignores the style.').waitFor();
    await page.getByRole('tab', { name: 'Clone' }).click();
    await card(page).getByText('Requires base-1.7b or base-0.6b.').waitFor();
    await card(page).getByRole('button', { name: 'Install base-0.6b' }).waitFor();
    await page.getByRole('tab', { name: 'Design' }).click();
    await card(page).getByText('Requires voicedesign-1.7b.').waitFor();
    await inspect(page, 'speech-model-required');
    expect(errors).toEqual([]);
  });

  test('is a command where the page may not install', async () => {
    const empty = join(folder, 'empty');
    const service = await start(empty, { host: '0.0.0.0' });
    const { page, errors } = await browser.visit(service);
    await card(page).getByText('npm run model -- pull customvoice-0.6b').waitFor();
    expect(
      await card(page)
        .getByRole('button', { name: /Install/ })
        .count(),
    ).toBe(0);
    await page.getByRole('radio', { name: /Best/ }).check();
    await card(page).getByText('npm run model -- pull customvoice-1.7b').waitFor();
    expect(errors).toEqual([]);
  });
});
