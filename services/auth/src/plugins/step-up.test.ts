import Fastify, { type FastifyContextConfig } from 'fastify';
import fp from 'fastify-plugin';
import { expect, test } from 'vitest';
import { stepUp } from './step-up.js';

async function start(method: string, config: FastifyContextConfig) {
  const app = Fastify();
  for (const name of ['services', 'tokens', 'rate-limits']) await app.register(fp(async () => undefined, { name }));
  await app.register(stepUp);
  await app.register(async (api) => void api.route({ method, url: '/api/thing', config, handler: () => null }));
  await app.ready();
  await app.close();
}

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a %s without a declared proof fails the start', async (method) => {
  await expect(start(method, { access: 'admin' })).rejects.toThrow(`${method} /api/thing has no config.stepUp`);
  await start(method, { access: 'admin', stepUp: 'none' });
  await start(method, { access: 'admin', stepUp: { proof: 'recent', event: 'user_update' } });
});

test('a public route and one that only reads need no declaration', async () => {
  await start('POST', { access: 'public' });
  await start('GET', { access: 'admin' });
});
