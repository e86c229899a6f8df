import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { humming } from '../testing/voice-forms.js';

const PATH = '/v1/audio/voice-clone';
const UPLOAD =
  `POST ${PATH} HTTP/1.1\r\nhost: test\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n` +
  '--b\r\ncontent-disposition: form-data; name="reference_audio"; filename="voice.wav"\r\n\r\nRI';
const VOICE = humming(4);

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

async function start(bodyWindowMs?: number): Promise<SpeechServer> {
  const model = new ScriptedEngine(obedient, { variant: 'base-0.6b' });
  const server = await startSpeechServer({
    model,
    variant: 'base-0.6b',
    ...(bodyWindowMs === undefined ? {} : { bodyWindowMs }),
  });
  cleanUp.push(() => server.close());
  return server;
}

/** Begins requests that go no further. */
function begin({ base }: SpeechServer, count: number, beginning = UPLOAD): Promise<Socket[]> {
  const { hostname, port } = new URL(base);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      cleanUp.push(() => socket.destroy());
      await once(socket, 'connect');
      await new Promise<void>((sent) => socket.write(beginning, () => sent()));
      return socket;
    }),
  );
}

async function clone({ base }: SpeechServer): Promise<Response> {
  const form = new FormData();
  form.append('input', 'Hello.');
  form.append('reference_audio', new Blob([new Uint8Array(VOICE)]), 'voice.wav');
  const answer = await fetch(base + PATH, { method: 'POST', body: form });
  await answer.clone().arrayBuffer();
  return answer;
}

describe('uploads that stall', () => {
  test('keep nobody out: with eight of them others are served', async () => {
    const server = await start();
    await begin(server, 8);
    const answers = await Promise.all([clone(server), clone(server), clone(server)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('are sixteen for each address, further ones are 429, and their places are free when they are gone', async () => {
    const server = await start();
    const stalled = await begin(server, 16);
    await expect.poll(async () => (await clone(server)).status).toBe(429);
    const refused = await clone(server);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused.json()).toEqual({ error: expect.any(String), code: 'rate_limited' });
    for (const socket of stalled) socket.destroy();
    await expect.poll(async () => (await clone(server)).status).toBe(200);
  });

  test.each([
    ['an upload', UPLOAD],
    [
      'a JSON body',
      'POST /v1/audio/speech HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"inp',
    ],
  ])('%s that brings too little in a window is a 408 and the connection closes', async (_what, beginning) => {
    const server = await start(50);
    const [socket] = await begin(server, 1, beginning);
    let answer = '';
    socket?.on('data', (data: Buffer) => {
      answer += data;
    });
    if (socket) await once(socket, 'close');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toMatch(/^connection: close$/im);
    expect(JSON.parse(body)).toEqual({
      error: expect.any(String),
      code: 'request_timeout',
    });
  });
});
