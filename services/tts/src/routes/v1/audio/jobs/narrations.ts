import { type App, isCrossSite } from '@ownvoice/shared';
import { apiError } from '../../../../errors.js';
import type { Narrator } from '../../../../jobs/narrator.js';

/** @throws ApiError 404 when the service keeps no narrations */
export function narratorOf({ narrator }: Pick<App, 'narrator'>): Narrator {
  if (narrator) return narrator;
  throw apiError('no_jobs');
}

/**
 * The routes of this scope are not there without a folder of narrations, and neither are those of others for a user. Pages
 * of other sites change nothing.
 */
export function onlyWithJobs(app: App): void {
  app.addHook('onRequest', async (request) => {
    const { method, headers } = request;
    const narrator = narratorOf(app);
    const caller = app.callerOf(request);
    const { id } = request.params as { readonly id?: string };
    if (id !== undefined) narrator.expectUsable(id, caller);
    if (!['GET', 'HEAD'].includes(method) && isCrossSite(headers, app.config.corsOrigins)) throw apiError('cross_site');
  });
}

/** @throws ApiError 404 for what is no number of a part */
export function partNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw apiError('unknown_part');
}
