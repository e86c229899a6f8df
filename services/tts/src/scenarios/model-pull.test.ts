import { request } from 'node:http';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import { broken } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiError } from '../errors.js';
import { isSameOrigin, mayBeSameOrigin } from '../routes/v1/models.js';
import { ScriptedEngine } from '../testing/scripted-engine.js';
import { ScriptedInstaller } from '../testing/scripted-installer.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

type Headers = Readonly<Record<string, string | string[]>>;

/** Sends exactly these headers, which `fetch` would not. */
function send(base: string, headers: Headers, body = '{"variant":"customvoice-0.6b"}') {
  return new Promise<{ status: number | undefined; body: Record<string, unknown> }>((resolve, reject) => {
    const sent = request(
      `${base}/v1/models/pull`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** A model that is not installed, and whose installation the test decides. */
async function startWithoutModel(options: { pullFromPage?: boolean; takesFirstModel?: boolean } = {}) {
  const model = new ScriptedEngine(() => {});
  model.enter({ kind: 'absent', reason: 'The model customvoice-1.7b is not installed.' });
  const installer = new ScriptedInstaller();
  const server = await startSpeechServer({
    variant: 'customvoice-1.7b',
    model,
    installer,
    // Nothing is looked for by time.
    rules: { pollMs: 3_600_000 },
    fallback: true,
    ...options,
  });
  const health = async () => (await (await fetch(`${server.base}/health`)).json()) as SpeechHealth;
  const origin = { origin: server.base };
  const ask = (variant: string) => send(server.base, origin, JSON.stringify({ variant }));
  return { server, model, installer, health, ask, port: new URL(server.base).port };
}

describe('POST /v1/models/pull by a page on loopback', () => {
  let server: SpeechServer;
  let port: string;
  beforeAll(async () => {
    ({ server, port } = await startWithoutModel());
  });
  afterAll(() => server.close());

  const own = () => ({ host: `localhost:${port}`, origin: `http://localhost:${port}` });
  const ACCEPTED: readonly (readonly [string, () => Headers])[] = [
    ['localhost', own],
    ['127.0.0.1', () => ({ host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` })],
    ['two names of itself', () => ({ host: `127.0.0.1:${port}`, origin: `http://localhost:${port}` })],
    ['upper case', () => ({ host: `LOCALHOST:${port}`, origin: `http://LOCALHOST:${port}` })],
  ];
  test.each(ACCEPTED)('POST /v1/models/pull on loopback is accepted with %s', async (_what, headers) => {
    expect(await send(server.base, headers())).toEqual({
      status: 202,
      body: { variant: 'customvoice-0.6b', loads: false },
    });
  });

  const REFUSED: readonly (readonly [string, () => Headers])[] = [
    ['no Origin', () => ({ host: `localhost:${port}` })],
    ['Origin: null', () => ({ ...own(), origin: 'null' })],
    ['the Origin of another port', () => ({ ...own(), origin: 'http://localhost:3000' })],
    ['an Origin without its port', () => ({ ...own(), origin: 'http://localhost' })],
    ['an Origin of https', () => ({ ...own(), origin: `https://localhost:${port}` })],
    ['the Origin of another site', () => ({ ...own(), origin: 'https://voice.example' })],
    ['an Origin that begins with the own one', () => ({ ...own(), origin: `http://localhost:${port}.evil.example` })],
    ['two Origins', () => ({ ...own(), origin: [`http://localhost:${port}`, 'https://voice.example'] })],
    [
      'a name that leads here (DNS rebinding)',
      () => ({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` }),
    ],
    ['a foreign Host alone', () => ({ ...own(), host: `evil.example:${port}` })],
    ['a Host of another port', () => ({ ...own(), host: 'localhost:3000' })],
    ['the loopback address of the other family', () => ({ host: `[::1]:${port}`, origin: `http://[::1]:${port}` })],
    ['another spelling of loopback', () => ({ host: `127.1:${port}`, origin: `http://127.1:${port}` })],
    ['a page of another site in the browser', () => ({ ...own(), 'sec-fetch-site': 'cross-site' })],
    ['Forwarded', () => ({ ...own(), forwarded: 'for=127.0.0.1' })],
    ['X-Forwarded-For', () => ({ ...own(), 'x-forwarded-for': '127.0.0.1' })],
    ['X-Forwarded-Host', () => ({ ...own(), 'x-forwarded-host': 'localhost' })],
    ['X-Forwarded-Proto', () => ({ ...own(), 'x-forwarded-proto': 'http' })],
    ['X-Real-IP', () => ({ ...own(), 'x-real-ip': '127.0.0.1' })],
    ['Via', () => ({ ...own(), via: '1.1 proxy' })],
    ['CF-Connecting-IP', () => ({ ...own(), 'cf-connecting-ip': '127.0.0.1' })],
  ];
  test.each(REFUSED)('POST /v1/models/pull is 403 with %s', async (_what, headers) => {
    expect(await send(server.base, headers())).toEqual({
      status: 403,
      body: apiError('pull_not_allowed').body,
    });
  });

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
  ])('POST /v1/models/pull takes JSON only: %s is %i', async (type, status) => {
    expect((await send(server.base, { ...own(), 'content-type': type })).status).toBe(status);
  });

  test.each([
    ['{}', 'required'],
    ['{"variant":"huge"}', 'not_one_of'],
    ['{"variant":null}', 'not_one_of'],
  ] as const)('POST /v1/models/pull of %s is 400 with the broken rule: %s', async (body, rule) => {
    const answer = await send(server.base, own(), body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(broken('variant', rule));
  });
});

describe('the page of a service', () => {
  const local = { address: '127.0.0.1', port: 8100 };
  const headers = { host: 'localhost:8100', origin: 'http://localhost:8100' };
  const page = { headers, peer: '127.0.0.1', local, listening: ['127.0.0.1'] };
  const ipv6 = {
    headers: { host: '[::1]:8100', origin: 'http://[::1]:8100' },
    peer: '::1',
    local: { address: '::1', port: 8100 },
    listening: ['::1'],
  };

  test.each([
    ['on loopback', page, true],
    ['on IPv6 loopback', ipv6, true],
    ['over IPv4 on an IPv6 socket', { ...page, local: { ...local, address: '::ffff:127.0.0.1' } }, true],
    ['of a service that listens on all addresses', { ...page, listening: ['0.0.0.0'] }, false],
    ['of a service that listens on one more address', { ...page, listening: ['127.0.0.1', '192.0.2.1'] }, false],
    ['of a service that does not listen', { ...page, listening: [] }, false],
    ['of another peer', { ...page, peer: '192.0.2.7' }, false],
    ['of a peer that is gone', { ...page, peer: undefined }, false],
    [
      'on port 80, which browsers leave out',
      { ...page, local: { ...local, port: 80 }, headers: { host: 'localhost', origin: 'http://localhost' } },
      true,
    ],
    ['at an address of this machine', { ...page, headers: { ...headers, host: '192.0.2.9:8100' } }, false],
  ])('%s', (_what, request, expected) => {
    expect(isSameOrigin(request)).toBe(expected);
  });

  test('is offered the button without an Origin, which browsers do not send with a GET, but not with a foreign one', () => {
    const { origin: _, ...read } = headers;
    expect(mayBeSameOrigin({ ...page, headers: read })).toBe(true);
    expect(mayBeSameOrigin({ ...page, headers: { ...read, origin: 'https://voice.example' } })).toBe(false);
    expect(mayBeSameOrigin({ ...page, headers: { ...read, host: 'evil.example:8100' } })).toBe(false);
  });
});

describe('with --pull-from-page on', () => {
  test('every client may install, and no page of another site', async () => {
    const { server } = await startWithoutModel({ pullFromPage: true });
    expect((await post(server.base, '/v1/models/pull', { variant: 'base-0.6b' })).status).toBe(202);
    const headers = { host: 'voice.example', origin: 'https://voice.example', 'x-forwarded-for': '192.0.2.1' };
    expect((await send(server.base, headers, '{"variant":"base-0.6b"}')).status).toBe(202);
    expect((await send(server.base, { ...headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    await server.close();
  });
});

describe('an installation that the page asked for', () => {
  test('is cancelled by DELETE /v1/models/pull, also when none runs, and by the own page alone', async () => {
    const { server, ask, health } = await startWithoutModel({ takesFirstModel: true });
    await ask('customvoice-0.6b');
    const cancel = (origin: string) =>
      fetch(`${server.base}/v1/models/pull`, { method: 'DELETE', headers: { origin } }).then(({ status }) => status);
    expect(await cancel('https://voice.example')).toBe(403);
    expect(await health()).toMatchObject({ pull: { state: 'running' } });
    expect([await cancel(server.base), await cancel(server.base)]).toEqual([204, 204]);
    expect((await health()).pull).toBeUndefined();
    expect((await ask('base-0.6b')).status).toBe(202);
    await server.close();
  });

  test('is one job: the same variant joins it, another one is 409', async () => {
    const { server, installer, ask, health } = await startWithoutModel({ takesFirstModel: true });
    expect((await ask('customvoice-0.6b')).body).toEqual({ variant: 'customvoice-0.6b', loads: true });
    expect((await ask('customvoice-0.6b')).status).toBe(202);
    const refused = await ask('base-0.6b');
    expect(refused.status).toBe(409);
    const parameters = { other: 'customvoice-0.6b', variant: 'base-0.6b' };
    expect(refused.body).toEqual(apiError('installation_running', { parameters }).body);
    expect(installer.held).toHaveLength(1);
    installer.held[0]?.progress({
      stage: 'downloading customvoice-0.6b',
      progress: 0.25,
      bytes: { done: 5, total: 20 },
    });
    expect(await health()).toMatchObject({
      status: 'loading',
      progress: 0.25,
      pull: { variant: 'customvoice-0.6b', state: 'running', loads: true, downloaded_bytes: 5, total_bytes: 20 },
    });
    await server.close();
  });

  test('is loaded where no variant was chosen, and the built-in voice speaks until then and never after', async () => {
    const { server, model, installer, ask, health } = await startWithoutModel({ takesFirstModel: true });
    const speak = () => post(server.base, '/v1/audio/speech', { input: 'Hello.' });
    expect((await speak()).headers.get('x-tts-engine')).toBe('builtin');
    await ask('base-0.6b');
    installer.held[0]?.finish();
    await expect.poll(async () => (await health()).pull?.state).toBe('installed');
    expect(model.lookedFor).toEqual(['customvoice-1.7b', 'base-0.6b']);
    model.enter({ kind: 'loading', stage: 'reading weights' });
    // Its variant cannot speak with the pre-built voices; until the switch-over that is of no account.
    expect((await speak()).headers.get('x-tts-engine')).toBe('builtin');
    model.enter({ kind: 'ready' });
    expect(await health()).toMatchObject({ variant: 'base-0.6b', model_loaded: true, engine: 'qwen3-tts' });
    expect((await speak()).status).toBe(409);
    await server.close();
  });

  test('is only installed where another variant was chosen', async () => {
    const { server, model, installer, ask, health } = await startWithoutModel();
    expect((await ask('base-0.6b')).body.loads).toBe(false);
    installer.held[0]?.finish();
    await expect.poll(async () => (await health()).pull?.state).toBe('installed');
    expect(model.lookedFor).toEqual(['customvoice-1.7b']);
    expect((await health()).variant).toBe('customvoice-1.7b');
    await server.close();
  });

  test('is not started again for the variant that serves', async () => {
    const { server, model, installer, ask } = await startWithoutModel();
    model.enter({ kind: 'ready' });
    expect((await ask('customvoice-1.7b')).body).toEqual({ variant: 'customvoice-1.7b', loads: true });
    expect(installer.held).toHaveLength(0);
    await server.close();
  });

  test('that fails says why in /health, and can be started again', async () => {
    const { server, installer, ask, health } = await startWithoutModel({ takesFirstModel: true });
    await ask('customvoice-0.6b');
    installer.held[0]?.fail('models has 1.0 GB free, but 5.0 GB are needed; make room.');
    await expect.poll(async () => (await health()).status).toBe('failed');
    expect(await health()).toMatchObject({
      reason: expect.stringContaining('models has 1.0 GB free, but 5.0 GB are needed; make room.'),
      reason_code: 'installation_failed',
      pull: { state: 'failed', reason_code: 'installation_failed' },
    });
    expect((await fetch(`${server.base}/ready`)).status).toBe(200);
    expect((await ask('customvoice-0.6b')).status).toBe(202);
    expect(installer.held).toHaveLength(2);
    await server.close();
  });

  test('is offered with what it takes and what the machine has', async () => {
    const { server } = await startWithoutModel();
    const offer = (await (await fetch(`${server.base}/v1/models/pull`)).json()) as Record<string, unknown>;
    expect(offer).toMatchObject({
      allowed: true,
      machine: { cores: expect.any(Number), memory_bytes: expect.any(Number), free_disk_bytes: expect.any(Number) },
    });
    expect(offer.variants).toContainEqual({
      variant: 'customvoice-0.6b',
      installed: false,
      download_bytes: 2_493_919_668,
      disk_bytes: expect.any(Number),
      memory_bytes: 2.5e9,
    });
    expect(JSON.stringify(offer)).not.toContain('nowhere');
    await server.close();
  });
});
