import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createApp } from './create-app.js';

/** More than the buffers of a connection take. */
const LARGE_BYTES = 32 * 2 ** 20;

async function start() {
  const app = await createApp({
    service: { name: 'test', version: '0.0.0' },
    docs: { title: 'Test', description: 'A test service', version: '0.0.0', page: '', tags: [], bearer: false },
    health: { ready: () => ({ ready: true }) },
    security: { corsOrigins: [], https: false },
    development: false,
    logLevel: 'silent',
  });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    app.get('/slow', async () => {
      resolve();
      await new Promise<void>((done) => {
        answer = done;
      });
      return { done: true };
    });
  });
  const body = new PassThrough();
  body.write('the beginning, ');
  app.get('/stream', async (_request, reply) => reply.send(body));
  app.get('/large', async () => Buffer.alloc(LARGE_BYTES));
  const closing = new Promise<void>((resolve) => {
    app.addHook('preClose', async () => resolve());
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as net.AddressInfo;
  return { app, port, asked, closing, body, answer: () => answer() };
}

test('an unused connection does not keep the server open', async () => {
  const { app, port } = await start();
  const accepted = once(app.server, 'connection');
  const socket = net.connect(port, '127.0.0.1');
  await accepted;
  const gone = once(socket, 'close');
  await app.close();
  await gone;
});

test('a connection whose request was rejected before its body arrived does not keep the server open', {
  timeout: 20_000,
}, async () => {
  const { app, port } = await start();
  const asked = once(app.server, 'request') as Promise<[http.IncomingMessage]>;
  const socket = net.connect(port, '127.0.0.1');
  socket.write('POST /nowhere HTTP/1.1\r\nhost: test\r\ncontent-length: 5\r\n\r\n');
  await once(socket, 'data');
  const [request] = await asked;
  const read = once(request, 'close');
  socket.write('12345');
  await read;
  const gone = once(socket, 'close');
  await app.close();
  await gone;
});

test('an answer that is being sent when closing begins is sent to its end, and its connection does not stay open', async () => {
  const { app, port, closing, body } = await start();
  const answer = await fetch(`http://127.0.0.1:${port}/stream`);
  const closed = app.close();
  await closing;
  body.end('the rest');
  expect(await answer.text()).toBe('the beginning, the rest');
  await closed;
});

test('an answer that waits for its client to read it is sent to its end', async () => {
  const { app, port, closing } = await start();
  const answer = await fetch(`http://127.0.0.1:${port}/large`);
  const closed = app.close();
  await closing;
  expect((await answer.arrayBuffer()).byteLength).toBe(LARGE_BYTES);
  await closed;
});

test('a request that is completed after closing began is refused with the one error body', async () => {
  const { app, port, asked, closing, answer } = await start();
  const slow = fetch(`http://127.0.0.1:${port}/slow`);
  await asked;
  const accepted = once(app.server, 'connection') as Promise<[net.Socket]>;
  const socket = net.connect(port, '127.0.0.1');
  const [atServer] = await accepted;
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => heard).toContain('healthy');
  const half = 'GET /health HTTP/1.1\r\n';
  const before = atServer.bytesRead;
  socket.write(half);
  await expect.poll(() => atServer.bytesRead).toBe(before + half.length);
  heard = '';
  const closed = app.close();
  await closing;
  const gone = once(socket, 'close');
  socket.write('host: x\r\n\r\n');
  await gone;
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  for (const header of ['connection: close', 'retry-after: 5', 'cache-control: no-store', 'x-request-id: '])
    expect(head).toContain(header);
  expect(JSON.parse(body)).toEqual({ error: expect.any(String), code: 'not_ready' });
  answer();
  expect((await slow).status).toBe(200);
  await closed;
});

test('a request in flight is answered, and its connection closed', async () => {
  const { app, port, asked, closing, answer } = await start();
  const response = fetch(`http://127.0.0.1:${port}/slow`);
  await asked;
  const closed = app.close();
  await closing;
  answer();
  const { status, headers } = await response;
  expect(status).toBe(200);
  expect(headers.get('connection')).toBe('close');
  await closed;
});

test('a connection whose last request had no valid address does not keep the server open', async () => {
  const { app, port } = await start();
  const [agent, connected] = [new http.Agent({ keepAlive: true, maxSockets: 1 }), once(app.server, 'connection')];
  for (const path of ['/health', '/%']) {
    const [response] = await once(http.get({ port, host: '127.0.0.1', path, agent }), 'response');
    for await (const _ of response);
  }
  const [atServer] = (await connected) as [net.Socket];
  const gone = once(atServer, 'close');
  await app.close();
  await gone;
  agent.destroy();
});
