import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Service } from '../../processes/launch.js';
import { witness } from './evidence.js';

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

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the page so far: scripts, and what its content security policy refused. */
  readonly faults: string[];
  /** Lets the answers through that were held back. */
  release(): void;
}

export interface VisitOptions extends BrowserContextOptions {
  /** The addresses whose answers the page does not get until they are released. */
  holdBack?: string | RegExp;
}

/** Opens a service's page as a new visitor: nothing is remembered. The window is closed when the test has ended. */
export async function visit(
  browser: Browser,
  service: Service,
  { holdBack, ...options }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const seen = witness(page, service);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await seen.report(task.name);
    await context.close();
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Refusals by the server are part of the tests; the browser lists each as a resource that failed to load.
    const expected = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
    if (message.type() === 'error' && !expected) faults.push(message.text());
  });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  if (holdBack !== undefined)
    await page.route(holdBack, async (route) => {
      await released;
      await route.continue();
    });
  await page.goto(service.origin);
  return { context, page, faults, release };
}
