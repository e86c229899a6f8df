import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const golden = fileURLToPath(new URL('../../golden/', import.meta.url));
const WEIGHTS = 'model.safetensors';

export interface SlowHub extends AsyncDisposable {
  readonly origin: string;
  /** Answers every request with 404 from now on, or no longer. */
  refuse(refuses: boolean): void;
  /** Sends the rest of the weights. */
  release(): void;
}

/** A hub with a reduced checkpoint that sends half of the weights and holds the rest. */
export async function startSlowHub(name: string): Promise<SlowHub> {
  const held = new Map<ServerResponse, Buffer>();
  let released = false;
  let refuses = false;
  const server = createServer((request, response) => {
    const path = /\/resolve\/[^/]+\/([\w/.-]+)$/.exec(request.url ?? '')?.[1] ?? '';
    const file = join(golden, name, 'checkpoint', path);
    if (refuses || path.includes('..') || !existsSync(file)) return void response.writeHead(404).end();
    const content = readFileSync(file);
    response.writeHead(200, { 'content-length': content.length });
    if (path !== WEIGHTS || released) return void response.end(content);
    const half = content.length / 2;
    response.write(content.subarray(0, half));
    held.set(response, content.subarray(half));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (value) => {
      refuses = value;
    },
    release: () => {
      released = true;
      for (const [response, rest] of held) response.end(rest);
      held.clear();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
