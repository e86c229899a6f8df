import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { Page } from 'playwright-core';

export const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
export const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true });
export const clipCard = (page: Page, number = 1) => page.getByRole('article').filter({ hasText: `Clip ${number}` });
export const player = (page: Page) => page.getByRole('region', { name: 'Player' });
export const position = (page: Page) => player(page).getByRole('slider', { name: 'Position' });
export const ready = (page: Page) => page.getByText(/^Clip \d+ is ready/);

/** Opens the settings that are seldom needed. */
export const openAdvanced = (page: Page) => page.getByText('Advanced', { exact: true }).click();

/** The page takes a model for loaded once it knows the health of the service, which it is told `then`. */
export async function pretendLoaded(
  page: Page,
  variant: SpeechHealth['variant'],
  then: Promise<void> = Promise.resolve(),
): Promise<void> {
  await page.route('**/health', async (route) => {
    await then;
    const health = (await (await route.fetch()).json()) as SpeechHealth;
    const model = { state: 'ready' };
    await route.fulfill({ json: { ...health, engine: 'qwen3-tts', variant, model_loaded: true, model } });
  });
  await page.reload();
}
