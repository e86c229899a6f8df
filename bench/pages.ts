import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { start } from './auth/service.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';
import { startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- pages

The first visit to the pages of both services over a slow connection: first contentful paint, when the content is there, and
bytes. The pages must be built (npm run build); Chromium is at CHROMIUM_PATH or /usr/bin/chromium. Half a minute.`);

const LATENCY_MS = 400;
const BYTES_A_SECOND = 50_000;

interface Load {
  /** Seconds from the navigation to the first contentful paint, which is a skeleton of the page. */
  readonly painted: number;
  /** Seconds to the content that a visitor came for. */
  readonly usable: number;
  /** What travelled, headers included. */
  readonly bytes: number;
}

/** Loads a page into an empty cache. @param content a selector of what a visitor came for */
async function load(browser: Browser, address: string, content: string): Promise<Load> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(content).first().waitFor();
  const usable = await page.evaluate(() => performance.now());
  await page.waitForLoadState('networkidle');
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  if (painted === undefined) throw new Error(`${address} painted nothing.`);
  const result = { painted: painted / 1_000, usable: usable / 1_000, bytes };
  await context.close();
  return result;
}

const directory = await mkdtemp(join(tmpdir(), 'ownvoice-pages-'));
const accounts = await start('services/auth/dist/main.js', {
  NODE_ENV: 'production',
  DATA_DIR: join(directory, 'accounts'),
  JWT_SECRET: randomBytes(48).toString('base64'),
  DEFAULT_ADMIN_PASSWORD: `${randomBytes(9).toString('base64url')}aA1`,
  LOG_LEVEL: 'warn',
});
const speech = await startSpeechService(['--models-dir', join(directory, 'models')]);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  console.log(`${machine()}, Chromium ${browser.version()}`);
  console.log(`${BYTES_A_SECOND / 1_000} kB/s, ${LATENCY_MS} ms latency, empty cache`);
  console.log(`${'page'.padEnd(22)}first paint     usable      bytes`);
  const pages = [
    ['speech', `${speech.origin}/`, '.voice'],
    ['sign-in', `${accounts.origin}/`, 'form'],
    ['speech /docs', `${speech.origin}/docs`, '.opblock'],
    ['accounts /docs', `${accounts.origin}/docs`, '.opblock'],
  ] as const;
  for (const [name, address, content] of pages) {
    const { painted, usable, bytes } = await load(browser, address, content);
    const row = [`${painted.toFixed(2)} s`, `${usable.toFixed(2)} s`, `${(bytes / 1_000).toFixed(1)} kB`];
    console.log(name.padEnd(22) + row.map((cell) => cell.padStart(11)).join(''));
  }
} finally {
  await browser.close();
  await speech.stop();
  await accounts.stop();
  await rm(directory, { recursive: true, force: true });
}
