import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath, type VisitOptions } from './harness/browser.js';
import { hasSound, hear } from './harness/hearing.js';
import { inspect } from './harness/inspect.js';
import { saved } from './harness/saved.js';
import { speechPage } from './harness/speech-page.js';
import { clipCard, editor, generateButton, openAdvanced } from './harness/studio.js';

async function downloadOf(page: Page, card: Locator): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: /^Download/ }).click();
  return readFileSync(await (await download).path());
}

describe.skipIf(chromiumPath === undefined)('clips and inputs that are saved in the browser', () => {
  const speech = speechPage();

  const open = async (options: VisitOptions = {}) => {
    const visited = await speech.visit(options);
    await visited.page.getByRole('radio', { name: /Ryan/ }).waitFor();
    return visited;
  };

  test('a reload keeps the clips with their audio, the text and the settings', async () => {
    const { page, errors } = await open();
    await editor(page).fill('Kept in this browser.');
    await openAdvanced(page);
    await page.getByLabel('Seed').fill('7');
    await page.getByRole('radio', { name: /Serena/ }).check();
    await generateButton(page).click();
    await page.getByText(/^Clip 1 is ready/).waitFor();
    const before = await downloadOf(page, clipCard(page));
    await saved(page, 'audio', '"samples":');
    await editor(page).fill('Not generated yet.');
    await saved(page, 'drafts', 'Not generated yet.');

    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'Clip 1' }).getByText('Kept in this browser.').waitFor();
    expect(await editor(page).inputValue()).toBe('Not generated yet.');
    expect(await page.getByLabel('Seed').inputValue()).toBe('7');
    expect(await page.getByRole('radio', { name: /Serena/ }).isChecked()).toBe(true);
    expect((await downloadOf(page, clipCard(page))).equals(before)).toBe(true);
    await hear(page);
    await clipCard(page).getByRole('button', { name: /^Play/ }).click();
    await expect.poll(() => hasSound(page)).toBe(true);

    await generateButton(page).click();
    await page.getByText(/^Clip 2 is ready/).waitFor();
    await clipCard(page, 1)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await clipCard(page, 1).waitFor({ state: 'detached' });
    await saved(page, 'clips', 'Not generated yet.');
    await page.reload();
    await clipCard(page, 2).waitFor();
    expect(await clipCard(page, 1).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('a clip that a reload interrupts is continued', async () => {
    const { page, errors } = await open();
    let isHeld = true;
    let requests = 0;
    await page.route('**/v1/audio/speech', (route) => (++requests > 1 && isHeld ? undefined : route.continue()));
    await editor(page).fill('A sentence that is neither short nor long, said again and again. '.repeat(10));
    await generateButton(page).click();
    await page.getByText(/^1 of 2 chunks are ready/).waitFor();
    await saved(page, 'audio', '"samples":');
    isHeld = false;
    await page.reload();
    const continuing = clipCard(page).getByRole('button', { name: 'Continue (1 of 2 chunks are ready)' });
    await continuing.waitFor();
    expect(await page.getByText(/^Clip 1 is ready/).count()).toBe(0);
    await continuing.click();
    await page.getByText(/^Clip 1 is ready/).waitFor();
    await clipCard(page)
      .getByRole('button', { name: /^Continue/ })
      .waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('Clear removes the clips of all tabs, the text and the settings, also after a reload', async () => {
    const { context, page, errors } = await open();
    await editor(page).fill('A secret.');
    await page.getByLabel('Style').fill('whispering');
    await generateButton(page).click();
    await page.getByText(/^Clip 1 is ready/).waitFor();
    await saved(page, 'clips', 'A secret.');
    const other = await context.newPage();
    await other.goto(speech.origin);
    await editor(other).fill('A secret of another tab.');
    await generateButton(other).click();
    await saved(page, 'clips', 'A secret of another tab.');
    await other.close();
    await page.getByRole('button', { name: 'Clear' }).click();
    await clipCard(page).waitFor({ state: 'detached' });
    await inspect(page, 'speech-clear');
    await saved(page, 'drafts', '"instruct":""');
    for (const store of ['clips', 'audio'] as const) await saved(page, store, '[]');
    await page.reload();
    await page.getByText('Generated audio appears here.').waitFor();
    expect(await editor(page).inputValue()).toMatch(/^Hello! This is Ownvoice/);
    expect(await page.getByLabel('Style').inputValue()).toBe('');
    expect(errors).toEqual([]);
  });

  test('a full browser says so, and Clear still deletes what it has kept', async () => {
    const { page, errors } = await open();
    await editor(page).fill('A secret.');
    await generateButton(page).click();
    await saved(page, 'audio', '"samples":');
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
    await editor(page).fill('One too many.');
    await page.getByText('This browser cannot store new clips.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    for (const store of ['clips', 'audio', 'drafts'] as const) await saved(page, store, '[]');
    expect(errors).toEqual([]);
  });

  test('a clip that did not fit is saved once there is room, and one that was removed meanwhile stays removed', async () => {
    const { page, errors } = await open();
    await editor(page).fill('The first.');
    await generateButton(page).click();
    await page.getByText(/^Clip 1 is ready/).waitFor();
    await saved(page, 'audio', '"samples":');
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      // Browsers find out when a transaction commits, and undo all of it.
      IDBObjectStore.prototype.put = function (...values) {
        const request = put.apply(this, values);
        request.onsuccess = () => {
          if (document.title === 'room') return;
          this.transaction.abort();
          this.transaction.db.close();
        };
        return request;
      };
    });
    await editor(page).fill('The second.');
    await generateButton(page).click();
    await page.getByText(/^Clip 2 is ready/).waitFor();
    await page.getByText('This browser cannot store new clips.').waitFor();
    await clipCard(page, 1)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await saved(page, 'clips', '[]');
    await page.evaluate(() => {
      document.title = 'room';
    });
    await editor(page).fill('The third.');
    await generateButton(page).click();
    await page.getByText(/^Clip 3 is ready/).waitFor();
    await page.getByText('This browser cannot store new clips.').waitFor({ state: 'detached' });
    await page.reload();
    await clipCard(page, 3).waitFor();
    await clipCard(page, 2).waitFor();
    expect(await clipCard(page, 1).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('in a browser that stores nothing the page works, and says that clips are not kept', async () => {
    const { page } = await open({ clock: true });
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('storage is off', 'SecurityError');
      };
    });
    await page.reload();
    await page.getByText('This browser cannot store new clips.').waitFor();
    await editor(page).fill('Once.');
    await generateButton(page).click();
    await page.getByText(/^Clip 1 is ready/).waitFor();
  });
});
