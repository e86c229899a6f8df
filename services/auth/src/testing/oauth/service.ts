import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { loadConfig } from '../../config.js';
import type { OAuthProviderSettings } from '../../oauth/settings.js';
import { start } from '../../start.js';
import { openBrowser } from './browser.js';

/** Where browsers find the service of these tests; nothing listens there, see `openBrowser`. */
export const publicUrl = 'http://voice.test';

/** Settings of the environment for a provider, as an operator would write them. */
export function providerEnvironment(prefix: string, settings: OAuthProviderSettings): Record<string, string> {
  const entries: [string, string | undefined][] = [
    ['CLIENT_ID', settings.clientId],
    ['CLIENT_SECRET', settings.clientSecret],
    ['ISSUER_URL', settings.issuer],
    ['AUTHORIZE_URL', settings.authorizeUrl],
    ['TOKEN_URL', settings.tokenUrl],
    ['USERINFO_URL', settings.userinfoUrl],
    ['EMAILS_URL', settings.emailsUrl],
  ];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[`${prefix}_${name}`, value]])),
  );
}

export type OAuthService = Awaited<ReturnType<typeof startOAuthService>>;

/** The service on a database of its own, listening on loopback, with its log kept. */
export async function startOAuthService(databaseUrl: string, environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-oauth-'));
  let log = '';
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_PASSWORD: 'Operator-1',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'debug',
    ...environment,
  });
  const { app, services } = await start(config, logStream);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  let clients = 0;

  /** Sends JSON from an address of its own, so that no limit is in the way. */
  async function send(method: string, path: string, body?: unknown, token?: string) {
    clients += 1;
    const response = await fetch(origin + path, {
      method,
      headers: {
        'x-forwarded-for': `203.0.113.${clients % 250}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
  }

  return {
    origin,
    send,
    prisma: services.db.prisma,
    log: () => log,
    browser: () => openBrowser((url) => url.href.replace(publicUrl, origin)),
    async close() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
