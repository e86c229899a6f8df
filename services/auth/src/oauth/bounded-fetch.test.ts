import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundedFetch, OUTBOUND_BOUNDS } from './bounded-fetch.js';

const dispatcher = new Agent();
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1)))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await dispatcher.close();
  server.close();
});

test('a provider’s answer of 1 MiB is read, and one byte more is refused', async () => {
  const limit = 1024 * 1024;
  const fetch = boundedFetch(dispatcher, OUTBOUND_BOUNDS);
  const ask = (bytes: number) => {
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}/${bytes}`, {
      method: 'GET',
      headers: {},
      body: undefined,
      redirect: 'manual',
    });
  };
  expect((await (await ask(limit)).arrayBuffer()).byteLength).toBe(limit);
  await expect(ask(limit + 1)).rejects.toMatchObject({ fault: 'too-large' });
});
