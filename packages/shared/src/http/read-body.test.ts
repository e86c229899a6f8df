import { once } from 'node:events';
import net from 'node:net';
import { Type } from 'typebox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type App, createApp } from './create-app.js';

/** Far more than has arrived when it is refused. */
const LARGE = Buffer.alloc(4 * 2 ** 20, ' ');

let app: App;
let socket: net.Socket;
beforeEach(async () => {
  app = await createApp({
    service: { name: 'test', version: '0.0.0' },
    docs: { title: 'Test', description: 'A test service', version: '0.0.0', page: '', tags: [], bearer: false },
    health: { ready: () => ({ ready: true }) },
    security: { corsOrigins: [], https: false },
    development: false,
    logLevel: 'silent',
  });
  app.post('/', { schema: { body: Type.Object({}) } }, async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  socket = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1');
});
afterEach(async () => {
  socket.destroy();
  await app.close();
});
const announce = (path: string, connection: string) =>
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: test\r\nconnection: ${connection}\r\ncontent-type: application/json\r\ncontent-length: ${LARGE.length}\r\n\r\n`,
  );

test.each(['keep-alive', 'close'])(
  'a body that is announced as too large gets the whole 413 before a byte of it was sent (connection: %s)',
  async (connection) => {
    const began = performance.now();
    announce('/', connection);
    let answer = '';
    while (!answer.endsWith('}')) answer += (await once(socket, 'data'))[0];
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*\{"error":"[^"]+","code":"payload_too_large"\}$/s);
    // Waiting for a body that does not come takes 3 s.
    expect(performance.now() - began).toBeLessThan(1_000);
    await once(socket, 'close');
  },
);

test('a client that is refused before its body is read gets the answer when it has sent all of it', async () => {
  announce('/nowhere', 'close');
  // It reads nothing before it has sent everything.
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(LARGE, () => resolve());
  });
  let answer = '';
  socket.on('data', (data: Buffer) => {
    answer += data;
  });
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 404 .*\{"error":"[^"]+","code":"not_found"\}$/s);
});
