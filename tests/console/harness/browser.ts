import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where a Chromium is installed; undefined where there is none, and the browser tests are skipped. */
export const chromiumPath = candidates.find((path) => path !== undefined && existsSync(path));

/** A browser with a microphone that hears a beep every second. */
export async function launch(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('no Chromium was found; CHROMIUM_PATH names one');
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      '--mute-audio',
    ],
  });
}

export interface Visit extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the page so far: scripts, and what its content security policy refused. */
  readonly faults: string[];
}

/** Opens a page as a new visitor: nothing is remembered. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Refusals by the server are part of the tests; the browser lists each as a resource that failed to load.
    const expected = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
    if (message.type() === 'error' && !expected) faults.push(message.text());
  });
  await page.goto(address);
  return { context, page, faults, [Symbol.asyncDispose]: () => context.close() };
}
