import { afterAll, beforeAll } from 'vitest';
import type { Service } from '../../processes/launch.js';
import { launch, type TestBrowser, type VisitOptions } from './browser.js';
import { startSpeech } from './service-process.js';

/** A speech service and a browser, from before the first test of the suite until after its last. */
export function speechPage() {
  let service: Service;
  let browser: TestBrowser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startSpeech(), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });
  return {
    get origin() {
      return service.origin;
    },
    visit: (options?: VisitOptions) => browser.visit(service, options),
  };
}
