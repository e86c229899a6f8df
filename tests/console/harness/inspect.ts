import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = fileURLToPath(new URL('../../../artifacts/screenshots/', import.meta.url));
const sizes = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];
const schemes = ['light', 'dark'] as const;

export interface Inspection {
  /** The page is looked at while it waits for an answer that the test holds back. */
  readonly whileBusy?: boolean;
}

/**
 * Waits until the page has come to rest, then looks at it as it stands at two widths, light and dark: keeps a picture of
 * each, and expects that axe finds nothing and that nothing has to be scrolled sideways.
 */
export async function inspect(page: Page, name: string, { whileBusy = false }: Inspection = {}): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await atRest(page, name, whileBusy);
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await atRest(page, name, whileBusy);
      const at = `${name}-${size.width}-${colorScheme}`;
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, `${at} scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await violations(page), at).toEqual([]);
      await picture(page, size, `${folder}${at}.png`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}

/** Waits until the page has its heading and nothing on it is still to come. */
async function atRest(page: Page, name: string, whileBusy: boolean): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect
    .poll(async () => (await unrest(page)).filter((what) => !whileBusy || !what.startsWith('busy')), { message: name })
    .toEqual([]);
}

/** What on the page is not as it will stay: each busy element, font and movement, in words. */
const unrest = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = (element: Element | null | undefined) => element?.outerHTML.slice(0, 80);
    const busy = [...document.querySelectorAll('[aria-busy="true"]')].map((element) => `busy: ${words(element)}`);
    // What turns as long as work lasts has no end to wait for.
    const moving = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      .map(({ effect }) => `moving: ${words(effect instanceof KeyframeEffect ? effect.target : undefined)}`);
    return [
      ...busy,
      ...moving,
      ...(document.readyState === 'complete' ? [] : ['the document is loading']),
      ...(document.fonts.status === 'loaded' ? [] : ['fonts are loading']),
    ];
  });

/** The whole page in a window as high as it is, so that what sticks to an edge is at that edge. */
async function picture(page: Page, size: { width: number; height: number }, path: string): Promise<void> {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, Math.min(whole, 4_000)) });
  await page.screenshot({ path });
  await page.setViewportSize(size);
}

async function violations(page: Page): Promise<string[]> {
  // As the debugger evaluates it, the page's content security policy has no say.
  await page.evaluate(axeSource);
  const { violations: found } = await page.evaluate(async () =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}
