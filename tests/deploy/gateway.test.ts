import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { User } from '@ownvoice/shared/contract';
import { send } from '@ownvoice/shared/testing';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launch } from '../console/harness/browser.js';
import { until } from '../faults/harness/until.js';
import { type AccountService, startAccounts, tokenOf } from '../processes/accounts.js';
import { freePort } from '../processes/free-port.js';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';

const caddyfile = fileURLToPath(new URL('../../deploy/gateway/Caddyfile', import.meta.url));

function hasCaddy(): boolean {
  const found = spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0;
  if (!found) console.warn('skipped: the gateway is not tested, because caddy is not installed here');
  return found;
}

const hostOf = (origin: string) => new URL(origin).host;

/**
 * Starts the Caddyfile as it is shipped, without TLS and on a free port.
 * @param patience the share of its times that a service has to respond
 */
async function startGateway(
  accounts: string,
  speech: string,
  patience = 1,
): Promise<{ origin: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-gateway-'));
  const configuration = join(folder, 'Caddyfile');
  const published = await readFile(caddyfile, 'utf8');
  await writeFile(
    configuration,
    published.replace(/ (\d+)s$/gm, (_, seconds) => ` ${Math.round(patience * seconds * 1_000)}ms`),
  );
  const origin = `http://127.0.0.1:${await freePort()}`;
  const caddy = spawn('caddy', ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      GATEWAY_ADDRESS: origin,
      ACCOUNTS_ADDRESS: hostOf(accounts),
      SPEECH_ADDRESS: hostOf(speech),
    },
  });
  await until('the gateway answers', () =>
    fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    origin,
    async [Symbol.asyncDispose]() {
      caddy.kill('SIGKILL');
      await once(caddy, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A page of another origin that may call the services. */
const APP = 'https://app.example';
const USAGE_TOKEN = 'the token of these two services, long enough';
const ID = '0197aaaa-0000-7000-8000-000000000001';

describe.skipIf(!hasCaddy())('the gateway before both services', () => {
  let origin: string;
  let accounts: AccountService;
  let speech: Service;
  let token: string;
  const opened: AsyncDisposable[] = [];
  beforeAll(async () => {
    accounts = await startAccounts({ CORS_ORIGIN: APP, USAGE_TOKEN });
    const usage = { USAGE_TOKEN, USAGE_URL: accounts.origin, TTS_USER_HEADER: 'X-User-Id', TRUST_PROXY: '127.0.0.1' };
    speech = await startSpeech([], { environment: { CORS_ORIGIN: APP, ...usage } });
    const gateway = await startGateway(accounts.origin, speech.origin);
    opened.push(accounts, speech, gateway);
    origin = gateway.origin;
    token = tokenOf(await accounts.signIn());
  });
  afterAll(async () => {
    for (const one of opened.reverse()) await one[Symbol.asyncDispose]();
  });

  const speak = (headers: Record<string, string> = {}, path = '/v1/audio/speech') =>
    send(origin, { method: 'POST', path, body: { input: 'Hello.' }, headers });

  test('has the accounts at / and /api/', async () => {
    expect((await send(origin, { path: '/' })).text).toContain('<html');
    expect((await send(origin, { path: '/api/auth/system-info' })).json).toMatchObject({ mode: 'multi-user' });
  });

  test('has the page and the health of speech at /speech/', async () => {
    expect((await send(origin, { path: '/speech/' })).text).toContain('<html');
    expect((await send(origin, { path: '/speech/health' })).json).toHaveProperty('model_loaded');
    expect((await fetch(`${origin}/speech`, { redirect: 'manual' })).headers.get('location')).toBe('/speech/');
  });

  test('lets those speak who are signed in, until they sign out', async () => {
    const mine = tokenOf(await accounts.signIn());
    const authorization = `Bearer ${mine}`;
    const spoken = await speak({ authorization });
    expect(spoken.status).toBe(200);
    expect(spoken.headers['content-type']).toBe('audio/wav');
    expect((await send(origin, { method: 'POST', path: '/api/auth/logout', headers: { authorization } })).status).toBe(
      204,
    );
    expect((await speak({ authorization })).status).toBe(401);
  });

  test.skipIf(chromiumPath === undefined)(
    'lets the speech page speak with the token that the accounts page keeps',
    async () => {
      const browser = await launch();
      opened.push(browser);
      const { page, errors } = await browser.visit({ ...accounts, origin }, { token });
      await page.getByRole('heading').first().waitFor();
      await page.goto(`${origin}/speech/`);
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A gateway stands before both.');
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await page.getByText(/s of audio, generated in .* built-in voice/).waitFor();
      expect(errors).toEqual([]);
    },
  );

  test.each([
    ['no token', {}],
    ['a token that is none', { authorization: 'Bearer x' }],
    ['a claim to be somebody', { 'x-user-id': '1', 'x-user-name': 'operator', 'x-user-role': 'admin' }],
  ])('refuses to speak with %s, with the one error body', async (_, headers) => {
    const refused = await speak(headers);
    expect(refused.status).toBe(401);
    expect(refused.json).toEqual({ error: expect.any(String), code: 'unauthorized' });
  });

  test.each([
    '//v1/',
    '///v1/',
    '/./v1/',
    '/%76%31/',
    '/%2576%2531/',
    '/v1%2f',
    '/%2fv1/',
    '/%2e/v1/',
    '/V1/',
    '/v1/../v1/',
    '/v1/..%2fv1/',
    '/api/../v1/',
    '/api/..%2fv1/',
    '/api/%2e%2e/v1/',
    '/v1;/',
    '/speech/v1/',
    '/speech/V1/',
    '/speech/%76%31/',
    '/speech//v1/',
    '/speech/./v1/',
    '/speech/%2fv1/',
    '/speech/%2e%2e/v1/',
    '/speech/../v1/',
    '/speech/..%2fv1/',
    '/speech/x/../v1/',
    '/speech/x%2f..%2fv1/',
    '/speech/v1%2f',
    '/%73peech/v1/',
    '//speech//v1/',
  ])('has no way round the sign-in by %s', async (prefix) => {
    const spoken = await speak({}, `${prefix}audio/speech`);
    expect([400, 401, 404, 405]).toContain(spoken.status);
  });

  test.each([
    '/metrics',
    '/metrics/',
    '//metrics',
    '/%6detrics',
    '/speech/metrics',
    '/speech//metrics',
    '/speech/%6detrics',
    '/speech/./metrics',
    '/speech/%2fmetrics',
    '/speech/x/../metrics',
    '/speech/METRICS',
    '/v1/../metrics',
    '/api/..%2fmetrics',
    '/docs',
    '/docs/',
    '/openapi.json',
    '/%64ocs',
    '/speech/docs',
    '/speech/docs/main.js',
    '/speech//openapi.json',
    '/speech/x/../openapi.json',
  ])('does not publish metrics and docs at %s', async (path) => {
    const answer = await send(origin, { path, headers: { authorization: `Bearer ${token}` } });
    expect(answer.text).not.toMatch(/process_cpu|openapi|swagger/i);
    expect([400, 404]).toContain(answer.status);
  });

  describe('with an API key', () => {
    let key: string;
    beforeAll(async () => {
      const created = await accounts.ask('POST', '/api/auth/keys', { token, body: { name: 'stock client' } });
      ({ key } = created.json as { key: string });
    });

    test('the official client still speaks when every token of its user is dead', async () => {
      const own = tokenOf(await accounts.signIn());
      await accounts.ask('POST', '/api/auth/logout', { token: own, body: { all: true } });
      expect((await speak({ authorization: `Bearer ${own}` })).status).toBe(401);
      token = tokenOf(await accounts.signIn());
      const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: key, maxRetries: 0 });
      const spoken = await client.audio.speech.create({
        model: 'tts-1',
        voice: 'alloy',
        input: 'Hello.',
        response_format: 'wav',
      });
      expect(Buffer.from(await spoken.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
    });

    test.each([
      ['Authorization: Bearer', (given: string) => ({ authorization: `Bearer ${given}` })],
      ['x-api-key', (given: string) => ({ 'x-api-key': given })],
      ['xi-api-key', (given: string) => ({ 'xi-api-key': given })],
      ['the password of Basic', (given: string) => ({ authorization: `Basic ${btoa(`user:${given}`)}` })],
    ])('a client sends the key as %s', async (_, headersOf) => {
      expect((await speak(headersOf(key))).status).toBe(200);
      const wrong = headersOf(`${key.slice(0, -1)}?`);
      expect((await speak(wrong)).status).toBe(401);
      expect((await send(origin, { path: '/v1/voices', headers: wrong })).status).toBe(401);
    });

    test('a client lists voices and models before it has a key, and nothing else', async () => {
      for (const path of ['/v1/voices', '/v1/models', '/v1/audio/voices', '/v1/audio/models'])
        expect((await send(origin, { path })).status, path).toBe(200);
      for (const path of ['/v1/models/pull', '/v1/models/tts-1', '/v1/voices/ryan', '/v1/voices/'])
        expect((await send(origin, { path })).status, path).toBe(401);
      expect((await send(origin, { method: 'POST', path: '/v1/voices' })).status).toBe(401);
    });

    test('a browser asks first, and may, from an origin of CORS_ORIGIN alone', async () => {
      const preflight = (from: string, path = '/v1/audio/speech') =>
        send(origin, {
          method: 'OPTIONS',
          path,
          headers: {
            origin: from,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type,x-api-key,x-stainless-lang',
          },
        });
      const { status, headers } = await preflight(APP);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-allow-headers': 'authorization,content-type,x-api-key,x-stainless-lang',
      });
      expect((await preflight(APP, '/mcp')).status).toBe(204);
      expect((await preflight('https://elsewhere.example')).headers).not.toHaveProperty('access-control-allow-origin');
      const spoken = await speak({ origin: APP, authorization: `Bearer ${key}` });
      expect([spoken.status, spoken.headers['access-control-allow-origin']]).toEqual([200, APP]);
      const refused = await speak({ origin: APP });
      expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, APP]);
    });
  });

  test('a service that is frozen is a 503 or 504 with the one error body, within bounds', async () => {
    const gateway = await startGateway(accounts.origin, speech.origin, 1 / 3);
    opened.push(gateway);
    const headers = { authorization: `Bearer ${token}` };
    const body = { input: 'Hello.' };
    const speak = () => send(gateway.origin, { method: 'POST', path: '/v1/audio/speech', headers, body });
    const isReached = async () => (await speak()).status === 200;
    await until('speech is reached', isReached);
    const error = { error: expect.any(String), code: expect.stringMatching(/^(not_ready|gateway_timeout)$/) };
    const late = { headers: expect.objectContaining({ 'retry-after': '2' }), json: error };
    process.kill(speech.pid ?? 0, 'SIGSTOP');
    expect(await send(gateway.origin, { path: '/speech/health' })).toMatchObject({ status: 504, ...late });
    expect(await speak()).toMatchObject({ status: 503, ...late });
    process.kill(speech.pid ?? 0, 'SIGCONT');
    await until('speech is reached again', isReached);
    process.kill(accounts.pid ?? 0, 'SIGSTOP');
    const asked = await Promise.all([speak(), send(gateway.origin, { path: '/api/auth/me', headers })]);
    process.kill(accounts.pid ?? 0, 'SIGCONT');
    for (const answer of asked) expect(answer).toMatchObject({ status: 504, ...late });
  });

  test('what a user has spoken is reported to accounts when speech stops, whoever the client claims to be', async () => {
    const ada = { username: 'ada', password: 'Lovelace1815' };
    const { json } = await accounts.ask('POST', '/api/users/', { token, body: ada });
    const { id } = json as User;
    const own = tokenOf(await accounts.ask('POST', '/api/auth/login', { body: ada }));
    const spoken = await speak({ authorization: `Bearer ${own}`, 'x-user-id': ID });
    expect(spoken.status).toBe(200);
    const { output } = await speech.end('SIGTERM');
    expect(output).toContain(`"user_id":"${id}"`);
    expect(output).not.toContain(ID);
    expect(output + accounts.output()).not.toContain(USAGE_TOKEN);
    const { json: reported } = await accounts.ask('GET', '/api/users/usage', { token });
    const seconds = Number(spoken.headers['x-tts-audio-seconds']);
    const { usage } = reported as { usage: unknown[] };
    expect(usage).toContainEqual({ user_id: id, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), seconds });
  });
});

/** Headers that a client may send, hoping that a service believes them. */
const SPOOFED = {
  'x-user-id': 'somebody-else',
  'X-USER-NAME': 'operator',
  'x-user-role': 'admin',
  'x-user-groups': 'wheel',
};

interface Seen {
  readonly service: string;
  readonly path: string | undefined;
  readonly user: Record<string, string>;
}

/** A service that answers with what reached it; it knows one token. */
async function startUpstream(service: string): Promise<{ origin: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    if (request.url === '/api/auth/verify') {
      const known = request.headers.authorization === 'Bearer known';
      const user = { 'x-user-id': ID, 'x-user-name': 'ada', 'x-user-role': 'user' };
      response.writeHead(known ? 204 : 401, known ? user : {}).end();
      return;
    }
    const user = Object.entries(request.headers).filter(([name]) => name.startsWith('x-user'));
    response.end(JSON.stringify({ service, path: request.url, user: Object.fromEntries(user) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe.skipIf(!hasCaddy())('behind the gateway', () => {
  let origin: string;
  const opened: AsyncDisposable[] = [];
  beforeAll(async () => {
    const accounts = await startUpstream('accounts');
    const speech = await startUpstream('speech');
    const gateway = await startGateway(accounts.origin, speech.origin);
    opened.push(accounts, speech, gateway);
    origin = gateway.origin;
  });
  afterAll(async () => {
    for (const one of opened.reverse()) await one[Symbol.asyncDispose]();
  });

  const seen = async (method: string, path: string, headers: Record<string, string> = {}) =>
    (await send(origin, { method, path, headers: { ...SPOOFED, ...headers } })).json as Seen;

  test('speech learns who asks from the accounts service, whatever a client claims', async () => {
    const user = { 'x-user-id': ID, 'x-user-name': 'ada', 'x-user-role': 'user' };
    for (const method of ['GET', 'POST', 'DELETE']) {
      const headers = { authorization: 'Bearer known' };
      expect(await seen(method, '/v1/audio/speech', headers)).toEqual({
        service: 'speech',
        path: '/v1/audio/speech',
        user,
      });
    }
  });

  test.each([
    ['GET', '/', 'accounts', '/'],
    ['POST', '/api/auth/login', 'accounts', '/api/auth/login'],
    ['GET', '/api/auth/me', 'accounts', '/api/auth/me'],
    ['GET', '/speech/', 'speech', '/'],
    ['GET', '/speech/health?x=1', 'speech', '/health?x=1'],
    ['GET', '/speech/assets/speech/main.js', 'speech', '/assets/speech/main.js'],
  ])('%s %s reaches %s as %s, without a sign-in and without X-User headers', async (method, path, service, asked) => {
    expect(await seen(method, path)).toEqual({ service, path: asked, user: {} });
  });

  test('a service that cannot be reached is a 503 with the one error body', async () => {
    const speech = await startUpstream('speech');
    const gateway = await startGateway(origin, speech.origin);
    opened.push(gateway);
    await speech[Symbol.asyncDispose]();
    const { status, headers, json } = await send(gateway.origin, { path: '/speech/health' });
    expect([status, headers['retry-after'], json]).toEqual([
      503,
      '2',
      { error: expect.any(String), code: 'not_ready' },
    ]);
  });

  test('nothing of /v1/ reaches a service without a sign-in', async () => {
    for (const path of ['/v1/', '/v1/models/pull', '/v1/models/tts-1', '/v1/voices/x', '/v1/text/chunks']) {
      const answer = await send(origin, { path, headers: SPOOFED });
      expect([answer.status, answer.text]).toEqual([401, '']);
    }
  });
});
