import { readFileSync } from 'node:fs';
import { readWav } from '@ownvoice/audio';
import type { SpeechHealth, TextChunks } from '@ownvoice/shared/contract';
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath, type VisitOptions } from './harness/browser.js';
import { forgetHeard, hasSound, hear, heardSamples } from './harness/hearing.js';
import { inspect } from './harness/inspect.js';
import { speechPage } from './harness/speech-page.js';
import {
  clipCard,
  editor,
  generateButton,
  openAdvanced,
  player,
  position,
  pretendLoaded,
  ready,
} from './harness/studio.js';

const SAMPLE_RATE = 24_000;

/** A request for speech, without its options. */
interface SentChunk {
  input: string;
  seed: number;
  language: string;
  voice: string;
}
const sentChunk = (route: Route) => route.request().postDataJSON() as SentChunk;

/** Cuts every text at its full stops: three short chunks take a second instead of a minute. */
const cutAtFullStops = (page: Page) =>
  page.route('**/v1/text/chunks', (route) => {
    const { input } = route.request().postDataJSON() as { input: string };
    const sentences = input.split(/(?<=\.)\s+/);
    const body: TextChunks = {
      language: 'English',
      detected_language: null,
      text: input,
      chunks: sentences.map((text, index) => ({
        text,
        characters: text.length,
        estimated_seconds: 1,
        pause_seconds: index === sentences.length - 1 ? 0 : 0.25,
      })),
    };
    return route.fulfill({ json: body });
  });

/** Answers requests for one chunk by `answer`, as long as it takes them; all others go to the service. */
async function answerChunk(
  page: Page,
  input: string | RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<SentChunk[]> {
  const sent: SentChunk[] = [];
  await page.route('**/v1/audio/speech', async (route) => {
    sent.push(sentChunk(route));
    if (sentChunk(route).input.match(input)) await answer(route);
    else await route.continue();
  });
  return sent;
}

/** Holds what waits for `held` until `release` is called. */
function gate(): { held: Promise<void>; release: () => void } {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

async function downloadOf(page: Page, card: Locator): Promise<{ file: Buffer; samples: Float32Array }> {
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: /^Download/ }).click();
  const file = readFileSync(await (await download).path());
  return { file, samples: readWav(file).samples };
}

const largestDifference = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (b[at] ?? 0))), 0);
const largestStep = (samples: Float32Array) =>
  samples.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (samples[at - 1] ?? 0))), 0);

describe.skipIf(chromiumPath === undefined)('listening while speech is generated', () => {
  const speech = speechPage();

  const open = async (options: VisitOptions = {}) => {
    const visited = await speech.visit(options);
    await visited.page.getByRole('radio', { name: /Ryan/ }).waitFor();
    await hear(visited.page);
    return visited;
  };

  test('the first chunk is heard while the second one is generated, in order and with one seed', async () => {
    const { page, errors } = await open();
    await cutAtFullStops(page);
    const { held, release } = gate();
    const sent = await answerChunk(page, 'Two two.', async (route) => {
      await held;
      await route.continue();
    });
    await editor(page).fill('One one. Two two. Three three.');
    await generateButton(page).click();
    await expect.poll(() => hasSound(page)).toBe(true);
    await page.getByText(/^2 of 3 chunks are ready · about \d+\.\d s of audio$/).waitFor();
    expect(
      await player(page)
        .locator('.strip span')
        .evaluateAll((spans) => spans.map((span) => span.className)),
    ).toEqual(['strip-ready', 'strip-generating', 'strip-ready']);
    await inspect(page, 'speech-listening');
    release();
    await ready(page).waitFor();
    expect(sent.map(({ input }) => input)).toEqual(['One one.', 'Two two.', 'Three three.']);
    expect(new Set(sent.map(({ seed }) => seed)).size).toBe(1);
    expect(sent[0]?.seed).toBeGreaterThanOrEqual(0);
    expect(new Set(sent.map(({ language }) => language))).toEqual(new Set(['English']));
    expect(errors).toEqual([]);
  });

  test('what is heard is the downloaded file, sample for sample, without a click at a join', async () => {
    const { page } = await open();
    await cutAtFullStops(page);
    await editor(page).fill('Again and again. Again and again. Again and again.');
    // With another seed a last sample may round to zero in the file.
    await openAdvanced(page);
    await page.getByLabel('Seed').fill('7');
    await generateButton(page).click();
    await ready(page).waitFor();
    const pause = clipCard(page).getByRole('button', { name: /^Pause/ });
    await pause.waitFor({ state: 'detached' });
    const { samples } = await downloadOf(page, clipCard(page));
    const first = samples.findIndex((sample) => sample !== 0);
    const last = samples.findLastIndex((sample) => sample !== 0);
    // The first time the page may have waited for a chunk, which is silence; and a busy machine records with gaps.
    let heard: Float32Array = new Float32Array();
    const playOnce = async () => {
      await forgetHeard(page);
      await clipCard(page).getByRole('button', { name: /^Play/ }).click();
      await pause.waitFor();
      await pause.waitFor({ state: 'detached' });
      await page.waitForFunction(() => window.heard?.at(-1) === 0 && window.heard.some((sample) => sample !== 0));
      heard = await heardSamples(page);
      return heard.length;
    };
    await expect.poll(playOnce, { timeout: 90_000, interval: 0 }).toBe(last + 1 - first);
    // Rounding to 16 bits.
    expect(largestDifference(heard, samples.subarray(first))).toBeLessThan(1.5 / 32_768);
    const answer = await fetch(`${speech.origin}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'Again and again.', language: 'English' }),
    });
    const voice = readWav(new Uint8Array(await answer.arrayBuffer())).samples;
    expect(largestStep(samples)).toBeLessThanOrEqual(1.1 * largestStep(voice));
  });

  test('the download is what the server answers to the whole text with the seed', async () => {
    const { page, errors } = await open();
    const sentences =
      'The ferry leaves at noon, and the island is an hour away. Take a coat, because it is windy on deck. '.repeat(4);
    const input = `${sentences}[pause 1s] ${sentences}`;
    await editor(page).fill(input);
    await openAdvanced(page);
    await page.getByLabel('Seed').fill('7');
    await page.getByRole('slider', { name: 'Speed' }).focus();
    await page.keyboard.press('End');
    let chunks = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/v1/audio/speech')) chunks++;
    });
    await generateButton(page).click();
    await ready(page).waitFor();
    expect(chunks).toBe(2);
    const { file, samples } = await downloadOf(page, clipCard(page));
    expect(file).toHaveLength(44 + 2 * samples.length);
    const whole = await fetch(`${speech.origin}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input, voice: 'ryan', seed: 7, speed: 4 }),
    });
    const answered = readWav(new Uint8Array(await whole.arrayBuffer())).samples;
    expect(samples).toHaveLength(answered.length);
    // The chunks are rounded to 16 bits before they are joined, and a fade changes the level that is measured.
    expect(largestDifference(samples, answered)).toBeLessThan(0.001);
    expect(errors).toEqual([]);
  });

  test('a chunk that fails is skipped, a retry fills the gap, and a doubtful one is named, after a reload too', async () => {
    const { page, errors } = await open();
    await cutAtFullStops(page);
    let isBroken = true;
    await answerChunk(page, 'Two two.', async (route) => {
      if (isBroken)
        return route.fulfill({ status: 500, json: { error: 'Every chunk failed.', code: 'every_chunk_failed' } });
      const response = await route.fetch();
      return route.fulfill({ response, headers: { ...response.headers(), 'x-tts-chunks-doubtful': '0' } });
    });
    await editor(page).fill('One one. Two two. Three three.');
    await generateButton(page).click();
    await ready(page).waitFor();
    const card = clipCard(page);
    await card.getByText('Chunk 2 failed and is missing. The engine could not speak this text.').waitFor();
    await inspect(page, 'speech-skipped');
    const { samples: without } = await downloadOf(page, card);

    isBroken = false;
    await card.getByRole('button', { name: 'Retry chunk 2: Clip 1' }).click();
    await card.getByText(/Chunk 2 failed/).waitFor({ state: 'detached' });
    // The chunk is being generated again.
    await expect
      .poll(async () => (await downloadOf(page, card)).samples.length - without.length)
      .toBeGreaterThan(SAMPLE_RATE / 4);
    await card.getByText(/^Listen to chunk 2:/).waitFor();
    await page.reload();
    await card.getByText(/^Listen to chunk 2:/).waitFor();
    expect(errors.filter((error) => !error.includes('status of 500'))).toEqual([]);
  });

  test('three failures in a row end the generation with the error; nothing ready leaves no clip', async () => {
    const { page } = await open();
    await cutAtFullStops(page);
    let requests = 0;
    await page.route('**/v1/audio/speech', (route) => {
      requests++;
      return route.fulfill({ status: 500, json: { error: 'Every chunk failed.', code: 'every_chunk_failed' } });
    });
    await editor(page).fill('One one. Two two. Three three. Four four. Five five. Six six. Seven seven. Eight eight.');
    await generateButton(page).click();
    await page.getByRole('alert').getByText('The engine could not speak this text.').waitFor();
    // Three are in flight at a time.
    expect(requests).toBeLessThanOrEqual(5);
    await generateButton(page).waitFor();
    expect(await clipCard(page).count()).toBe(0);
  });

  test.each([
    [429, 'queue_full', 'The server is busy.'],
    [503, 'not_ready', 'The speech service is not ready to speak.'],
  ])('a %i between chunks is waited for as long as Retry-After says', async (status, code, reason) => {
    const { page } = await open();
    await cutAtFullStops(page);
    let refusals = 0;
    await answerChunk(page, 'Two two.', (route) => {
      if (++refusals > 1) return route.continue();
      return route.fulfill({
        status,
        headers: { 'retry-after': '2' },
        json: { error: 'Later.', code },
      });
    });
    await editor(page).fill('One one. Two two.');
    await generateButton(page).click();
    await page.getByText(`${reason} Retrying in 2 s.`).waitFor();
    await ready(page).waitFor();
    expect(refusals).toBe(2);
    expect(await page.getByText(reason).count()).toBe(0);
  });

  test('cancelling keeps what is ready; the rest is generated later', async () => {
    const { page, errors } = await open();
    await cutAtFullStops(page);
    let isHeld = true;
    const aborted = page.waitForEvent('requestfailed');
    await answerChunk(page, /Two|Three/, (route) => (isHeld ? Promise.resolve() : route.continue()));
    await editor(page).fill('One one. Two two. Three three.');
    await generateButton(page).click();
    await page.getByText(/^1 of 3 chunks are ready/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. The server has stopped generating.').waitFor();
    await aborted;
    const card = clipCard(page);
    const { samples: part } = await downloadOf(page, card);
    isHeld = false;
    await card.getByRole('button', { name: 'Continue (1 of 3 chunks are ready)' }).click();
    await ready(page).waitFor();
    const { samples } = await downloadOf(page, card);
    expect(samples.length).toBeGreaterThan(2 * part.length);
    // The first chunk is the same but for its level, which follows from those of all chunks, and rounding to 16 bits.
    const gain = Math.max(...samples.subarray(0, part.length)) / Math.max(...part);
    expect(gain).toBeGreaterThan(0.5);
    expect(
      largestDifference(
        part.map((sample) => sample * gain),
        samples,
      ),
    ).toBeLessThan(4 / 32_768);
    expect(errors).toEqual([]);
  });

  test('seeks over what is generated, also while the rest is not there', async () => {
    const { page, errors } = await open();
    await cutAtFullStops(page);
    const { held, release } = gate();
    await answerChunk(page, 'Three three.', async (route) => {
      await held;
      await route.continue();
    });
    await editor(page).fill('One one. Two two. Three three.');
    await generateButton(page).click();
    await page.getByText(/^2 of 3 chunks are ready/).waitFor();
    const card = clipCard(page);
    // Playback waits at the end of the second chunk.
    await expect.poll(() => position(page).inputValue().then(Number)).toBeGreaterThan(1);
    await card.getByRole('button', { name: /^Pause/ }).click();
    await position(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => position(page).getAttribute('aria-valuetext')).toMatch(/^0:00 of/);
    // The end is not generated: playback goes on where the third chunk begins.
    await page.keyboard.press('End');
    await expect.poll(() => position(page).inputValue().then(Number)).toBeGreaterThan(1);
    expect(Number(await position(page).inputValue())).toBeLessThan(
      Number(await position(page).getAttribute('max')) - 0.5,
    );
    await card.getByRole('button', { name: /^Play/ }).click();
    release();
    await ready(page).waitFor();
    await card.getByRole('button', { name: /^Play/ }).waitFor();
    expect(await hasSound(page)).toBe(true);
    expect(errors).toEqual([]);
  });

  test('no timer drives generation and playback, so a background tab goes on', async () => {
    const { page } = await open({ clock: true });
    await cutAtFullStops(page);
    await editor(page).fill('Again and again. Again and again. Again and again.');
    // From now on no timer and no animation frame of the page fires.
    await page.clock.pauseAt(Date.now() + 60_000);
    await generateButton(page).click();
    await expect.poll(async () => (await heardSamples(page)).length / SAMPLE_RATE).toBeGreaterThan(2);
    await clipCard(page).getByRole('button', { name: /^Play/ }).waitFor();
  });

  test('a designed voice and a cloned one are generated chunk by chunk with the same seed', async () => {
    const { page } = await open();
    await cutAtFullStops(page);
    const wav = await fetch(`${speech.origin}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'One. Two. Three. Four. Five. Six. Seven.', speed: 0.5 }),
    }).then(async (answer) => Buffer.from(await answer.arrayBuffer()));
    const bodies: string[] = [];
    const answer = (route: Route) => {
      bodies.push(route.request().postDataBuffer()?.toString('latin1') ?? '');
      return route.fulfill({ body: wav, contentType: 'audio/wav', headers: { 'x-tts-engine': 'qwen3-tts' } });
    };
    await page.route('**/v1/audio/voice-design', answer);
    await page.route('**/v1/audio/voice-clone', answer);
    await pretendLoaded(page, 'voicedesign-1.7b');
    await editor(page).fill('One one. Two two.');
    await page.getByLabel('Start from').selectOption({ index: 1 });
    expect(await page.getByLabel('Voice description').inputValue()).toContain('native speaker of German');
    await page.getByLabel('Voice description').fill('An old sailor');
    await generateButton(page).click();
    await ready(page).waitFor();
    const designed = bodies.splice(0).map((body) => JSON.parse(body) as SentChunk & { voice_description: string });
    expect(designed.map(({ input }) => input)).toEqual(['One one.', 'Two two.']);
    expect(designed[1]?.seed).toBe(designed[0]?.seed);
    expect(designed[1]?.voice_description).toBe('An old sailor');

    await pretendLoaded(page, 'base-0.6b');
    await page.getByLabel('Choose file').setInputFiles({ name: 'voice.wav', mimeType: 'audio/wav', buffer: wav });
    await page.getByRole('button', { name: 'Play: voice.wav' }).waitFor();
    await generateButton(page).click();
    await page.getByText(/^Clip 2 is ready/).waitFor();
    expect(bodies).toHaveLength(2);
    const seedOf = (body = '') => /name="seed"\r\n\r\n(\d+)/.exec(body)?.[1];
    expect(seedOf(bodies[0])).toMatch(/^\d+$/);
    expect(seedOf(bodies[1])).toBe(seedOf(bodies[0]));
  });

  test('a long text is heard from its first chunk on, and is generated to its end', async () => {
    const { page, errors } = await open();
    const input = 'The ferry leaves at noon, and the island is an hour away. Take a coat; it is windy. '
      .repeat(40)
      .slice(0, 3_000);
    const answered: number[] = [];
    let heardAfter: number | undefined;
    page.on('response', (response) => {
      if (response.url().endsWith('/v1/audio/speech')) answered.push(response.status());
    });
    await editor(page).fill(input);
    await page.getByText('3,000 of 10,000 characters').waitFor();
    await generateButton(page).click();
    await expect
      .poll(async () => {
        if (await hasSound(page)) heardAfter ??= answered.length;
        return heardAfter;
      })
      .toBeGreaterThan(0);
    await ready(page).waitFor();
    expect(answered.length).toBeGreaterThan(4);
    expect(heardAfter).toBeLessThan(answered.length);
    expect(new Set(answered)).toEqual(new Set([200]));
    await inspect(page, 'speech-long');
    const { file, samples } = await downloadOf(page, clipCard(page));
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(samples.length / SAMPLE_RATE).toBeGreaterThan(120);
    const { queue } = (await (await fetch(`${speech.origin}/health`)).json()) as SpeechHealth;
    expect(queue).toMatchObject({ running: 0, waiting: 0 });
    expect(errors).toEqual([]);
  });
});
