import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give away by themselves: Linux begins at 32768, the others higher. */
const RANGE = [20_000, 32_000] as const;

/**
 * A port of this machine that is free now, for a service that must be known by its port before it starts. Between now
 * and its start no client and no server on port 0 is given this port, which one of the system's own choice would be.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...RANGE);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
