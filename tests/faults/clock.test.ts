import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountService, startAccounts, tokenOf } from '../processes/accounts.js';

const HOUR_MS = 3_600_000;

/**
 * Loaded by the service's Node before anything else: from then on its time of day is off by what it is told. The
 * database keeps the right time, as a machine of its own would.
 */
const SETTABLE_CLOCK = `
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    let shiftMs = 0;
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...time) { if (time.length === 0) super(Date.now()); else super(...time); }
      static now() { return Real.now() + shiftMs; }
    };
    process.on('message', (message) => { shiftMs = message.shiftMs; process.send({ set: shiftMs }); });
    process.channel.unref();
  }`;

let dataDir: string;
let service: AccountService;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-clock-'));
  service = await startAccounts(
    { DATA_DIR: dataDir, JWT_EXPIRES_IN: '2h' },
    { nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(SETTABLE_CLOCK)}`], ipc: true },
  );
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

async function setClock(shiftMs: number): Promise<void> {
  service.child.send({ shiftMs });
  await once(service.child, 'message');
}
beforeEach(() => setClock(0));

const me = async (token: string) => (await service.ask('GET', '/api/auth/me', { token })).status;

describe.each([
  ['forward', 24 * HOUR_MS],
  ['back', -24 * HOUR_MS],
] as const)('a clock that jumps a day %s', (direction, shiftMs) => {
  test('a clock that jumps a day expires tokens by their time, and revives no revoked one', async () => {
    const [kept, loggedOut] = [tokenOf(await service.signIn()), tokenOf(await service.signIn())];
    expect((await service.ask('POST', '/api/auth/logout', { token: loggedOut })).status).toBe(204);
    await setClock(shiftMs);
    // It has expired, or is from the future.
    expect(await me(kept)).toBe(401);
    expect(await me(loggedOut)).toBe(401);
    const fresh = tokenOf(await service.signIn());
    expect(await me(fresh)).toBe(200);
    expect((await service.ask('POST', '/api/auth/logout', { token: fresh })).status).toBe(204);
    await setClock(0);
    expect(await me(fresh)).toBe(401);
    expect(await me(loggedOut)).toBe(401);
    expect(await me(kept)).toBe(200);
  });

  test('a clock that jumps a day neither lifts a lockout nor extends it', async () => {
    const from = direction === 'forward' ? '198.51.100.1' : '198.51.100.2';
    for (let i = 0; i < 5; i++) expect((await service.signIn('Wrong7Horse', from)).status).toBe(401);
    await setClock(shiftMs);
    const refused = await service.signIn(undefined, from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await service.signIn()).status).toBe(200);
  });
});
