import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobRequest } from '@ownvoice/shared/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { epub, xhtml, zip } from './harness/epub.js';
import { inspect } from './harness/inspect.js';
import { startSpeech } from './harness/service-process.js';

const narrateButton = (page: Page) => page.getByRole('button', { name: 'Narrate', exact: true });
const source = (page: Page) => page.getByRole('textbox', { name: 'Long text or book' });
const chapters = (page: Page) => page.getByRole('group', { name: 'Chapters' }).getByRole('listitem');
const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

const openFile = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Open file').setInputFiles({ name, mimeType: '', buffer });

/** Narrates what is in the page. @returns what the page has sent */
async function narrate(page: Page): Promise<JobRequest> {
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/v1/audio/jobs'),
  );
  await narrateButton(page).click();
  return (await sent).postDataJSON() as JobRequest;
}

async function downloadOf(page: Page, name: RegExp): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  return readFileSync(await (await download).path());
}

describe.skipIf(chromiumPath === undefined)('the tab Narrate', () => {
  let folder: string;
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ownvoice-jobs-'));
    [service, browser] = await Promise.all([startSpeech({ environment: { TTS_JOBS: folder } }), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async () => {
    const visited = await browser.visit(service);
    await visited.page.getByRole('link', { name: 'Narrate' }).click();
    await source(visited.page).waitFor();
    return visited;
  };

  test('is not there where the service narrates nothing', async () => {
    const { page, errors } = await browser.visit(service);
    await page.route('**/health', async (route) => {
      const { jobs: _, ...health } = await (await route.fetch()).json();
      await route.fulfill({ json: health });
    });
    await page.goto(`${service.origin}/#narrate`);
    await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Narrate' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test.each([2, 3])('reads an EPUB %i of another program by its chapters, without its footnotes', async (version) => {
    const { page, errors } = await open();
    await openFile(page, 'book.epub', fixture(`lighthouse-epub${version}.epub`));
    await expect.poll(() => chapters(page).count()).toBe(4);
    await page.getByText(/^4 chapters · \d+ characters · about \d+\.\d s of audio/).waitFor();
    await inspect(page, `narrate-epub${version}`);
    await chapters(page).first().getByRole('checkbox').uncheck();
    const { title, parts } = await narrate(page);
    expect(title).toBe('The Lighthouse');
    expect(parts).toEqual([
      {
        title: 'The wind',
        input:
          'The wind\n\nOn Monday he wrote about the wind. It came from the north & smelled of snow.\n\nAt night\n\n1. He lit the lamp.\n\n2. He slept.',
      },
      { title: 'The ship', input: 'The ship\n\nOn Tuesday he saw a ship.' },
      { title: 'Der Vogel', input: 'Der Vogel\n\nAm Donnerstag saß ein Vogel auf dem Geländer.' },
    ]);
    await card(page, 'The Lighthouse').first().waitFor();
    expect(errors).toEqual([]);
  });

  test('speaks a text in the background, chapter by chapter, with the settings of the page', async () => {
    const { page, errors } = await open();
    await page.getByRole('radio', { name: /Serena/ }).check();
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Seed').fill('7');
    await page.getByRole('button', { name: 'Add word' }).click();
    await page.getByLabel('Word', { exact: true }).fill('Qwzx');
    await page.getByLabel('Say', { exact: true }).fill('fox');
    await source(page).fill('# Fox\n\nA Qwzx ran.\n\n# Hare\n\nIt was faster.');
    await page.getByRole('textbox', { name: 'Title' }).fill('Animals');
    const sent = await narrate(page);
    expect(sent).toEqual({
      title: 'Animals',
      voice: 'serena',
      seed: 7,
      pronunciations: [{ text: 'Qwzx', say: 'fox' }],
      parts: [
        { title: 'Fox', input: '# Fox\n\nA Qwzx ran.' },
        { title: 'Hare', input: '# Hare\n\nIt was faster.' },
      ],
    });
    await expect.poll(() => source(page).inputValue()).toBe('');

    await card(page, 'Animals').getByText('2 of 2 chapters').waitFor();
    await page.reload();
    await card(page, 'Animals').getByText('Chapters', { exact: true }).click();
    await page.getByRole('button', { name: 'Listen: Hare' }).click();
    const audio = page.locator('audio[aria-label=Hare]');
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0);
    await inspect(page, 'narrate-done');
    expect((await downloadOf(page, /^Download: Fox/)).toString('latin1', 0, 4)).toBe('RIFF');
    expect((await downloadOf(page, /^Subtitles: Fox/)).toString()).toMatch(/^1\r?\n00:00:00,000 --> /);
    expect((await downloadOf(page, /^Download all: Animals/)).toString('latin1', 0, 4)).toBe('PK\x03\x04');

    await page.getByRole('button', { name: 'Delete: Animals' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await card(page, 'Animals').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('takes a file that is dropped on it, with its chapters', async () => {
    const { page, errors } = await open();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['# Fox\n\nIt ran.\n\n# Hare\n\nIt was faster.'], 'animals.md'));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    });
    const { title, parts } = await narrate(page);
    expect(title).toBe('animals');
    expect(parts?.map((part) => part.title)).toEqual(['Fox', 'Hare']);
    expect(errors).toEqual([]);
  });

  test('pauses, goes on, speaks a finished chapter again, and cancels', async () => {
    const { page, errors } = await open();
    const long = 'The lamp turned, and the sea was dark. '.repeat(2_000);
    await source(page).fill(`# One\n\nShort.\n\n# Two\n\n${long}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Long');
    await narrate(page);
    const pause = page.getByRole('button', { name: 'Pause: Long' });
    const again = page.getByRole('button', { name: 'Generate again: One' });
    await again.waitFor();
    await pause.click();
    await card(page, 'Long')
      .getByText(/^Paused · 1 of 2 chapters/)
      .waitFor();
    await again.click();
    await card(page, 'Long')
      .getByText(/^Paused · 0 of 2 chapters/)
      .waitFor();
    await inspect(page, 'narrate-paused');
    await page.getByRole('button', { name: 'Resume: Long' }).click();
    await again.waitFor();
    await page.getByRole('button', { name: 'Cancel: Long' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await card(page, 'Long').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('shows why the server takes no more, and keeps the text', async () => {
    const { page, errors } = await open();
    await page.route('**/v1/audio/jobs', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, json: { error: 'Xyzzy.', code: 'queue_full' } })
        : route.continue(),
    );
    await source(page).fill('Some text.');
    await narrate(page);
    await page.getByRole('alert').getByText('The server is busy.').waitFor();
    expect(await source(page).inputValue()).toBe('Some text.');
    await page.getByRole('tab', { name: 'Design' }).click();
    await expect.poll(() => narrateButton(page).isDisabled()).toBe(true);
    expect(errors).toEqual([]);
  });

  const MANY = () => zip(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, ''])));
  const ZEROS = () => epub({ documents: { 'a.xhtml': '\0'.repeat(200 * 1024 ** 2) } });
  const LOCKED = () =>
    epub({
      documents: { 'a.xhtml': 'garbage' },
      files: {
        'META-INF/encryption.xml':
          '<encryption><EncryptedData><CipherData><CipherReference URI="OPS/a.xhtml"/></CipherData></EncryptedData></encryption>',
      },
    });
  const UNREADABLE: readonly (readonly [string, () => Buffer, RegExp])[] = [
    ['with 100,000 files', MANY, /more than 20,000 files/],
    ['that is a bomb of zeros', ZEROS, /more than 64 MB/],
    ['that is cut off', () => fixture('lighthouse-epub3.epub').subarray(0, 4_000), /damaged/],
    ['that is another archive', () => zip({ 'a.txt': 'Hello.' }), /damaged/],
    ['with a lock', LOCKED, /protected/],
    ['without text', () => epub({ documents: { 'a.xhtml': xhtml('<img src="a.png"/>') } }), /no text/],
  ];
  test.each(UNREADABLE)(
    'attack 76: it says what is wrong with an EPUB %s, and takes the next one',
    async (_, book, message) => {
      const { page, errors } = await open();
      await openFile(page, 'book.epub', book());
      await page.getByRole('alert').getByText(message).waitFor();
      await openFile(page, 'book.epub', fixture('lighthouse-epub3.epub'));
      await expect.poll(() => chapters(page).count()).toBe(4);
      expect(errors).toEqual([]);
    },
  );

  test('attack 76: it runs and loads nothing of a hostile EPUB, and shows its text', async () => {
    const { page, errors } = await open();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(service.origin)) foreign.push(request.url());
    });
    const doctype = `<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "${'lol'.repeat(100)}">${Array.from({ length: 20 }, (_, n) => `<!ENTITY b${n} "${`&b${n === 0 ? '' : n - 1};`.repeat(10)}">`).join('')}]>`;
    const script = '<script>document.title = "run"; top.ran = 1</script>';
    const dangers = `${script}<img src="http://192.0.2.1/a.png" onerror="top.ran = 1"/><svg xmlns="http://www.w3.org/2000/svg" onload="top.ran = 1">${script}</svg><iframe src="http://192.0.2.1/"></iframe><p style="color: red">`;
    await openFile(
      page,
      'book.epub',
      epub({
        documents: {
          'a.xhtml': xhtml(`<h1>Entities</h1>${dangers}One&nbsp;&a;&b19;two.</p>`, doctype),
          '../../../b.xhtml': xhtml('<p>Outside.</p>'),
          'c.xhtml': `<html><body><h1>Tag soup</h1>${script}<p>Not closed<p>Read &eacute;all the same<a href="javascript:top.ran=1">.</body></html>`,
          'd.xhtml': xhtml(`${'<div>'.repeat(200)}<p>Deep.</p>${'</div>'.repeat(200)}`),
        },
      }),
    );
    await expect.poll(() => chapters(page).count()).toBeGreaterThanOrEqual(3);
    const { parts } = await narrate(page);
    expect(parts?.map(({ input }) => input)).toEqual([
      expect.stringContaining('Entities'),
      expect.stringContaining('Not closed\n\nRead éall the same.'),
      'Deep.',
    ]);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await page.title()).not.toBe('run');
    expect(foreign).toEqual([]);
    // What Chromium itself writes into a document that is not well-formed has a style, and since 156 it says that it ran no
    // handler of a parsed one.
    expect(errors.filter((error) => !/^(?:Applying inline style|Executing inline event handler)/.test(error))).toEqual(
      [],
    );
  });

  test('leaves out what an EPUB marks as notes, pages and contents, and reads what only looks like them', async () => {
    const { page, errors } = await open();
    const nav = xhtml(
      '<nav epub:type="toc"><ol><li><a href="a.xhtml#one">One</a><ol><li><a href="b.xhtml">Two</a><ol><li><a href="b.xhtml#s">Section</a></li></ol></li></ol></li><li><a href="http://example.org/">Shop</a></li></ol></nav><nav epub:type="page-list"><ol><li><a href="a.xhtml#p12">12</a></li></ol></nav>',
    );
    const a = xhtml(
      '<p>Before.</p><h1 id="one">One</h1><p>Some<a epub:type="noteref" href="#n">*</a> text<span class="x" id="p12">[Pg 12]</span> goes<sup><a href="#m" id="r">2</a></sup> on.</p><aside epub:type="footnote" id="n">A note.</aside><p>See <a href="b.xhtml#s">7</a>.</p><div><p id="m"><a href="#r">2</a> Another note.</p></div><p hidden="hidden">Hidden.</p>',
    );
    const b = xhtml(
      '<h2><a href="a.xhtml#one">2</a></h2><div id="s"><h3>Section</h3><p>It stays.</p></div><ruby>漢<rt>kan</rt></ruby>',
    );
    await openFile(page, 'book.epub', epub({ documents: { 'a.xhtml': a, 'b.xhtml': b }, nav }));
    await expect.poll(() => chapters(page).count()).toBe(3);
    const { parts } = await narrate(page);
    expect(parts).toEqual([
      { title: null, input: 'Before.' },
      { title: 'One', input: 'One\n\nSome text goes on.\n\nSee 7.' },
      { title: 'Two', input: '2\n\nSection\n\nIt stays.\n\n漢' },
    ]);
    expect(errors).toEqual([]);
  });
});
