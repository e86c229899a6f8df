import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Service } from '../../processes/launch.js';

const folder = fileURLToPath(new URL('../../../artifacts/failures/', import.meta.url));
const MAX_LINES = 40;

/** The evidence of a page, printed when its test fails. */
export interface FailureReport {
  /** Prints the page's content, its log and requests, and the end of the service's log; saves a screenshot. */
  print(title: string): Promise<void>;
}

/** Records the log and the requests of a page from now on. */
export function recordFailures(page: Page, service: Pick<Service, 'output'>): FailureReport {
  const log: string[] = [];
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log.push(`uncaught: ${error.message}`));
  page.on('response', (response) => log.push(`${response.request().method()} ${response.url()} ${response.status()}`));
  page.on('requestfailed', (request) =>
    log.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  );
  return {
    async print(title) {
      const path = join(folder, `${title.replaceAll(/[^\w-]+/g, '-').slice(0, 120)}.png`);
      mkdirSync(folder, { recursive: true });
      // A crashed page has no content; the test's own failure is what counts then.
      const content = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch((error: Error) => error.message);
      const screenshot = await page.screenshot({ path, timeout: 5_000 }).then(
        () => path,
        (error: Error) => error.message,
      );
      const serviceLog = service.output().trimEnd().split('\n').slice(-MAX_LINES);
      console.error(
        [
          `${title}: the page at ${page.url()} (screenshot: ${screenshot})`,
          content,
          '--- last log entries and requests of the page:',
          ...log.slice(-MAX_LINES),
          '--- last log lines of the service:',
          ...serviceLog,
        ].join('\n'),
      );
    },
  };
}
