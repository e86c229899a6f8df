import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launch } from '../console/harness/browser.js';
import { until } from '../faults/harness/until.js';
import { type AccountService, startAccounts, tokenOf } from '../processes/accounts.js';
import { freePort } from '../processes/free-port.js';
import { startSpeech } from '../processes/speech.js';

const caddyfile = fileURLToPath(new URL('../../deploy/gateway/Caddyfile', import.meta.url));

function hasCaddy(): boolean {
  const found = spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0;
  if (!found) console.warn('skipped: the gateway is not tested, because caddy is not installed here');
  return found;
}

const hostOf = (origin: string) => new URL(origin).host;

// The Caddyfile as it is shipped, before both services as they are shipped; without TLS, on a free port.
describe.skipIf(!hasCaddy())('the gateway', () => {
  let origin: string;
  let accounts: AccountService;
  let token: string;
  const opened: AsyncDisposable[] = [];
  beforeAll(async () => {
    accounts = await startAccounts();
    const speech = await startSpeech();
    const folder = await mkdtemp(join(tmpdir(), 'ownvoice-gateway-'));
    origin = `http://127.0.0.1:${await freePort()}`;
    const caddy = spawn('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        GATEWAY_ADDRESS: origin,
        ACCOUNTS_ADDRESS: hostOf(accounts.origin),
        SPEECH_ADDRESS: hostOf(speech.origin),
      },
    });
    opened.push(accounts, speech, {
      async [Symbol.asyncDispose]() {
        caddy.kill('SIGKILL');
        await once(caddy, 'exit');
        await rm(folder, { recursive: true, force: true });
      },
    });
    await until('the gateway answers', () =>
      fetch(`${origin}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
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

  test('has the page, the docs and the health of speech at /speech/', async () => {
    expect((await send(origin, { path: '/speech/' })).text).toContain('<html');
    expect((await send(origin, { path: '/speech/health' })).json).toHaveProperty('model_loaded');
    expect((await send(origin, { path: '/speech/openapi.json' })).text).toContain('/v1/audio/speech');
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
      await page.goto(`${origin}/speech/docs`);
      await page.getByText('/v1/audio/voice-design').first().waitFor();
    },
  );

  test.each([
    ['no token', {}],
    ['a token that is none', { authorization: 'Bearer x' }],
    ['a claim to be somebody', { 'x-user-id': '1', 'x-user-name': 'operator', 'x-user-role': 'admin' }],
  ])('refuses to speak with %s, with the one error body', async (_, headers) => {
    const refused = await speak(headers);
    expect(refused.status).toBe(401);
    expect(refused.json).toEqual({ error: expect.any(String) });
  });

  test.each([
    '//v1/audio/speech',
    '/%76%31/audio/speech',
    '/V1/audio/speech',
    '/v1/../v1/audio/speech',
    '/speech/v1/audio/speech',
    '/speech/%76%31/audio/speech',
    '/speech//v1/audio/speech',
    '/speech/./v1/audio/speech',
    '/api/../v1/audio/speech',
  ])('has no way round by %s', async (path) => {
    expect((await speak({}, path)).status).toBeGreaterThanOrEqual(400);
  });

  test.each([
    '/metrics',
    '/metrics/',
    '//metrics',
    '/%6detrics',
    '/speech/metrics',
    '/speech//metrics',
    '/speech/%6detrics',
  ])('does not publish metrics at %s', async (path) => {
    const answer = await send(origin, { path, headers: { authorization: `Bearer ${token}` } });
    expect(answer.text).not.toContain('process_cpu');
    expect(answer.status).toBe(404);
  });
});
