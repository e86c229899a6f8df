import { Readable } from 'node:stream';
import { type App, errorResponses, isCrossSite, noContent } from '@ownvoice/shared';
import { Job, JobList, JobParams, PartParams } from '@ownvoice/shared/contract';
import { apiError } from '../../../../errors.js';
import type { Narrator } from '../../../../jobs/narrator.js';

const PATH = '/v1/audio/jobs';

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
    const caller = app.expectCaller(request);
    const { id } = request.params as { readonly id?: string };
    // Of one that is lost the rest can still be deleted.
    if (id !== undefined && method !== 'DELETE') await narrator.expectUsable(id, caller);
    if (!['GET', 'HEAD'].includes(method) && isCrossSite(headers, app.config.corsOrigins)) throw apiError('cross_site');
  });
}

/** @throws ApiError 404 for what is no number of a part */
export function partNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw apiError('unknown_part');
}

/** The JSON of a `JobList`, in pieces. */
async function* jobListJson(jobs: AsyncIterable<Job>): AsyncGenerator<string> {
  yield '{"jobs":[';
  let separator = '';
  for await (const job of jobs) {
    yield separator + JSON.stringify(job);
    separator = ',';
  }
  yield ']}';
}

export async function jobsRoutes(app: App): Promise<void> {
  onlyWithJobs(app);
  const description = 'Only with --jobs.';
  const changed = { 202: Job, ...errorResponses(400, 401, 403, 404, 409, 415) };

  app.get(PATH, {
    schema: { summary: 'The narrations', description, response: { 200: JobList, ...errorResponses(401, 404) } },
    handler: async (request, reply) => {
      const body: unknown = Readable.from(jobListJson(await narratorOf(app).list(app.expectCaller(request))));
      return reply.type('application/json; charset=utf-8').send(body as { jobs: Job[] });
    },
  });

  app.get(`${PATH}/:id`, {
    schema: {
      summary: 'A narration',
      description,
      params: JobParams,
      response: { 200: Job, ...errorResponses(401, 404) },
    },
    handler: async ({ params: { id } }) => narratorOf(app).get(id),
  });

  app.delete(`${PATH}/:id`, {
    schema: {
      summary: 'Cancel and delete a narration',
      description,
      params: JobParams,
      response: { ...noContent('Deleted.'), ...errorResponses(401, 403, 404) },
    },
    handler: async (request) => void (await narratorOf(app).remove(request.params.id, app.expectCaller(request))),
  });

  for (const [action, summary] of [
    ['pause', 'Pause a narration'],
    ['resume', 'Go on with a narration'],
  ] as const)
    app.post(`${PATH}/:id/${action}`, {
      schema: { summary, description, params: JobParams, response: changed },
      handler: async ({ params: { id } }) => narratorOf(app)[action](id),
    });

  app.post(`${PATH}/:id/parts/:n/again`, {
    schema: {
      summary: 'Speak a part again',
      description: `What is missing in it, or all of it with another seed where nothing is. ${description}`,
      params: PartParams,
      response: changed,
    },
    handler: async ({ params: { id, n } }) => narratorOf(app).again(id, partNumber(n)),
  });
}
