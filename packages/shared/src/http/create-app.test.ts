import { METHODS } from 'node:http';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorResponses } from '../contract/error.js';
import { commonError } from '../errors/api-error.js';
import { broken } from '../testing/broken.js';
import { runScenario, type Scenario } from '../testing/scenario.js';
import { send } from '../testing/send.js';
import { type App, createApp } from './create-app.js';
import { serve } from './serve.js';

const lines: string[] = [];
const logStream = { write: (line: string) => void lines.push(line) };
let app: App;
let base = '';

beforeAll(async () => {
  app = await createApp({
    service: { name: 'test', version: '0.0.0' },
    docs: {
      title: 'Test',
      description: 'A test service',
      version: '0.0.0',
      page: fileURLToPath(new URL('../../../console/dist-app/docs', import.meta.url)),
      tags: [],
      bearer: true,
    },
    health: { ready: () => ({ ready: false, reason: 'Warming up.', retryAfter: 7 }) },
    security: { corsOrigins: ['https://app.example'], https: true },
    development: false,
    logLevel: 'info',
    logStream,
  });
  const Body = Type.Object(
    { name: Type.String({ minLength: 3 }), n: Type.Optional(Type.Number()) },
    { additionalProperties: false },
  );
  app.post(
    '/things',
    { schema: { body: Body, response: { 200: Body, ...errorResponses(400, 413, 415) } } },
    async (r) => r.body,
  );
  app.get('/things/:id', async (r) => r.params);
  app.delete('/things/:id/parts', async (r) => r.params);
  app.get('/things/all', async () => []);
  app.put('/things/:id', async (r) => r.params);
  app.get('/boom', async () => {
    throw new Error('the database password is hunter2');
  });
  base = await serve(app, { host: '127.0.0.1', port: 0, graceMs: 1_000, underNpm: false });
});
afterAll(() => app.close());

const post = (name: string, body: unknown, status: number, more: Partial<Scenario> = {}): Scenario => ({
  name,
  method: 'POST',
  path: '/things',
  body,
  status,
  ...more,
});
const json = { 'content-type': 'application/json' };
const raw = (name: string, body: string | Uint8Array, status = 400, more: Partial<Scenario> = {}) =>
  post(name, body, status, { headers: json, ...more });

/** What the server says, until it closes the connection, to what is written as it stands. */
const exchange = (...sent: (string | Buffer)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(base).port), '127.0.0.1', () => {
      for (const piece of sent) socket.write(piece);
    });
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });

const manyKeys = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`)}}`;
const TOO_MANY = { details: [broken('body', 'too_many_entries', { limit: 1_000 })] };

const scenarios: Scenario[] = [
  post('a valid body is taken as it is', { name: 'café 🎈' }, 200, { json: { name: 'café 🎈' } }),
  post('a number is never a string', { name: 123 }, 400, { details: [broken('name', 'wrong_type')] }),
  post('a string is never a number', { name: 'abc', n: '1' }, 400),
  post('a missing field is named', {}, 400, { details: [broken('name', 'required')] }),
  post('every broken rule is its own sentence', { x: 1, name: 'a' }, 400, {
    json: { details: (d: unknown) => Array.isArray(d) && d.length === 2 },
  }),
  raw('duplicate keys are refused', '{"name":"abc","name":"abd"}'),
  raw('escaped duplicate keys are refused', '{"name":"abc","n\\u0061me":"abd"}'),
  raw('__proto__ is refused', '{"name":"abc","__proto__":{"admin":true}}'),
  raw('constructor.prototype is refused', '{"name":"abc","constructor":{"prototype":{}}}'),
  raw('a NUL is refused', '{"name":"abc\\u0000"}'),
  raw('what else is wrong with a body is named with a NUL', '{"name":1,"x":"\\u0000"}', 400, {
    details: [broken('name', 'wrong_type'), broken('"x"', 'unknown_field'), broken('x', 'nul')],
  }),
  raw('half a surrogate pair is refused', '{"name":"abc\\ud800"}'),
  raw('invalid UTF-8 is refused', new Uint8Array([0x7b, 0x22, 0xff, 0xfe])),
  raw('truncated JSON is refused', '{"name":"ab'),
  raw('an array is not an object', '[]'),
  raw('null is not an object', 'null'),
  raw('NaN is not JSON', '{"name":"abc","n":NaN}'),
  raw('10,000 brackets are refused', `${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  raw('10,000 objects are refused', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  raw('1,000 keys are checked (attack 88)', manyKeys(1_000), 400, {
    json: { details: (d: unknown) => Array.isArray(d) && d.length === 100 },
  }),
  raw('1,001 keys are refused while parsing (attack 88)', manyKeys(1_001), 400, TOO_MANY),
  raw('1,001 keys of several objects are refused (attack 88)', `[${manyKeys(500)},${manyKeys(500)}]`, 400, TOO_MANY),
  raw('1,001 entries are refused (attack 88)', JSON.stringify(Array(1_001).fill(0)), 400, TOO_MANY),
  raw('400,000 entries are refused before the rest is parsed (attack 88)', `[${'0,'.repeat(400_000)}`, 400, TOO_MANY),
  raw('a comma in a text is no entry (attack 88)', JSON.stringify({ name: ','.repeat(2_000) }), 200),
  raw('2 MB are too large', JSON.stringify({ name: 'x'.repeat(2_000_000) }), 413, {
    json: { code: 'payload_too_large' },
  }),
  post('text/plain is not JSON', '{"name":"abc"}', 415, { headers: { 'content-type': 'text/plain' } }),
  post('a form is not JSON', new URLSearchParams({ name: 'abc' }), 415, {
    json: { code: 'unsupported_media_type' },
  }),
  {
    name: 'an unknown address',
    method: 'GET',
    path: '/nothing',
    status: 404,
    json: { code: 'not_found' },
  },
  ...['/all', '/things//all/', '/base/things/all', '/things/all/things/all'].map((path) => ({
    name: `an address with a part too few or too many is told the route: ${path}`,
    method: 'GET',
    path,
    status: 404,
    json: {
      error: commonError('misspelled_path', { parameters: { method: 'GET', path, meant: '/things/all' } }).message,
    },
  })),
  post('an address is told no route of another method', {}, 404, {
    path: '/all',
    json: { error: (error: unknown) => !String(error).includes('/things') },
  }),
  {
    name: 'a method that the route does not have',
    method: 'DELETE',
    path: '/things/1',
    status: 405,
    responseHeaders: { allow: 'GET, HEAD, PUT' },
  },
  {
    name: 'a path of its own has its own methods, not those of the parameter that it fits too',
    method: 'PUT',
    path: '/things/all',
    status: 405,
    responseHeaders: { allow: 'GET, HEAD' },
  },
  {
    name: 'an escaped path is the same path',
    method: 'DELETE',
    path: '/thin%67s/1',
    status: 405,
    responseHeaders: { allow: 'GET, HEAD, PUT' },
  },
  {
    name: 'OPTIONS is not allowed on a route',
    method: 'OPTIONS',
    path: '/things/1',
    headers: { origin: 'https://app.example' },
    status: 405,
    responseHeaders: { allow: 'GET, HEAD, PUT', 'x-content-type-options': 'nosniff' },
  },
  { name: 'OPTIONS of an unknown address', method: 'OPTIONS', path: '/nothing', status: 404 },
  {
    name: 'a preflight request is answered',
    method: 'OPTIONS',
    path: '/things',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    status: 204,
    responseHeaders: { 'access-control-allow-origin': 'https://app.example', 'access-control-allow-methods': /POST/ },
  },
  { name: 'a broken escape is a bad address', method: 'GET', path: '/things/%zz', status: 400 },
  ...['%ff', '%', '%e2%82', '%ed%a0%80'].map((malformed) => ({
    name: `a query with the escape ${malformed} is a bad address`,
    method: 'GET',
    path: `/health?search=${malformed}`,
    status: 400,
    json: { code: 'invalid_input' },
  })),
  { name: 'a query of well-formed escapes is read', method: 'GET', path: '/health?a=%e2%82%ac+%25', status: 200 },
  // ASVS 16.5.1
  {
    name: 'an internal error reveals nothing',
    method: 'GET',
    path: '/boom',
    status: 500,
    json: { code: 'internal_error' },
    never: ['hunter2', 'stack'],
  },
  {
    name: 'an unready service says why and when to retry',
    method: 'GET',
    path: '/ready',
    status: 503,
    json: { error: 'Warming up.', code: 'not_ready' },
    responseHeaders: { 'retry-after': '7' },
  },
  { name: 'health is cheap', method: 'GET', path: '/health', status: 200, json: { status: 'healthy' } },
  {
    name: 'metrics are Prometheus text',
    method: 'GET',
    path: '/metrics',
    status: 200,
    responseHeaders: { 'content-type': /^text\/plain/ },
  },
  {
    name: 'the reference page runs nothing inline',
    method: 'GET',
    path: '/docs',
    status: 200,
    responseHeaders: { 'content-security-policy': /^(?!.*unsafe)/ },
  },
  {
    name: 'the document declares bearer',
    method: 'GET',
    path: '/openapi.json',
    status: 200,
    json: { 'components.securitySchemes.bearer.scheme': 'bearer' },
  },
  {
    name: 'the document declares every route, its own too',
    method: 'GET',
    path: '/openapi.json',
    status: 200,
    json: {
      paths: (paths: object) =>
        Object.keys(paths).sort().join(' ') ===
        '/boom /docs /health /metrics /openapi.json /ready /things /things/all /things/{id} /things/{id}/parts',
    },
  },
  {
    name: 'a plain request id is kept',
    method: 'GET',
    path: '/health',
    headers: { 'x-request-id': 'abc-123' },
    status: 200,
    responseHeaders: { 'x-request-id': 'abc-123' },
  },
  {
    name: 'a forged request id is replaced',
    method: 'GET',
    path: '/health',
    headers: { 'x-request-id': 'a b{"x":1}' },
    status: 200,
    responseHeaders: { 'x-request-id': /^[0-9a-f-]{36}$/ },
  },
  {
    name: 'the configured origin may call',
    method: 'GET',
    path: '/health',
    headers: { origin: 'https://app.example' },
    status: 200,
    responseHeaders: { 'access-control-allow-origin': 'https://app.example', 'access-control-allow-credentials': null },
  },
  {
    // ASVS 3.4.2
    name: 'no other origin may call',
    method: 'GET',
    path: '/health',
    headers: { origin: 'https://evil.example' },
    status: 200,
    responseHeaders: { 'access-control-allow-origin': null },
  },
  {
    // ASVS 3.4.3–3.4.6
    name: 'browsers must not sniff or cache',
    method: 'GET',
    path: '/health',
    status: 200,
    responseHeaders: {
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'strict-transport-security': /max-age/,
    },
  },
];

describe('the HTTP base', () => {
  for (const scenario of scenarios) test(scenario.name, () => runScenario(base, scenario));

  test('an upload that is too large gets a 413, even when the connection closes', async () => {
    const head =
      'POST /things HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 4000000\r\n\r\n';
    const chunks = Array.from({ length: 40 }, () => Buffer.alloc(100_000, 'x'));
    const answer = await exchange(head, ...chunks);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    ['what is not HTTP', 'GARBAGE\r\n\r\n', 'invalid_http'],
    ['a request that names no host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', 'no_host'],
    [
      'a request that names two hosts',
      'GET /health HTTP/1.1\r\nHost: x\r\nhost: y\r\nconnection: close\r\n\r\n',
      'several_hosts',
    ],
  ] as const)('%s gets the one error body and an id', async (_, request, reason) => {
    const [head = '', body = ''] = (await exchange(request)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/m);
    expect(head).toMatch(/^x-content-type-options: nosniff$/m);
    expect(JSON.parse(body)).toEqual(commonError(reason).body);
  });

  test.each(METHODS.filter((method) => !['GET', 'HEAD', 'POST', 'DELETE', 'CONNECT'].includes(method)))(
    '%s is not allowed on a route, and unknown paths stay unknown',
    async (method) => {
      const request = (path: string, type: string) =>
        send(base, { method, path, ...(type && { headers: { 'content-type': type } }) });
      for (const type of ['', 'text/plain', 'application/json']) {
        for (const [path, allow] of Object.entries({
          '/things': 'POST',
          '/things/all': 'GET, HEAD',
          '/health': 'GET, HEAD',
        })) {
          const { status, headers, json } = await request(path, type);
          expect([status, headers.allow], `${method} ${path} ${type}`).toEqual([405, allow]);
          expect(json).toEqual(commonError('method_not_allowed', { parameters: { method, allow } }).body);
        }
        expect((await request('/nothing', type)).status).toBe(404);
      }
    },
  );

  test.each([
    ['BREW /health?pot=1', '405 Method Not Allowed', 'GET, HEAD'],
    ['BREW /things', '405 Method Not Allowed', 'POST'],
    ['BREW /nothing', '404 Not Found', undefined],
    ['CONNECT /things', '405 Method Not Allowed', 'POST'],
    ['CONNECT voice.example:443', '404 Not Found', undefined],
  ])('a method that nobody serves: %s is %s', async (line, status, allow) => {
    const answer = await exchange(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(/^allow: (.*)$/im.exec(answer)?.[1]).toBe(allow);
    expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}$/m);
  });

  test('a request with an unknown Expect header is served', async () => {
    const request = 'GET /health HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n';
    expect(await exchange(request)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a request is one log line with its id and without its query', async () => {
    await fetch(`${base}/things/7?code=canary-code`, {
      headers: { 'x-request-id': 'log-line-1', authorization: 'Bearer canary-token' },
    });
    const mine = () => lines.filter((line) => line.includes('log-line-1'));
    await expect.poll(mine).toHaveLength(1);
    expect(JSON.parse(mine()[0] ?? '')).toMatchObject({ path: '/things/7', status: 200, request_id: 'log-line-1' });
    expect(lines.join('')).not.toContain('canary');
  });

  test.each(['/%', `/things/${'7'.repeat(20_000)}`])(
    'an address that is refused is one log line too, and not cached: %.9s',
    async (path) => {
      const id = `log-refused-${path.length}`;
      const { status, headers } = await fetch(base + path, { headers: { 'x-request-id': id } });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const mine = () => lines.filter((line) => line.includes(id));
      await expect.poll(mine).toHaveLength(1);
      const fields = { method: 'GET', path: path.slice(0, 1_024), status, ms: expect.any(Number), ip: '127.0.0.1' };
      expect(JSON.parse(mine()[0] ?? '')).toMatchObject(fields);
    },
  );

  test('a path of 10,000 characters is cut in the log line', async () => {
    await fetch(`${base}/things/${'7'.repeat(10_000)}`, { headers: { 'x-request-id': 'log-line-2' } });
    const mine = () => lines.filter((line) => line.includes('log-line-2'));
    await expect.poll(mine).toHaveLength(1);
    expect(JSON.parse(mine()[0] ?? '').path).toHaveLength(1_024);
  });
});
