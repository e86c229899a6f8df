import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { runScenario } from '@ownvoice/shared/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { JobStore } from '../jobs/job-store.js';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, type SpeechServerOptions, startSpeechServer } from '../testing/speech-server.js';
import { SILENT } from '../testing/supervised.js';
import { readPromisedWav } from '../testing/wav.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
});
afterAll(() => rm(folder, { recursive: true }));

let opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.reverse()) await one.close();
  opened = [];
});

async function start({ config, ...options }: SpeechServerOptions = {}): Promise<SpeechServer> {
  const model = options.model ?? new ScriptedEngine(obedient);
  const server = await startSpeechServer({ ...options, model, config: { mcp: true, ...config } });
  opened.push(server);
  return server;
}

/** What an assistant uses. */
async function connect({ base }: SpeechServer, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }));
  opened.push(client);
  return client;
}

const call = async (client: Client, name: string, args: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult;
const textOf = ({ content }: CallToolResult) => (content[0]?.type === 'text' ? content[0].text : '');
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = { accept: 'application/json, text/event-stream' };

describe('an assistant', () => {
  test('speaks, with the bytes of the speech route', async () => {
    const server = await start();
    const client = await connect(server);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['speak', 'narrate']);
    const { content, isError } = await call(client, 'speak', { text: 'Hello there.', voice: 'Vivian', speed: 2 });
    expect(isError).toBeUndefined();
    if (content[0]?.type !== 'audio') throw new Error('No audio came.');
    const audio = Buffer.from(content[0].data, 'base64');
    expect(content[0].mimeType).toBe('audio/wav');
    expect(readPromisedWav(audio).samples.length).toBeGreaterThan(0);
    const spoken = await post(server.base, '/v1/audio/speech', { input: 'Hello there.', voice: 'Vivian', speed: 2 });
    expect(Buffer.from(await spoken.arrayBuffer())).toEqual(audio);
  });

  test.each([
    ['an unknown voice', { text: 'Hello.', voice: 'Nobody' }, /voice must be one of/],
    ['a wrong type', { text: 'Hello.', speed: 'fast' }, /speed/],
    ['nothing to say', { text: '(laughs)' }, /./],
    ['no text', {}, /text is required/],
    ['a text that is too long', { text: 'Long. '.repeat(200) }, /narrate/],
    ['a text whose audio is too long', { text: `One. ${'[pause 10s] Two. '.repeat(30)}` }, /narrate/],
  ])('is told what is wrong with %s', async (_, args, message) => {
    const result = await call(await connect(await start()), 'speak', args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(message);
  });

  test('narrates, and gets where the narration is', async () => {
    const server = await start({ jobs: await JobStore.open(join(folder, 'jobs'), SILENT) });
    const result = await call(await connect(server), 'narrate', {
      text: 'It rained. Then it stopped.',
      title: 'A walk',
    });
    const { id, url, audio } = JSON.parse(textOf(result));
    expect(url).toBe(`${server.base}/v1/audio/jobs/${id}`);
    await expect.poll(async () => (await fetch(audio)).status).toBe(200);
    expect(await (await fetch(url)).json()).toMatchObject({ title: 'A walk', status: 'done' });
  });

  test('is told that a service without a folder of narrations keeps none', async () => {
    const result = await call(await connect(await start()), 'narrate', { text: 'Hello.' });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain('--jobs');
  });

  test('speaks and narrates for the user whom a proxy names', async () => {
    const jobs = await JobStore.open(join(folder, 'owners'), SILENT);
    const server = await start({ jobs, config: { userHeader: 'x-user-id', trustProxy: ['127.0.0.1'] } });
    const ada = await connect(server, { 'x-user-id': 'ada' });
    await call(ada, 'speak', { text: 'Hello there.' });
    const { url } = JSON.parse(textOf(await call(ada, 'narrate', { text: 'Hello there.' })));
    expect((await fetch(url, { headers: { 'x-user-id': 'ada' } })).status).toBe(200);
    expect((await fetch(url, { headers: { 'x-user-id': 'eve' } })).status).toBe(404);
    expect((await call(await connect(server), 'narrate', { text: 'Hello.' })).isError).toBe(true);
    expect(await (await fetch(`${server.base}/metrics`)).text()).toMatch(
      /user_audio_seconds_total\{user="ada"\} [\d.]+/,
    );
  });

  test('that goes away stops its computation', async () => {
    const engine = new ScriptedEngine((held) => held.start());
    const server = await start({ model: engine });
    const gone = new AbortController();
    const asked = fetch(`${server.base}/mcp`, {
      method: 'POST',
      headers: { ...ACCEPT, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'speak', arguments: { text: 'Hello.' } },
      }),
      signal: gone.signal,
    }).catch(() => {});
    await engine.holds(1);
    gone.abort();
    await asked;
    await expect.poll(() => engine.held.length).toBe(0);
  });
});

describe('/mcp', () => {
  test('is not there unless it is switched on', async () => {
    const server = await start({ config: { mcp: false } });
    const scenario = { name: 'mcp', method: 'POST', path: '/mcp', body: LIST, headers: ACCEPT };
    await runScenario(server.base, { ...scenario, status: 404 });
  });

  test.each([
    ['no page', {}, [], 200],
    ['a page of another site', { origin: 'https://evil.example' }, [], 403],
    [
      'a page whose name leads here, as DNS rebinding makes it',
      { origin: 'http://evil.example', host: 'evil.example' },
      [],
      403,
    ],
    ['a page of an origin that is named', { origin: 'https://app.example' }, ['https://app.example'], 200],
  ])('answers %s as it should', async (_, headers, corsOrigins, status) => {
    const { base } = await start({ config: { corsOrigins } });
    await runScenario(base, {
      name: 'list',
      method: 'POST',
      path: '/mcp',
      body: LIST,
      headers: { ...ACCEPT, ...headers },
      status,
    });
  });

  test.each([
    ['GET', 405],
    ['DELETE', 405],
  ])('has no sessions: %s is %i', async (method, status) => {
    const { base } = await start();
    await runScenario(base, { name: method, method, path: '/mcp', headers: ACCEPT, status });
  });
});
