import { type App, errorResponses } from '@ownvoice/shared';
import { Job, JobList, JobParams, PartParams } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { narratorOf, onlyWithJobs, partNumber } from './narrations.js';

const PATH = '/v1/audio/jobs';

/** The list of narrations, and what is done with one. */
export async function jobsRoutes(app: App): Promise<void> {
  onlyWithJobs(app);
  const description = 'Only with --jobs.';

  app.get(
    PATH,
    { schema: { summary: 'The narrations', description, response: { 200: JobList, ...errorResponses(401, 404) } } },
    async (request) => ({ jobs: await narratorOf(app).list(app.expectCaller(request)) }),
  );

  app.get(
    `${PATH}/:id`,
    {
      schema: {
        summary: 'A narration',
        description,
        params: JobParams,
        response: { 200: Job, ...errorResponses(401, 404) },
      },
    },
    async ({ params: { id } }) => narratorOf(app).get(id),
  );

  app.delete(
    `${PATH}/:id`,
    {
      schema: {
        summary: 'Cancel and delete a narration',
        description,
        params: JobParams,
        response: { 204: Type.Null({ description: 'Deleted.' }), ...errorResponses(401, 403, 404) },
      },
    },
    async ({ params: { id } }, reply) => {
      await narratorOf(app).remove(id);
      return reply.code(204).send(null);
    },
  );

  for (const [action, summary] of [
    ['pause', 'Pause a narration'],
    ['resume', 'Go on with a narration'],
  ] as const)
    app.post(
      `${PATH}/:id/${action}`,
      {
        schema: {
          summary,
          description,
          params: JobParams,
          response: { 202: Job, ...errorResponses(401, 403, 404, 409) },
        },
      },
      async ({ params: { id } }) => narratorOf(app)[action](id),
    );

  app.post(
    `${PATH}/:id/parts/:n/again`,
    {
      schema: {
        summary: 'Speak a part again',
        description: `What is missing in it, or all of it with another seed where nothing is. ${description}`,
        params: PartParams,
        response: { 202: Job, ...errorResponses(401, 403, 404, 409) },
      },
    },
    async ({ params: { id, n } }) => narratorOf(app).again(id, partNumber(n)),
  );
}
