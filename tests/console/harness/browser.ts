import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Service } from '../../processes/launch.js';
import { startChromium } from './chromium.js';
import { recordFailures } from './failure-report.js';

export { chromiumPath } from './chromium.js';

const WINDOW = { width: 1280, height: 860 };
const PAGE_EVENTS = ['console', 'pageerror', 'response', 'requestfailed'] as const;

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors of the page and violations of its content security policy. */
  readonly errors: string[];
  /** Lets the held responses through. */
  release(): void;
}

export interface VisitOptions {
  /** Signs in with this token, passed in the fragment as single sign-on passes it. */
  token?: string;
  /** The URLs whose responses are held until `release` is called. */
  hold?: string | RegExp;
  /** Installs Playwright's clock: the test can fast-forward the page's timers. */
  clock?: boolean;
}

export interface TestBrowser extends AsyncDisposable {
  /** Opens a service's page with empty storage. The visit ends with the test. */
  visit(service: Service, options?: VisitOptions): Promise<Visit>;
}

/** A browser whose pages are reused from one visit to the next. */
export async function launch(contextOptions: BrowserContextOptions = {}): Promise<TestBrowser> {
  const browser = await startChromium();
  // A new context starts a new renderer process, which takes five times as long as a visit in one that is warm.
  const idlePages: Page[] = [];

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({
      viewport: WINDOW,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...contextOptions,
    });
    await context.addInitScript(garbleMessages);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    return page;
  }

  return {
    async visit(service, { token, hold, clock = false } = {}) {
      const page = (clock ? undefined : idlePages.pop()) ?? (await newPage());
      const context = page.context();
      const report = recordFailures(page, service);
      onTestFinished(async ({ task }) => {
        const failed = task.result?.state === 'fail';
        if (failed) await report.print(task.name);
        // A clock cannot be uninstalled, and a page of a failed test may be in any state.
        if (failed || clock) return context.close();
        await reset(page, service);
        idlePages.push(page);
      });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        // The browser logs every 4xx response as a resource that failed to load; the tests provoke some.
        const expected = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
        if (message.type() === 'error' && !expected) errors.push(message.text());
      });
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      if (hold !== undefined)
        await page.route(hold, async (route) => {
          await released;
          await route.continue();
        });
      if (clock) await page.clock.install();
      if (token === undefined) await page.goto(service.origin);
      else await openSignedIn(page, service.origin, token);
      return { context, page, errors, release };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Opens the page with a session, as after a reload. */
export async function openSignedIn(page: Page, origin: string, token: string): Promise<void> {
  await page.goto(`${origin}/health`);
  const stored = JSON.stringify({ token, expiresAt: Date.now() + 3_600_000 });
  await page.evaluate((session) => sessionStorage.setItem('ownvoice.session', session), stored);
  await page.goto(origin);
}

/** What the pages get in place of the services' error messages. */
export const GARBLED = 'Xyzzy.';

/** Runs in the page, which translates the codes of errors and must not depend on their English messages. */
function garbleMessages(): void {
  const { fetch } = window;
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    if (response.ok) return response;
    const body = await response
      .clone()
      .json()
      .catch(() => undefined);
    if (typeof body?.error !== 'string') return response;
    const details = body.details?.map(() => 'Xyzzy.');
    return new Response(JSON.stringify({ ...body, error: 'Xyzzy.', details }), response);
  };
}

/** Makes a page like new, so that nothing of a visit is left for the next one. */
async function reset(page: Page, service: Service): Promise<void> {
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await context.clearCookies();
  // A file of the same origin: the scripts end, the renderer process stays, and its storage can be cleared.
  await page.goto(`${service.origin}/favicon.svg`);
  await page.evaluate(async () => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        indexedDB.deleteDatabase(name).onsuccess = resolve;
      });
    }
  });
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(WINDOW);
}
