import type { SpeechHealth } from '@ownvoice/shared/contract';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from './harness/browser.js';
import { saved } from './harness/saved.js';
import { speechPage } from './harness/speech-page.js';
import { clipCard, editor, generateButton, openAdvanced, ready } from './harness/studio.js';

describe.skipIf(chromiumPath === undefined)('a clip in the studio', () => {
  const speech = speechPage();

  const open = async () => {
    const visited = await speech.visit();
    await visited.page.getByRole('radio', { name: /Ryan/ }).waitFor();
    return visited;
  };

  test('is renamed and starred, which a reload keeps, and its settings are used again', async () => {
    const { page, errors } = await open();
    await editor(page).fill('A Qwzx ran.');
    await page.getByRole('radio', { name: /Serena/ }).check();
    await openAdvanced(page);
    await page.getByLabel('Seed').fill('7');
    await page.getByRole('button', { name: 'Add word' }).click();
    await page.getByLabel('Word', { exact: true }).fill('Qwzx');
    await page.getByLabel('Say', { exact: true }).fill('fox');
    const sent = page.waitForRequest('**/v1/audio/speech');
    await generateButton(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ input: 'A fox ran.', voice: 'serena', seed: 7 });
    await ready(page).waitFor();

    await clipCard(page).getByRole('button', { name: 'Keep: Clip 1' }).click();
    await clipCard(page).getByRole('button', { name: 'Rename: Clip 1' }).click();
    const name = page.getByRole('textbox', { name: 'Rename' });
    await name.fill('Not this');
    await name.press('Escape');
    await clipCard(page).getByRole('button', { name: 'Rename: Clip 1' }).click();
    await name.fill('The fox');
    await name.press('Enter');
    const card = page.getByRole('article').filter({ hasText: 'The fox' });
    await card.waitFor();
    await saved(page, 'clips', '"name":"The fox"');
    await editor(page).fill('Something else.');
    await page.getByRole('radio', { name: /Ryan/ }).check();
    await page.getByRole('button', { name: 'Remove Qwzx' }).click();
    await saved(page, 'drafts', 'Something else.');

    await page.reload();
    expect(await card.getByRole('button', { name: 'Keep: The fox' }).getAttribute('aria-pressed')).toBe('true');
    await card.getByRole('button', { name: 'Use again: The fox' }).click();
    expect(await editor(page).inputValue()).toBe('A Qwzx ran.');
    expect(await page.getByRole('radio', { name: /Serena/ }).isChecked()).toBe(true);
    expect(await page.getByLabel('Word', { exact: true }).inputValue()).toBe('Qwzx');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await editor(page).inputValue()).toBe('Something else.');
    expect(errors).toEqual([]);
  });

  test('has two takes in one row where there is room, each on one line of buttons', async () => {
    const { page, errors } = await open();
    await generateButton(page).click();
    await ready(page).waitFor();
    await clipCard(page).getByRole('button', { name: 'Another take' }).click();
    await clipCard(page, 2).waitFor();
    const heights = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
    expect(new Set(heights).size).toBe(1);
    const details = page.getByRole('article').first().locator('header p');
    const lines = await details.evaluate((p) => p.clientHeight / Number.parseFloat(getComputedStyle(p).lineHeight));
    expect(lines).toBeLessThan(4);
    expect(errors).toEqual([]);
  });

  test('is made of a file that is dropped anywhere on the page, which can be undone', async () => {
    const { page, errors } = await open();
    const drop = (name: string, content: string) =>
      page.evaluate(
        ([title = '', text = '']) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], title));
          for (const type of ['dragover', 'drop'])
            document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        },
        [name, content],
      );
    await editor(page).fill('Typed.');
    await drop('note.txt', 'Of a file.');
    await expect.poll(() => editor(page).inputValue()).toBe('Of a file.');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await editor(page).inputValue()).toBe('Typed.');
    await drop('picture.png', '\u0089PNG\0');
    await page
      .getByRole('alert')
      .getByText(/^picture\.png is not a text file/)
      .waitFor();
    expect(await editor(page).inputValue()).toBe('Typed.');
    expect(errors).toEqual([]);
  });

  test('is heard by a new voice-design model without a description: the example is spoken', async () => {
    const { page, errors } = await open();
    let isLoaded = false;
    await page.route('**/health', async (route) => {
      const health = (await (await route.fetch()).json()) as SpeechHealth;
      const loaded = isLoaded && { engine: 'qwen3-tts', model_loaded: true, model: { state: 'ready' } };
      await route.fulfill({ json: { ...health, variant: 'voicedesign-1.7b', ...loaded } });
    });
    await page.route('**/v1/audio/voice-design', (route) => route.fulfill({ status: 409, json: { code: 'conflict' } }));
    await page.reload();
    await page.getByRole('tab', { name: 'Design' }).click();
    await page.getByRole('region', { name: 'Model' }).getByText('Requires voicedesign-1.7b.').waitFor();
    isLoaded = true;
    const sent = page.waitForRequest('**/v1/audio/voice-design');
    await page.getByRole('button', { name: 'Listen' }).click();
    const { voice_description: description } = (await sent).postDataJSON();
    expect(description).not.toBe('');
    expect(await page.getByLabel('Voice description').inputValue()).toBe(description);
    expect(errors).toEqual([]);
  });

  test('leaves no error of a text that was too long and is emptied while its preview is loaded', async () => {
    const { page, errors } = await open();
    await page.getByText('Detected: English').waitFor();
    let isHeld = true;
    const asked = page.waitForRequest('**/v1/text/chunks');
    await page.route('**/v1/text/chunks', (route) => (isHeld ? undefined : route.continue()));
    await editor(page).fill('Some words. '.repeat(100));
    await asked;
    const aborted = page.waitForEvent('requestfailed');
    await editor(page).fill('Some words. '.repeat(1_000));
    await page.getByText('The text is longer than 10,000 characters.').waitFor();
    await aborted;
    isHeld = false;
    await editor(page).fill('');
    await page.getByText('Enter some text.').waitFor();
    expect(await page.getByText('The text is longer').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
