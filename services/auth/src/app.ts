import { fileURLToPath } from 'node:url';
import { type App, createApp, pages } from '@ownvoice/shared';
import { AccountsHealth } from '@ownvoice/shared/contract';
import type { DestinationStream } from 'pino';
import { SERVICE_NAME } from './config.js';
import { access } from './plugins/access.js';
import { accountMetrics } from './plugins/account-metrics.js';
import { housekeeping } from './plugins/housekeeping.js';
import { rateLimits } from './plugins/rate-limit.js';
import { databaseErrors, servicesPlugin } from './plugins/services.js';
import { stepUp } from './plugins/step-up.js';
import { tokens } from './plugins/tokens.js';
import { accountRoutes } from './routes/api/auth/accounts.js';
import { apiKeyRoutes, userApiKeyRoutes } from './routes/api/auth/keys.js';
import { oauthRoutes } from './routes/api/auth/oauth/index.js';
import { passkeyRoutes } from './routes/api/auth/passkeys.js';
import { passwordRoutes } from './routes/api/auth/passwords.js';
import { secondFactorRoutes } from './routes/api/auth/second-factor.js';
import { signInRoutes, verifyRoute } from './routes/api/auth/sign-in.js';
import { linkRoutes } from './routes/api/users/links.js';
import { userSignInMethodRoutes } from './routes/api/users/sign-in-methods.js';
import { usageRoutes } from './routes/api/users/usage.js';
import { userRoutes } from './routes/api/users/users.js';
import type { Services } from './services.js';

export interface AuthAppOptions {
  /** All but the token issuer, which is a plugin of the app. */
  readonly services: Omit<Services, 'tokens'>;
  /** Where log lines go; standard output when absent. */
  readonly logStream?: DestinationStream;
}

const builtPage = (name: string): string =>
  fileURLToPath(new URL(`../../../packages/console/dist-app/${name}`, import.meta.url));

/** The accounts service as a Fastify server that does not listen. Closing it leaves the services open. */
export async function buildApp({ services, logStream }: AuthAppOptions): Promise<App> {
  const { config, db } = services;
  const app = await createApp({
    service: { name: SERVICE_NAME, version: config.version },
    development: config.development,
    logLevel: config.logLevel,
    logStream,
    trustProxy: config.trustProxy,
    tracing: config.traces !== undefined,
    security: { corsOrigins: config.corsOrigins, https: config.publicUrl.startsWith('https:') },
    docs: {
      title: 'Ownvoice accounts',
      description: 'Accounts, roles, sign-in, bearer tokens, single sign-on and user management.',
      page: builtPage('docs'),
      version: config.version,
      tags: [
        { name: 'auth', description: 'Sign-in, sign-out, passwords and set-up' },
        { name: 'users', description: 'User management' },
      ],
      bearer: true,
    },
    health: {
      opened: services.opened,
      health: () => ({ status: 'healthy', ...(config.speechUrl !== undefined && { speech_url: config.speechUrl }) }),
      healthFields: AccountsHealth.properties,
      ready: async () => {
        try {
          await db.ping();
          return { ready: true };
        } catch {
          return { ready: false, reason: 'The database is not available.', retryAfter: 2 };
        }
      },
    },
  });
  await app.register(tokens, {
    secret: config.jwtSecret,
    lifetime: config.tokenLifetime,
    holderOf: (jti) => db.tokenHolders.holderOf(jti),
  });
  await app.register(servicesPlugin, { services: { ...services, tokens: app.tokens } });
  await app.register(accountMetrics);
  await app.register(rateLimits);
  await app.register(stepUp);
  await app.register(access);
  await app.register(housekeeping);
  await app.register(async (api) => {
    await api.register(databaseErrors);
    // In the order of the reference at /docs.
    await api.register(accountRoutes, { prefix: '/api/auth' });
    await api.register(signInRoutes, { prefix: '/api/auth' });
    await api.register(passwordRoutes, { prefix: '/api/auth' });
    await api.register(secondFactorRoutes, { prefix: '/api/auth/second-factor' });
    await api.register(passkeyRoutes, { prefix: '/api/auth/passkeys' });
    await api.register(apiKeyRoutes, { prefix: '/api/auth/keys' });
    await api.register(userRoutes, { prefix: '/api/users' });
    await api.register(userSignInMethodRoutes, { prefix: '/api/users' });
    await api.register(linkRoutes, { prefix: '/api/users' });
    await api.register(userApiKeyRoutes, { prefix: '/api/users' });
    await api.register(usageRoutes, { prefix: '/api/users' });
    await api.register(oauthRoutes, { prefix: '/api/auth/oauth' });
    await api.register(verifyRoute, { prefix: '/api/auth' });
  });
  await app.register(pages, { root: builtPage('accounts') });
  return app;
}
