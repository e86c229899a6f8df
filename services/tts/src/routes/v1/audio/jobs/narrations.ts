import { type App, isCrossSite } from '@ownvoice/shared';
import { apiError } from '../../../../errors.js';
import type { Narrator } from '../../../../jobs/narrator.js';

/** @throws ApiError 404 when the service keeps no narrations */
export function narratorOf({ narrator }: Pick<App, 'narrator'>): Narrator {
  if (narrator) return narrator;
  throw apiError('no_jobs');
}

/** The routes of this scope are not there without a folder of narrations, and pages of other sites change nothing. */
export function onlyWithJobs(app: App): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    narratorOf(app);
    if (!['GET', 'HEAD'].includes(method) && isCrossSite(headers, app.config.corsOrigins)) throw apiError('cross_site');
  });
}

/** @throws ApiError 404 for what is no number of a part */
export function partNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw apiError('unknown_part');
}
