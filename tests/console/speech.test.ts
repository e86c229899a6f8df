import { readFileSync } from 'node:fs';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { childrenOf } from '../speech/service-process.js';
import { chromiumPath, launch, type Visit, visit } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startSpeech } from './harness/service-process.js';

const script = (page: Page) => page.getByRole('textbox', { name: 'What is said' });
const speakButton = (page: Page) => page.getByRole('button', { name: 'Speak', exact: true });

interface SentForm {
  transcript: string;
  /** The first 44 bytes of the sample. */
  header: number[];
  size: number;
}

declare global {
  interface Window {
    sentForm?: Promise<SentForm>;
  }
}

/** Runs in the page: the debugger does not show the files of a form, so the page keeps what it sends. */
function keepSentForm(): void {
  const send = window.fetch;
  window.fetch = (address, options) => {
    const body = options?.body;
    const sample = body instanceof FormData ? body.get('reference_audio') : null;
    if (body instanceof FormData && sample instanceof Blob) {
      window.sentForm = sample
        .slice(0, 44)
        .arrayBuffer()
        .then((header) => ({
          transcript: String(body.get('reference_text')),
          header: [...new Uint8Array(header)],
          size: sample.size,
        }));
    }
    return send(address, options);
  };
}

describe.skipIf(chromiumPath === undefined)('the speech page', () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startSpeech(), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const open = async (): Promise<Visit> => {
    const seen = await visit(browser, service, {
      permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    });
    await seen.page.getByRole('radio', { name: /Ryan/ }).waitFor();
    return seen;
  };

  test('shows what stands ready to speak', async () => {
    const seen = await open();
    const engine = seen.page.getByRole('region', { name: 'Engine' });
    await engine.getByText('Built-in voice').waitFor();
    await expect.poll(() => engine.textContent()).toMatch(/on cpu.*customvoice-1\.7b.*Idle/);
    await inspect(seen.page, 'speech');
    expect(seen.faults).toEqual([]);
  });

  test('shows the chunks, the language and the length while one types', async () => {
    const seen = await open();
    const { page } = seen;
    await script(page).fill(
      'Der Zug nach Hamburg fährt heute leider erst um halb neun. **Bitte** warten Sie am Gleis.',
    );
    await page.getByText('German found').waitFor();
    await page.getByText(/^1 chunk, about \d+\.\d s$/).waitFor();
    await page.getByText('What the engine is given').click();
    await page.getByRole('listitem', { name: 'Chunk 1 of 1' }).getByText('Bitte warten Sie am Gleis.').waitFor();

    await script(page).fill('A sentence that is neither short nor long, said again and again. '.repeat(20));
    await page.getByText(/^[3-9] chunks, about/).waitFor();
    await inspect(page, 'speech-chunks');

    const refused = page.waitForResponse((response) => response.status() === 400);
    await script(page).fill('😀');
    const { error } = (await (await refused).json()) as { error: string };
    await page.getByRole('status').getByText(error).waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('speaks, draws the sound, plays it and gives it away as a file', async () => {
    const seen = await open();
    const { page } = seen;
    await page.getByRole('radio', { name: /Serena/ }).check();
    await page.getByLabel('Seed').fill('7');
    await script(page).fill('Good evening. This was made on this machine. '.repeat(8));
    await speakButton(page).click();
    const take = page.getByRole('listitem').filter({ hasText: 'Take 1' });
    await take.getByRole('heading', { name: /Serena/ }).waitFor();
    await take.getByText(/s of audio in .* built-in voice/).waitFor();
    await take.locator('.waveform-all').and(page.locator('[d^="M"]')).waitFor({ state: 'attached' });

    await take.getByRole('button', { name: 'Pause: Take 1' }).click();
    const position = take.getByRole('slider', { name: 'Position' });
    await position.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => position.getAttribute('aria-valuetext')).toMatch(/^0:00 of 0:[1-5][0-9]$/);
    await take.getByRole('button', { name: 'Play: Take 1' }).click();
    await expect.poll(() => position.inputValue().then(Number)).toBeGreaterThan(0.2);
    await inspect(page, 'speech-take');

    const download = page.waitForEvent('download');
    await take.getByRole('link', { name: 'Download: Take 1' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('ownvoice-take-1.wav');
    const wav = readFileSync(await file.path());
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);

    await speakButton(page).click();
    await page.getByRole('heading', { name: /Take 2/ }).waitFor();
    await page.getByRole('button', { name: 'Remove: Take 1' }).click();
    await take.waitFor({ state: 'detached' });
    expect(seen.faults).toEqual([]);
  });

  test('lets one hear a voice before choosing it', async () => {
    const seen = await open();
    const { page } = seen;
    // Four times as long, so that it has not ended by itself before it is stopped.
    await page.route('**/v1/audio/speech', (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), speed: 0.25 } }),
    );
    await page.getByRole('button', { name: 'Hear Sohee' }).click();
    await page.getByRole('button', { name: 'Stop Sohee' }).waitFor();
    expect(await page.getByRole('radio', { name: /Ryan/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Hear Aiden' }).click();
    await page.getByRole('button', { name: 'Stop Aiden' }).click();
    await page.getByRole('button', { name: 'Hear Aiden' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Stop/ }).count()).toBe(0);
    expect(seen.faults).toEqual([]);
  });

  test('lists nine voices and who they are', async () => {
    const seen = await open();
    const names = await seen.page
      .getByRole('radio')
      .evaluateAll((inputs) => inputs.map((input) => input.closest('label')?.innerText.replaceAll('\n', ': ')));
    expect(names).toEqual([
      'Ryan: English · Male, clear and natural',
      'Aiden: English · Male, warm',
      'Vivian: Chinese · Female, professional',
      'Serena: Chinese · Female, friendly',
      'Uncle Fu: Chinese · Male, mature',
      'Dylan: Chinese · Male, Beijing dialect',
      'Eric: Chinese · Male, Sichuan dialect',
      'Ono Anna: Japanese · Female',
      'Sohee: Korean · Female',
    ]);
  });

  test('shows the request as commands that do the same', async () => {
    const seen = await open();
    const { page } = seen;
    await script(page).fill("It's a test");
    await page.getByLabel('Manner').fill('whispering');
    await page.getByLabel('Language').selectOption('English');
    await page.getByRole('slider', { name: 'Speed' }).focus();
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toContain(`curl ${service.origin}/v1/audio/speech`);
    expect(curl).toContain(`"input": "It'\\''s a test"`);
    expect(curl).toContain('"instruct": "whispering"');
    expect(curl).toContain('"language": "English"');
    expect(curl).toContain('"speed": 2');

    await page.getByRole('tab', { name: 'TypeScript' }).click();
    const code = page.getByRole('tabpanel').locator('code').last();
    await expect.poll(() => code.textContent()).toContain(`fetch("${service.origin}/v1/audio/speech"`);
    expect(await code.textContent()).toContain(`"It's a test"`);
    expect(seen.faults).toEqual([]);
  });

  test('says what design and cloning need, and refuses in the words of the server', async () => {
    const seen = await open();
    const { page } = seen;
    await page.getByRole('tab', { name: 'Design' }).click();
    await page.getByText('Needs the model voicedesign-1.7b. No model is loaded now.').waitFor();
    await page.getByLabel('Describe the voice').fill('An old sailor');
    const answer = page.waitForResponse((response) => response.url().endsWith('/v1/audio/voice-design'));
    await speakButton(page).click();
    const refused = await answer;
    expect(refused.status()).toBe(409);
    const { error } = (await refused.json()) as { error: string };
    await page.getByRole('alert').getByText(error).waitFor();
    await inspect(page, 'speech-design');

    await page.getByRole('tab', { name: 'Clone' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByText('Needs the model base-1.7b or base-0.6b. No model is loaded now.').waitFor();
    await speakButton(page).click();
    await page.getByRole('alert').getByText('Record or choose a sample of the voice first.').waitFor();

    await page.getByRole('tab', { name: 'Design' }).click();
    expect(await page.getByLabel('Describe the voice').inputValue()).toBe('An old sailor');
    expect(seen.faults).toEqual([]);
  });

  test('records a sample from the microphone and sends it as a WAV file', async () => {
    const seen = await open();
    const { page } = seen;
    await page.evaluate(keepSentForm);
    await page.getByRole('tab', { name: 'Clone' }).click();
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByText('That is enough. More makes a better clone.').waitFor();
    await inspect(page, 'speech-recording');
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('button', { name: 'Play: recording.wav' }).waitFor();
    await page.getByLabel('What is said in the sample').fill('Beep');
    await inspect(page, 'speech-recorded');

    const sent = page.waitForRequest((request) => request.url().endsWith('/v1/audio/voice-clone'));
    await speakButton(page).click();
    await sent;
    const { transcript, header, size } = await page.evaluate(
      () => window.sentForm ?? Promise.reject('nothing was sent'),
    );
    expect(transcript).toBe('Beep');
    const wav = Buffer.from(header);
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(wav.readUInt32LE(40)).toBe(size - 44);
    const seconds = (size - 44) / 2 / wav.readUInt32LE(24);
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(60);
    await page.getByRole('alert').waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('a request can be cancelled, and the server stops working on it', async () => {
    const seen = await open();
    const { page } = seen;
    const queue = async () => ((await (await fetch(`${service.origin}/health`)).json()) as SpeechHealth).queue;
    await script(page).fill('This sentence is one of very many, and nobody will hear the last one. '.repeat(140));
    await speakButton(page).click();
    await page.getByRole('progressbar', { name: 'Speech is being made' }).waitFor();
    // Begun, not just waiting: an engine that stands still with nothing begun is soon started again.
    await expect.poll(async () => (await queue()).running).toBe(1);
    // The page asks for the state every four seconds; the engine is stopped meanwhile, so that it is not done before.
    const [engine = 0] = childrenOf(service.pid);
    process.kill(engine, 'SIGSTOP');
    await page.getByRole('region', { name: 'Engine' }).getByText('1 running').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    process.kill(engine, 'SIGCONT');
    await page.getByText('Cancelled. The server has stopped, too.').waitFor();
    await expect.poll(queue).toMatchObject({ running: 0, waiting: 0 });
    expect(await page.getByRole('heading', { name: /Take 1/ }).count()).toBe(0);
    expect(seen.faults).toEqual([]);
  });

  test('what is under way is seen while it lasts', async () => {
    const seen = await open();
    const { page } = seen;
    await page.route('**/v1/audio/speech', () => undefined);
    await speakButton(page).click();
    await page.getByRole('progressbar', { name: 'Speech is being made' }).waitFor();
    await inspect(page, 'speech-working');
  });

  test('a voice is heard with the keyboard alone', async () => {
    const seen = await open();
    const { page } = seen;
    await page.keyboard.press('Tab');
    expect(await script(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Typed by hand.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Take 1 Ryan' }).waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('says so when the service goes away, and when it is back', async () => {
    const seen = await open();
    const { context, page } = seen;
    await context.setOffline(true);
    await page.getByText('The speech service does not answer').first().waitFor();
    await speakButton(page).click();
    await page.getByRole('alert').getByText('The speech service does not answer.').waitFor();
    await context.setOffline(false);
    await page.getByRole('region', { name: 'Engine' }).getByText('Built-in voice').waitFor();
  });
});
