import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { createApp } from './create-app.js';

/** Far more than has arrived when it is refused. */
const LARGE = Buffer.alloc(4 * 2 ** 20, ' ');

test('a client that is refused before its body is read gets the answer when it has sent all of it', async () => {
  const app = await createApp({
    service: { name: 'test', version: '0.0.0' },
    docs: { title: 'Test', description: 'A test service', version: '0.0.0', page: '', tags: [], bearer: false },
    health: { ready: () => ({ ready: true }) },
    security: { corsOrigins: [], https: false },
    development: false,
    logLevel: 'silent',
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as net.AddressInfo;
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`POST /nowhere HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: ${LARGE.length}\r\n\r\n`);
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
  await app.close();
});
