import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { createUser, setUp } from './harness/accounts-api.js';
import { chromiumPath, startChromium } from './harness/chromium.js';
import { importUsers, startAuth, startSpeech } from './harness/service-process.js';

declare global {
  interface Window {
    moved: string[];
  }
}

/** Runs in the page: collects what the browser counts as a layout shift, with what has moved. */
function observe(): void {
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[])
      window.moved.push(
        `${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 80)).join(' ')}`,
      );
  }).observe({ type: 'layout-shift', buffered: true });
}

const admin = { username: 'Ada', password: 'Analytical1', email: 'ada@example.org' };

describe.skipIf(chromiumPath === undefined)('nothing moves while responses come one by one', () => {
  let browser: Browser;
  let services: Record<'accounts' | 'speech', Service>;
  let token: string;
  let jobs: string;
  beforeAll(async () => {
    jobs = await mkdtemp(join(tmpdir(), 'ownvoice-jobs-'));
    const [accounts, speech] = await Promise.all([startAuth(), startSpeech({ environment: { TTS_JOBS: jobs } })]);
    services = { accounts, speech };
    browser = await startChromium();
    ({ token } = await setUp(accounts.origin, admin));
    await createUser(accounts.origin, token, { username: 'grace', password: 'Compiler1' });
    await importUsers(accounts, ['barbara', 'frances', 'hedy', 'radia']);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all(Object.values(services ?? {}).map((service) => service[Symbol.asyncDispose]()));
    await rm(jobs, { recursive: true, force: true });
  });

  const PAGES = [
    ['speech', ''],
    ['speech', '#narrate'],
    ['accounts', '#/account'],
    ['accounts', '#/users'],
    ['accounts', '#/statistics'],
    ['accounts', '#/audit'],
  ] as const;
  const WINDOWS = [
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ];

  test.each(PAGES)('on the page %s/%s', async (name, hash) => {
    for (const viewport of WINDOWS)
      for (const order of ['shift', 'pop'] as const) {
        const context = await browser.newContext({ viewport, locale: 'en-GB' });
        await context.addInitScript(observe);
        if (name === 'accounts')
          await context.addInitScript((stored) => sessionStorage.setItem('ownvoice.session', stored), sessionOf(token));
        const page = await context.newPage();
        const held: Route[] = [];
        const asked = new Set<string>();
        // What is polled comes again and again, and would keep others waiting on a busy machine.
        await page.route(/\/(api|v1)\/|\/health$/, async (route) => {
          const url = route.request().url();
          if (asked.has(url)) await route.continue();
          else held.push(route);
          asked.add(url);
        });
        await page.goto(`${services[name].origin}/${hash}`);
        const isLoaded = () =>
          page.evaluate(() => document.querySelector('h1') !== null && !document.querySelector('[aria-busy="true"]'));
        while (held.length > 0 || !(await isLoaded())) {
          const route = held[order]();
          await route?.continue();
          await (await route?.request().response())?.finished();
          // What it changes is painted.
          await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
        }
        expect(await page.evaluate(() => window.moved), `${viewport.width} pixels, ${order}`).toEqual([]);
        await context.close();
      }
  });
});

const sessionOf = (token: string) => JSON.stringify({ token, expiresAt: Date.now() + 3_600_000 });
