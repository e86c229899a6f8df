import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Service } from '../../processes/launch.js';

const folder = fileURLToPath(new URL('../../../artifacts/failures/', import.meta.url));
const LINES = 40;

/** What a page was doing, for the report of a test that fails. */
export interface Witness {
  /** Prints what is on the page, what it said and asked for, and the last that its service wrote; keeps a picture. */
  report(title: string): Promise<void>;
}

/** Listens to a page from now on. */
export function witness(page: Page, service: Pick<Service, 'output'>): Witness {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => heard.push(`uncaught: ${error.message}`));
  page.on('response', (response) =>
    heard.push(`${response.request().method()} ${response.url()} ${response.status()}`),
  );
  page.on('requestfailed', (request) =>
    heard.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  );
  return {
    async report(title) {
      const path = join(folder, `${title.replaceAll(/[^\w-]+/g, '-').slice(0, 120)}.png`);
      mkdirSync(folder, { recursive: true });
      // A page that has crashed shows nothing; the test's own failure is what counts then.
      const shown = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch((error: Error) => error.message);
      const pictured = await page.screenshot({ path, timeout: 5_000 }).then(
        () => path,
        (error: Error) => error.message,
      );
      const said = service.output().trimEnd().split('\n').slice(-LINES);
      console.error(
        [
          `${title}: the page at ${page.url()} (picture: ${pictured})`,
          shown,
          '--- it said and asked for, at last:',
          ...heard.slice(-LINES),
          '--- its service wrote, at last:',
          ...said,
        ].join('\n'),
      );
    },
  };
}
