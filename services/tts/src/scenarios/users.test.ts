import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { UsageReports } from '../plugins/users.js';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { type SpeechServer, type SpeechServerOptions, startSpeechServer } from '../testing/speech-server.js';
import { SILENT } from '../testing/supervised.js';

const ADA = '0197aaaa-0000-7000-8000-000000000001';
const BOB = '0197aaaa-0000-7000-8000-000000000002';

let opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.reverse()) await one.close();
  opened = [];
});

async function start(changes: SpeechServerOptions['config']): Promise<SpeechServer> {
  const server = await startSpeechServer({
    model: new ScriptedEngine(obedient),
    config: { userHeader: 'x-user-id', trustProxy: ['127.0.0.1'], ...changes },
  });
  opened.push(server);
  return server;
}

const speak = async ({ base }: SpeechServer, headers: Record<string, string>) => {
  const response = await fetch(`${base}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ input: 'Hello there.' }),
  });
  await response.arrayBuffer();
  return Number(response.headers.get('x-tts-audio-seconds'));
};
const lines = ({ log }: SpeechServer) => log.map((line) => JSON.parse(line) as Record<string, unknown>);
const spokenLines = (server: SpeechServer) => lines(server).filter(({ path }) => path === '/v1/audio/speech');
/** The samples of a metric, by their user. */
const samples = async ({ base }: SpeechServer) => {
  const text = await (await fetch(`${base}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^tts_user_audio_seconds_total\{user="(.*)"\} (.*)$/gm)].map(([, user, n]) => [user, Number(n)]),
  );
};

describe('the user whom a proxy names', () => {
  test('is in the log line of speech and in a metric, with the seconds', async () => {
    const server = await start({});
    const seconds = await speak(server, { 'x-user-id': ADA });
    expect(seconds).toBeGreaterThan(0);
    await speak(server, { 'x-user-id': ADA });
    await expect.poll(() => spokenLines(server)).toHaveLength(2);
    expect(spokenLines(server)[0]).toMatchObject({ user_id: ADA, voice: 'ryan', status: 200 });
    expect(await samples(server)).toEqual({ [ADA]: expect.closeTo(2 * seconds, 3) });
  });

  test('is in the log line of what is refused, too', async () => {
    const server = await start({});
    const headers = { 'x-user-id': ADA, 'content-type': 'application/json' };
    await fetch(`${server.base}/v1/audio/speech`, { method: 'POST', headers, body: '{"input":""}' });
    await expect.poll(() => spokenLines(server)).toHaveLength(1);
    expect(spokenLines(server)[0]).toMatchObject({ user_id: ADA, status: 400 });
    expect(await samples(server)).toEqual({});
  });

  test.each([
    ['a peer that is no trusted proxy', { trustProxy: ['192.0.2.1'] }, { 'x-user-id': ADA }],
    ['no trusted proxy at all', { trustProxy: [] }, { 'x-user-id': ADA }],
    [
      'a peer that claims to be forwarded by one',
      { trustProxy: ['192.0.2.1'] },
      { 'x-user-id': ADA, 'x-forwarded-for': '192.0.2.1' },
    ],
    ['another header', {}, { 'x-user-name': ADA, 'x-user-role': 'admin' }],
    ['a header with two names', {}, { 'x-user-id': `${ADA}, ${BOB}` }],
    ['a header that is too long', {}, { 'x-user-id': 'a'.repeat(129) }],
    ['an empty header', {}, { 'x-user-id': '' }],
    ['a header that no setting names', { userHeader: undefined }, { 'x-user-id': ADA }],
  ])('is not believed by %s', async (_, changes, headers) => {
    const server = await start(changes);
    expect(await speak(server, headers)).toBeGreaterThan(0);
    await expect.poll(() => spokenLines(server)).toHaveLength(1);
    expect(spokenLines(server)[0]).not.toHaveProperty('user_id');
    expect(await samples(server)).toEqual({});
  });

  test('is nobody where a gateway asks nobody: in what only reads', async () => {
    const server = await start({});
    await fetch(`${server.base}/v1/voices`, { headers: { 'x-user-id': ADA } });
    const read = () => lines(server).filter(({ path }) => path === '/v1/voices');
    await expect.poll(read).toHaveLength(1);
    expect(read()[0]).not.toHaveProperty('user_id');
  });

  test('breaks no line of the log or the metrics, whatever the name', async () => {
    const server = await start({});
    const name = '"}\\n{"level":60}user="x"}';
    await speak(server, { 'x-user-id': name });
    await expect.poll(() => spokenLines(server)).toHaveLength(1);
    expect(spokenLines(server)[0]).toMatchObject({ user_id: name });
    expect(Object.keys(await samples(server))).toEqual([name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')]);
  });

  test('has a series of its own while there are a thousand; the others share one', async () => {
    const server = await start({});
    for (let i = 0; i < 1_003; i++) server.app.countSpoken(`user-${i}`, 2);
    const spoken = await samples(server);
    expect(Object.keys(spoken)).toHaveLength(1_001);
    expect(spoken).toMatchObject({ 'user-0': 2, 'user-999': 2, other: 6 });
  });
});

interface Report {
  readonly usage: { user_id: string; seconds: number }[];
}

/** An accounts service that answers reports with these statuses, and then with 204. */
async function accounts(...statuses: number[]) {
  const received: Report[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    headers.push({ ...request.headers, ':path': `${request.method} ${request.url}` });
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(JSON.parse(body));
    response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, headers };
}

const TOKEN = 'a token that both services have';
const EVERY_MS = 5;

describe('usage', () => {
  test('is reported with the token, and the rest when the service stops', async () => {
    const { url, received, headers } = await accounts();
    const server = await start({ usage: { url: `${url}/`, token: TOKEN } });
    const seconds = await speak(server, { 'x-user-id': ADA });
    await speak(server, { 'x-user-id': BOB });
    await speak(server, { 'x-user-id': 'somebody whom the accounts service does not know'.replaceAll(' ', '-') });
    await server.close();
    expect(headers).toHaveLength(1);
    expect(headers[0]).toMatchObject({ ':path': 'POST /api/users/usage', authorization: `Bearer ${TOKEN}` });
    expect(received[0]?.usage).toEqual([
      { user_id: ADA, seconds },
      { user_id: BOB, seconds },
    ]);
    expect(server.log.join('')).not.toContain(TOKEN);
  });

  test.each([401, 404, 500, 503, 307])('that is answered with %i is reported again', async (status) => {
    const { url, received, headers } = await accounts(status);
    const reports = new UsageReports({ url, token: TOKEN, intervalMs: EVERY_MS }, SILENT);
    reports.add(ADA, 1.5);
    await expect.poll(() => received.length).toBe(2);
    await reports.close();
    expect(received).toEqual([
      { usage: [{ user_id: ADA, seconds: 1.5 }] },
      { usage: [{ user_id: ADA, seconds: 1.5 }] },
    ]);
    expect(headers.map((one) => one[':path'])).toEqual(Array(2).fill('POST /api/users/usage'));
  });

  test('that is added while a report is on its way is in the next', async () => {
    const { url, received } = await accounts();
    const reports = new UsageReports({ url, token: TOKEN, intervalMs: EVERY_MS }, SILENT);
    reports.add(ADA, 1);
    await expect.poll(() => received.length).toBe(1);
    reports.add(ADA, 2);
    await reports.close();
    expect(received.flatMap(({ usage }) => usage).map(({ seconds }) => seconds)).toEqual([1, 2]);
  });

  test('of many users is reported in parts that a body may have', async () => {
    const { url, received } = await accounts();
    const reports = new UsageReports({ url, token: TOKEN }, SILENT);
    const users = Array.from({ length: 700 }, (_, i) => `0197aaaa-0000-7000-8000-${String(i).padStart(12, '0')}`);
    for (const user of users) reports.add(user, 1);
    await reports.close();
    expect(received.map(({ usage }) => usage.length)).toEqual([300, 300, 100]);
    expect(received.flatMap(({ usage }) => usage).map(({ user_id }) => user_id)).toEqual(users);
  });

  test('that nobody takes keeps no service from stopping', async () => {
    const server = await start({ usage: { url: 'http://127.0.0.1:1', token: TOKEN } });
    await speak(server, { 'x-user-id': ADA });
    await server.close();
    expect(lines(server).find(({ msg }) => msg === 'usage not reported')).toMatchObject({ level: 40 });
    expect(server.log.join('')).not.toContain(TOKEN);
  });
});
