import { readFileSync } from 'node:fs';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf } from '../processes/children.js';
import type { Service } from '../processes/launch.js';
import { chromiumPath, launch, type TestBrowser, type VisitOptions } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startSpeech } from './harness/service-process.js';
import { clipCard, editor, generateButton, openAdvanced, player, position, pretendLoaded } from './harness/studio.js';

const engineStatus = (page: Page) => page.getByRole('region', { name: 'Engine' });

/** How often the page polls the engine at most. */
const POLL_MS = 4_000;

interface SentForm {
  transcript: string;
  /** The first 44 bytes of the reference audio. */
  header: number[];
  size: number;
}

declare global {
  interface Window {
    sentForm?: Promise<SentForm>;
  }
}

/** Runs in the page: the debugger does not expose the files of a form, so the page records what it sends. */
function recordSentForm(): void {
  const send = window.fetch;
  window.fetch = (address, options) => {
    const body = options?.body;
    const reference = body instanceof FormData ? body.get('reference_audio') : null;
    if (body instanceof FormData && reference instanceof Blob) {
      window.sentForm = reference
        .slice(0, 44)
        .arrayBuffer()
        .then((header) => ({
          transcript: String(body.get('reference_text')),
          header: [...new Uint8Array(header)],
          size: reference.size,
        }));
    }
    return send(address, options);
  };
}

describe.skipIf(chromiumPath === undefined)('the speech page', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    const permissions = ['microphone', 'clipboard-read', 'clipboard-write'];
    [service, browser] = await Promise.all([startSpeech(), launch({ permissions })]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  const open = async (options: VisitOptions = {}) => {
    const visited = await browser.visit(service, options);
    await visited.page.getByRole('radio', { name: /Ryan/ }).waitFor();
    return visited;
  };

  test('shows a heading and a message for each response that is still loading', async () => {
    const { page, errors, release } = await browser.visit(service, {
      hold: /\/(health|v1\/voices|v1\/text\/chunks)$/,
    });
    await page.getByRole('heading', { name: 'Text to speech', level: 1 }).waitFor();
    for (const message of ['Loading engine status…', 'Loading voices…', 'Splitting the text…'])
      await page.getByRole('status').getByText(message).waitFor();
    await inspect(page, 'speech-loading', { whileBusy: true });
    release();
    await page.getByRole('radio', { name: /Ryan/ }).waitFor();
    await page.getByText('Detected: English').waitFor();
    await engineStatus(page).getByText('Built-in voice').waitFor();
    expect(errors).toEqual([]);
  });

  test('shows the active engine, its device, the missing model and the queue', async () => {
    const { page, errors } = await open();
    await engineStatus(page).getByText('Built-in voice').waitFor();
    await expect
      .poll(() => engineStatus(page).textContent())
      .toMatch(/on cpu.*customvoice-1\.7b is not installed.*Idle/);
    await inspect(page, 'speech');
    expect(errors).toEqual([]);
  });

  test('names a language that is none of the ten, and the one that it is spoken in', async () => {
    const { page, errors } = await open();
    await editor(page).fill('De kat slaapt op de bank en de hond ligt voor de deur.');
    await page.getByText('Detected: Dutch. Not one of the ten languages; spoken as English.').waitFor();
    await editor(page).fill('The cat sleeps on the sofa and the dog lies by the door.');
    await page.getByText('Detected: English', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  test('previews the chunks, the language and the length while the user types', async () => {
    const { page, errors } = await open();
    await editor(page).fill(
      'Der Zug nach Hamburg fährt heute leider erst um halb neun. **Bitte** warten Sie am Gleis.',
    );
    await page.getByText('Detected: German').waitFor();
    await page.getByText(/^1 chunk · about \d+\.\d s$/).waitFor();
    await page.getByText('Text sent to the model').click();
    await page.getByRole('listitem', { name: 'Chunk 1 of 1' }).getByText('Bitte warten Sie am Gleis.').waitFor();

    await editor(page).fill('A sentence that is neither short nor long, said again and again. '.repeat(20));
    await page.getByText(/^[3-9] chunks · about 1 min \d+ s$/).waitFor();
    await inspect(page, 'speech-chunks');

    await editor(page).fill('😀');
    await page.getByRole('status').getByText('The text has nothing in it that can be spoken.').waitFor();
    expect(errors).toEqual([]);
  });

  test('generates a clip, draws its waveform, plays it and downloads it', async () => {
    const { page, errors } = await open();
    await page.getByRole('radio', { name: /Serena/ }).check();
    await openAdvanced(page);
    await page.getByLabel('Seed').fill('7');
    await editor(page).fill('Good evening. This was made on this machine. '.repeat(8));
    await generateButton(page).click();
    const clip = clipCard(page);
    await clip.getByRole('heading', { name: /Serena/ }).waitFor();
    await clip.getByText(/s of audio, generated in .* built-in voice/).waitFor();
    await player(page).locator('.waveform-base').and(page.locator('[d^="M"]')).waitFor({ state: 'attached' });

    await clip.getByRole('button', { name: 'Pause: Clip 1' }).click();
    await position(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => position(page).getAttribute('aria-valuetext')).toMatch(/^0:00 of 0:[1-5][0-9]$/);
    await clip.getByRole('button', { name: 'Play: Clip 1' }).click();
    await expect.poll(() => position(page).inputValue().then(Number)).toBeGreaterThan(0.2);
    await inspect(page, 'speech-clip');

    const download = page.waitForEvent('download');
    await clip.getByRole('button', { name: 'Download: Clip 1' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('ownvoice-clip-1.wav');
    const wav = readFileSync(await file.path());
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);

    await editor(page).fill('Good night.');
    await generateButton(page).click();
    await page.getByRole('heading', { name: /Clip 2/ }).waitFor();
    await page.getByRole('button', { name: 'Remove: Clip 1' }).click();
    await clip.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('plays a sample of a voice without selecting it, one sample at a time', async () => {
    const { page, errors } = await open();
    // At a quarter of the speed the sample is still playing when the test stops it.
    await page.route('**/v1/audio/speech', (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), speed: 0.25 } }),
    );
    await page.getByRole('button', { name: 'Play sample: Sohee' }).click();
    await page.getByRole('button', { name: 'Stop sample: Sohee' }).waitFor();
    expect(await page.getByRole('radio', { name: /Ryan/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Play sample: Aiden' }).click();
    await page.getByRole('button', { name: 'Stop sample: Aiden' }).click();
    await page.getByRole('button', { name: 'Play sample: Aiden' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Stop/ }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('lists the nine voices with their languages and descriptions', async () => {
    const { page } = await open();
    const names = await page
      .getByRole('group', { name: 'Voice' })
      .getByRole('radio')
      .evaluateAll((inputs) => inputs.map((input) => input.closest('label')?.innerText.replace(/\s*\n\s*/g, ': ')));
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

  test('shows a code sample of the same request', async () => {
    const { page, errors } = await open();
    await editor(page).fill("It's a test");
    await page.getByLabel('Style').fill('whispering');
    await page.getByLabel('Language', { exact: true }).selectOption('English');
    await openAdvanced(page);
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
    expect(errors).toEqual([]);
  });

  test('design and clone name the required models, and generate nothing without one', async () => {
    const { page, errors } = await open();
    await page.getByRole('tab', { name: 'Design' }).click();
    await player(page).getByText('Requires voicedesign-1.7b.').waitFor();
    await page.getByLabel('Voice description').fill('An old sailor');
    expect(await generateButton(page).isDisabled()).toBe(true);
    await inspect(page, 'speech-design');

    await page.getByRole('tab', { name: 'Clone' }).click();
    await player(page).getByText('Requires base-1.7b or base-0.6b.').waitFor();
    await page.getByRole('tab', { name: 'Design' }).click();
    expect(await page.getByLabel('Voice description').inputValue()).toBe('An old sailor');
    expect(errors).toEqual([]);
  });

  test.each([
    ['voicedesign-1.7b', 'Design', 'The voice description is missing.'],
    ['base-0.6b', 'Clone', 'Reference audio is missing.'],
  ] as const)('opens on the tab that %s can speak', async (variant, tab, missing) => {
    const { page, errors } = await open();
    await pretendLoaded(page, variant);
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    await generateButton(page).click();
    await page.getByRole('alert').getByText(missing).waitFor();
    expect(errors).toEqual([]);
  });

  test('opens on the tab of the loaded model though a text was typed before that was known', async () => {
    const { page } = await open();
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await pretendLoaded(page, 'voicedesign-1.7b', told);
    await editor(page).fill('Typed at once.');
    tell();
    await page.getByRole('tab', { name: 'Design', selected: true }).waitFor();
    expect(await editor(page).inputValue()).toBe('Typed at once.');
  });

  test('records reference audio from the microphone and sends it as a WAV file', async () => {
    const { page, errors } = await open();
    await pretendLoaded(page, 'base-0.6b');
    await page.evaluate(recordSentForm);
    const record = page.getByRole('button', { name: 'Record' });
    await record.click();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('alert').getByText('At least 3 seconds are required.').waitFor();
    await record.click();
    await page.getByText(/^0:0\d \/ 1:00$/).waitFor();
    await inspect(page, 'speech-recording');
    await page.getByText('Long enough.').waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('button', { name: 'Play: recording.wav' }).waitFor();
    await page.getByLabel('Reference transcript').fill('Beep');
    await inspect(page, 'speech-recorded');

    const sent = page.waitForRequest((request) => request.url().endsWith('/v1/audio/voice-clone'));
    await generateButton(page).click();
    await sent;
    const { transcript, header, size } = await page.evaluate(
      () => window.sentForm ?? Promise.reject('nothing was sent'),
    );
    expect(transcript).toBe('Beep');
    const wav = Buffer.from(header);
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(wav.readUInt32LE(40)).toBe(size - 44);
    const seconds = (size - 44) / 2 / wav.readUInt32LE(24);
    expect(seconds).toBeGreaterThanOrEqual(3);
    expect(seconds).toBeLessThan(60);
    await page.getByRole('alert').waitFor();
    expect(errors).toEqual([]);
  });

  test.each([
    ['NotAllowedError', 'Microphone access was denied.'],
    ['NotFoundError', 'No microphone was found.'],
    ['NotReadableError', 'The microphone cannot be used.'],
  ])('says what a %s of the microphone means', async (name, sentence) => {
    const { page, errors } = await open();
    await page.getByRole('tab', { name: 'Clone' }).click();
    await page.evaluate((reason) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No such luck', reason));
    }, name);
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('alert').getByText(sentence).waitFor();
    expect(errors).toEqual([]);
  });

  test('cancelling a request stops the server working on it', async () => {
    const { page, errors } = await open({ clock: true });
    const queue = async () => ((await (await fetch(`${service.origin}/health`)).json()) as SpeechHealth).queue;
    await editor(page).fill('This sentence is one of very many, and nobody will hear the last one. '.repeat(140));
    await page.getByText(/chunks · about \d+ min/).waitFor();
    await generateButton(page).click();
    await page.getByText(/^\d+ of \d\d chunks are ready · about \d+ min \d+ s of audio$/).waitFor();
    // A stopped engine cannot finish before the page polls the queue. It must have a chunk in hand: the supervisor soon
    // restarts one that is stopped without having started any.
    const [engine = 0] = childrenOf(service.pid);
    const isInHand = async () => (await queue()).running === 1;
    const stopsWithChunk = async () => {
      process.kill(engine, 'SIGSTOP');
      // The second look comes after what the engine had sent before it stopped.
      const stopped = (await isInHand()) && (await isInHand());
      if (!stopped) process.kill(engine, 'SIGCONT');
      return stopped;
    };
    await expect.poll(stopsWithChunk).toBe(true);
    await untilPolled(page, () => engineStatus(page).getByText('1 running').isVisible());
    await page.getByRole('button', { name: 'Cancel' }).click();
    process.kill(engine, 'SIGCONT');
    await page.getByText('Cancelled. The server has stopped generating.').waitFor();
    await expect.poll(queue).toMatchObject({ running: 0, waiting: 0 });
    expect(errors).toEqual([]);
  });

  test('links to the accounts page where there is one', async () => {
    const { page, errors } = await open();
    await engineStatus(page).getByText('Built-in voice').waitFor();
    const link = page.getByRole('link', { name: 'Accounts' });
    expect(await link.count()).toBe(0);
    await page.route('**/health', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), accounts_url: 'https://voice.example' } });
    });
    await page.reload();
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://voice.example');
    await inspect(page, 'speech-accounts');
    expect(errors).toEqual([]);
  });

  test('says that a model is unloaded, and that it is loading once a request waits for it', async () => {
    const { page, errors } = await open();
    const model = { engine: 'qwen3-tts', variant: 'base-0.6b', precision: 'int8', model: { state: 'asleep' } };
    let waiting = 0;
    await page.route('**/health', async (route) => {
      const health = (await (await route.fetch()).json()) as SpeechHealth;
      const queue = { ...health.queue, waiting };
      await route.fulfill({ json: { ...health, ...model, queue, model_loaded: false, asleep: true } });
    });
    await page.reload();
    await engineStatus(page).getByText('base-0.6b is unloaded until the next request').waitFor();
    waiting = 1;
    await page.reload();
    await engineStatus(page).getByText('base-0.6b is loading').waitFor();
    expect(errors).toEqual([]);
  });

  test('shows a text from right to left as such, and what it is spoken as', async () => {
    const { page, errors } = await open();
    await editor(page).fill('مرحبا بالعالم. كيف حالك اليوم يا صديقي العزيز؟');
    await page.getByText('Detected: Arabic. Not one of the ten languages; spoken as English.').waitFor();
    const directionOf = (element: HTMLElement) => getComputedStyle(element).direction;
    expect(await editor(page).evaluate(directionOf)).toBe('rtl');
    await page.getByText('Text sent to the model').click();
    expect(await page.locator('.chunk-text').first().evaluate(directionOf)).toBe('rtl');
    await inspect(page, 'speech-right-to-left');
    await editor(page).fill('Left to right.');
    expect(await editor(page).evaluate(directionOf)).toBe('ltr');
    expect(errors).toEqual([]);
  });

  test.each(['en', 'de', 'zh', 'ja'])('fits windows from 360 to 1,440 pixels in %s', async (language) => {
    const { page, errors } = await open();
    await editor(page).fill('Hello. '.repeat(3));
    await generateButton(page).click();
    await page.getByRole('heading', { name: /Clip 1/ }).waitFor();
    await page.getByText(/^Clip 1 is ready/).waitFor();
    await page.locator('.language-select').selectOption(language);
    await page.locator(`html[lang^=${language}]`).waitFor();
    await inspect(page, `speech-${language}`, { widths: [360, 800, 1100, 1440] });
    for (const width of [360, 500, 700, 800, 979, 1100, 1440]) {
      await page.setViewportSize({ width, height: 860 });
      expect(await page.locator('.delivery select').evaluate(isOptionCutOff), `${width} px`).toBe(false);
    }
    expect(errors).toEqual([]);
  });

  test('the keyboard alone is enough to generate a clip', async () => {
    const { page, errors } = await open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await editor(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Typed by hand.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Clip 1 Ryan' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('the focus moves on when the control that has it goes', async () => {
    const { page, errors } = await open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/audio/speech', async (route) => {
      await held;
      await route.continue();
    });
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
    await page.getByRole('button', { name: 'Generate', exact: true }).press('Enter');
    await expect.poll(focused).toBe('Cancel');
    release();
    await expect.poll(focused).toBe('Generate');
    await page.keyboard.press('Enter');
    await page.getByText(/^Clip 2 is ready/).waitFor();
    await page.getByRole('button', { name: 'Remove: Clip 2' }).press('Enter');
    await expect.poll(focused).toBe('Text of the clip');
    await page.getByRole('button', { name: 'Remove: Clip 1' }).press('Enter');
    await expect.poll(focused).toBe('Clear');

    await page.getByRole('tab', { name: 'Clone' }).click();
    await page.getByRole('button', { name: 'Record' }).press('Enter');
    await expect.poll(focused).toBe('Stop recording');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Record');

    // A click beside every control takes the focus away, and it stays away.
    await page.getByRole('heading', { name: 'Delivery' }).click();
    await page.getByRole('tab', { name: 'Voices' }).evaluate((tab) => (tab as HTMLElement).click());
    await page.getByRole('radio', { name: /Ryan/ }).waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(errors).toEqual([]);
  });

  test('shows that the service is unreachable, and that it is back', async () => {
    const { context, page } = await open({ clock: true });
    await context.setOffline(true);
    await untilPolled(page, () => engineStatus(page).getByText('Service unreachable').isVisible());
    await generateButton(page).click();
    await page.getByRole('alert').getByText('The speech service is unreachable.').waitFor();
    // Another text is not the one that failed; its preview fails too, until the service is back.
    await editor(page).fill('Typed while the service was away.');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    const preview = page.getByRole('status');
    await untilPolled(page, () => preview.getByText('The speech service is unreachable.').isVisible());
    // The tabs need nothing from the service.
    await page.getByRole('tab', { name: 'Clone' }).click();
    await page.getByRole('button', { name: 'Record' }).waitFor();
    await context.setOffline(false);
    await untilPolled(page, () => engineStatus(page).getByText('Built-in voice').isVisible());
    await untilPolled(page, () => preview.getByText('Detected: English').isVisible());
  });

  test('an installation that a restarted service has forgotten can be started again', async () => {
    const { page } = await open({ clock: true });
    await page.route('**/v1/models/pull', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 202, json: {} }) : route.continue(),
    );
    const install = page.getByRole('button', { name: 'Install customvoice-0.6b' });
    await install.click();
    await install.and(page.locator('[aria-busy]')).waitFor();
    await untilPolled(page, () => install.and(page.locator(':not([aria-busy])')).isVisible());
  });

  test('what is selected has an outline where the browser removes backgrounds and shadows', async () => {
    const { page } = await open();
    await page.emulateMedia({ forcedColors: 'active' });
    const outlined = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((element) => getComputedStyle(element).outlineStyle === 'solid'));
    expect(await outlined('.voice-panel .tab')).toEqual([true, false, false]);
    expect((await outlined('.voice')).filter(Boolean)).toHaveLength(1);
    await inspect(page, 'speech-forced-colors', { widths: [1280], forcedColors: true });
  });
});

/** Whether the longest option of a dropdown is wider than its field. */
function isOptionCutOff(element: HTMLElement): boolean {
  const { font, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(element);
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('The browser cannot measure text.');
  context.font = font;
  const options = [...element.querySelectorAll('option')].map(({ text }) => context.measureText(text).width);
  const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].map(Number.parseFloat);
  return Math.max(...options) > element.clientWidth - edges.reduce((sum, edge) => sum + edge, 0) + 2;
}

/** Fast-forwards the page's clock to its next poll of the engine until the condition holds. */
async function untilPolled(page: Page, condition: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.fastForward(POLL_MS);
      return condition();
    })
    .toBe(true);
}
