import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { startAuth, startSpeech } from './harness/service-process.js';
import { travelled } from './harness/travelled.js';

const console_ = dirname(createRequire(import.meta.url).resolve('@ownvoice/console/package.json'));
const BUDGET = 120 * 1024;

describe.each(['accounts', 'speech'])('the built %s page', (name) => {
  const folder = join(console_, 'dist-app', name);
  const html = () => readFileSync(join(folder, 'index.html'), 'utf8');

  test('loads at most 120 kB of compressed JavaScript to begin with', () => {
    const initial = new Set<string>();
    const add = (file: string) => {
      if (initial.has(file)) return;
      initial.add(file);
      // What an initial file imports statically is loaded with it.
      const source = readFileSync(join(folder, file), 'utf8');
      for (const [, path] of source.matchAll(/(?:^|[;}\s])(?:import|export)[^("';]*["']\.\/([^"']+\.js)["']/g)) {
        if (path !== undefined) add(`assets/${path}`);
      }
    };
    for (const [, path] of html().matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)) if (path !== undefined) add(path);
    expect(initial.size).toBeGreaterThan(0);
    const weight = [...initial].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
    expect(weight).toBeGreaterThan(10_000);
    expect(weight).toBeLessThanOrEqual(BUDGET);
  });

  test('has no inline script, no inline style and no address outside its own origin', () => {
    expect(html()).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i);
    for (const [, address] of html().matchAll(/(?:src|href)="([^"]*)"/g)) {
      expect(address).toMatch(/^\.\//);
      expect(existsSync(join(folder, address ?? ''))).toBe(true);
    }
    for (const file of readdirSync(join(folder, 'assets')).filter((path) => path.endsWith('.css'))) {
      expect(readFileSync(join(folder, 'assets', file), 'utf8')).not.toMatch(/url\(\s*["']?(?:https?:)?\/\//);
    }
  });
});

/** What one of the two services is asked for, with what a browser takes. */
interface Encodings {
  readonly path: (asset: string) => string;
  readonly takes: string;
  readonly encoding: string | null;
  readonly cache: string;
}

const SETUP_TOKEN = 'a-token-of-the-operator';

describe('what travels', () => {
  let services: Record<'accounts' | 'speech', Service>;
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    const [accounts, speech] = await Promise.all([startAuth({ environment: { SETUP_TOKEN } }), startSpeech()]);
    services = { accounts, speech };
    browser = chromiumPath === undefined ? undefined : await launch();
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await Promise.all(Object.values(services ?? {}).map((service) => service[Symbol.asyncDispose]()));
  });

  const IMMUTABLE = 'public, max-age=31536000, immutable';
  const ROWS: readonly (readonly [what: string, row: Encodings])[] = [
    [
      'a script for a browser',
      { path: (asset) => asset, takes: 'gzip, deflate, br', encoding: 'br', cache: IMMUTABLE },
    ],
    ['a script for an older one', { path: (asset) => asset, takes: 'gzip', encoding: 'gzip', cache: IMMUTABLE }],
    ['a script as it is', { path: (asset) => asset, takes: 'identity', encoding: null, cache: IMMUTABLE }],
    ['the page', { path: () => '/', takes: 'br', encoding: null, cache: 'no-cache' }],
    ["the API's document", { path: () => '/openapi.json', takes: 'gzip, br', encoding: 'gzip', cache: 'no-store' }],
    [
      "the API's document as it is",
      { path: () => '/openapi.json', takes: 'gzip;q=0', encoding: null, cache: 'no-store' },
    ],
  ];
  describe.each(['accounts', 'speech'] as const)('from the %s service', (name) => {
    test.each(ROWS)('%s', async (_what, { path, takes, encoding, cache }) => {
      const { origin } = services[name];
      const page = await (await fetch(`${origin}/`)).text();
      // Not the few bytes of the bundler before it, which stay as they are.
      const asset = `/${/src="\.\/(assets\/(?:index|page)-[^"]+\.js)"/.exec(page)?.[1]}`;
      const response = await fetch(origin + path(asset), { headers: { 'accept-encoding': takes } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('cache-control')).toBe(cache);
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect((await response.text()).length).toBeGreaterThan(500);
    });

    test.each(['/health', '/no-such-route'])('%s is made for the request and stays as it is', async (path) => {
      const response = await fetch(services[name].origin + path, { headers: { 'accept-encoding': 'br, gzip' } });
      expect(response.headers.get('content-encoding')).toBeNull();
    });
  });

  test('a sign-in stays as it is: a compressed token would tell about itself by its length', async () => {
    const response = await fetch(`${services.accounts.origin}/api/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'br, gzip' },
      body: JSON.stringify({ username: 'operator', password: 'Operator7Horse', setup_token: SETUP_TOKEN }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  describe.skipIf(chromiumPath === undefined)('to a browser', () => {
    const visit = async (name: 'accounts' | 'speech', options = {}) => {
      if (browser === undefined) throw new Error('there is no browser');
      return browser.visit(services[name], options);
    };

    test.each([
      ['accounts', 'Sign in'],
      ['speech', 'Text to speech'],
    ] as const)('is at most 130 kB for the %s page', async (name, heading) => {
      const { page, errors } = await visit(name);
      const bytes = await travelled(page, async () => {
        await page.reload();
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
      });
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(130_000);
      expect(errors).toEqual([]);
    });

    test.each(['accounts', 'speech'] as const)(
      'shows a skeleton of the %s page before its script is there',
      async (name) => {
        const { page } = await visit(name);
        let release: () => void = () => undefined;
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
          await released;
          await route.continue();
        });
        await page.goto(`${services[name].origin}/?again`, { waitUntil: 'commit' });
        await page.locator('.skeleton').getByText('Ownvoice').waitFor();
        release();
        await page.locator('.skeleton').waitFor({ state: 'detached' });
      },
    );

    test.each([
      [
        'accounts',
        'Ownvoice accounts',
        ['/api/auth/system-info', '/api/auth/providers', '/api/auth/register', '/api/auth/setup'],
      ],
      ['speech', 'Ownvoice speech', ['/v1/audio/speech', '/v1/voices', '/v1/voices', '/v1/audio/voices']],
    ] as const)(
      'is under 600 kB for the reference of %s, which has our name, the order of a tour and no error',
      async (name, title, first) => {
        const { page, errors } = await visit(name);
        const bytes = await travelled(page, async () => {
          await page.goto(`${services[name].origin}/docs/`);
          await page.locator('.opblock').first().waitFor();
        });
        expect(bytes).toBeLessThan(600_000);
        expect(new URL(page.url()).pathname).toBe('/docs');
        expect(await page.title()).toBe(title);
        await page.getByRole('banner').getByText('Ownvoice').waitFor();
        const paths = page.locator('.opblock-summary-path');
        const listed = await paths.evaluateAll((all) => all.map((one) => one.textContent?.replaceAll('\u200b', '')));
        expect(listed.slice(0, first.length)).toEqual(first);
        expect(listed.at(-1)).toBe('/ready');
        await page.locator('.opblock').filter({ hasText: '/health' }).locator('.opblock-summary-control').click();
        await page.getByRole('button', { name: 'Execute' }).click();
        await page.locator('.live-responses-table').getByText('200').first().waitFor();
        expect(errors).toEqual([]);
      },
    );
  });
});
