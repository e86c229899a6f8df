import { type App, noContent } from '@ownvoice/shared';
import { UsageList, UsageQuery, UsageReport } from '@ownvoice/shared/contract';

const DAYS = 30;

/** How long speech spoke for whom: reported by speech, read by administrators. */
export async function usageRoutes(app: App): Promise<void> {
  const { speechUsage } = app.services.db;

  app.get('/usage', {
    config: { access: 'admin' },
    schema: { summary: 'Seconds of speech by user and day', querystring: UsageQuery, response: { 200: UsageList } },
    handler: async (request, reply) => {
      const body: unknown = `{"usage":${await speechUsage.list(Number(request.query.days ?? DAYS))}}`;
      return reply.type('application/json; charset=utf-8').send(body as UsageList);
    },
  });

  app.post('/usage', {
    config: { access: 'speech', stepUp: 'none' },
    schema: {
      summary: 'Report seconds of speech, with USAGE_TOKEN as the bearer',
      description: 'For the speech service. A 404 unless `USAGE_TOKEN` is set. Each report is added.',
      body: UsageReport,
      response: noContent('Added.'),
    },
    handler: async (request, reply) => {
      await speechUsage.add(request.body.usage);
      return reply.code(204).send(null);
    },
  });
}
