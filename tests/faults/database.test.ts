import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AccountService, startAccounts, type TimedResponse, tokenOf } from '../processes/accounts.js';
import { DatabaseServer } from './harness/database-server.js';
import { type Link, openLink } from './harness/link.js';
import { READY_AGAIN_MS, until } from './harness/until.js';
import { Writers } from './harness/writers.js';

/** A request waits 4 s for a connection and 5 s for an answer; the rest is for a machine with other things to do. */
const QUICKLY_MS = 20_000;
const WRITERS = 6;

let dataDir: string;
let database: DatabaseServer;
let link: Link;
/** One service runs the database itself, the other one reaches the same database by the link. */
let beside: AccountService;
let behindLink: AccountService;
let token: string;
let writers: Writers;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-faults-'));
  database = new DatabaseServer(dataDir);
  beside = await startAccounts({ DATA_DIR: dataDir });
  link = await openLink(Number(new URL(await database.url()).port));
  behindLink = await startAccounts({ DATABASE_URL: await database.url(link.port) });
  token = tokenOf(await beside.signIn());
  writers = await Writers.prepare(beside, token, WRITERS);
});
afterEach(() => {
  link?.delay(0);
  link?.resume();
});
afterAll(async () => {
  await behindLink?.end('SIGTERM');
  await link?.[Symbol.asyncDispose]();
  await beside?.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

const me = (service: AccountService) => service.ask('GET', '/api/auth/me', { token });
/** In turn, because a sign-in is dear and says nothing new where the others are refused. */
const serves = async (service: AccountService) =>
  (await service.ask('GET', '/ready')).status === 200 &&
  (await me(service)).status === 200 &&
  (await service.signIn()).status === 200;

function expectUnavailable(answer: TimedResponse): void {
  expect(answer.status).toBe(503);
  expect(answer.json).toEqual({ error: expect.any(String), code: 'not_ready' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.tookMs).toBeLessThan(QUICKLY_MS);
}

async function expectRefusedWhole(service: AccountService): Promise<void> {
  const asked = [me(service), service.ask('GET', '/ready'), service.signIn(), service.signIn('Wrong7Horse')];
  // Whoever waits for the database is kept for four seconds at least, each time; a busy machine is quicker now and then.
  const statuses = new Set<number>();
  const healthTook = async () => {
    const { status, tookMs } = await service.ask('GET', '/health');
    statuses.add(status);
    return tookMs;
  };
  await expect.poll(healthTook).toBeLessThan(4_000);
  expect([...statuses]).toEqual([200]);
  for (const answer of await Promise.all(asked)) expectUnavailable(answer);
}

describe('a database that hangs', () => {
  test('is a 503 within the limits for everybody, lets nobody in, and is used again when it recovers', async () => {
    const processes = await database.signal('SIGSTOP');
    try {
      await expectRefusedWhole(beside);
    } finally {
      for (const pid of processes.reverse()) process.kill(pid, 'SIGCONT');
    }
    await until('the service serves again', () => serves(beside), READY_AGAIN_MS);
  });
});

describe('a network that drops everything in the middle of writes', () => {
  test('is a 503 within the limits for everybody and leaves no transaction open: nothing is half-done, locked or lost', async () => {
    writers.start([behindLink], token);
    await until('writes go on', () => writers.acknowledged > 20);
    link.stall();
    await Promise.all([
      expectRefusedWhole(behindLink),
      until('every writer has been refused twice', () => (writers.statuses.get(503) ?? 0) >= 2 * WRITERS),
    ]);
    expect(await serves(beside)).toBe(true);
    link.resume();
    await writers.stop();
    const open = `SELECT state, query FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'`;
    await until('no transaction is open', async () => (await database.query(open)).length === 0, 20_000);
    await until('the service serves again', () => serves(behindLink), READY_AGAIN_MS);
    for (const status of writers.statuses.keys()) expect([200, 503], behindLink.failures()).toContain(status);
    expect(await writers.lost(beside, token)).toBe(0);
  });
});

describe('a database that becomes read-only in a failover', () => {
  const readOnly = async (value: 'on' | 'off') => {
    await database.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await database.query('SELECT pg_reload_conf()');
  };

  test('is a 503 for everybody; no connection to it is kept, and the primary is found without a restart', async () => {
    const connections = async () =>
      (
        await database.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE application_name = 'ownvoice-auth'`,
        )
      ).map(({ pid }) => pid);
    expect(await serves(behindLink)).toBe(true);
    const before = await connections();
    expect(before).not.toEqual([]);
    await readOnly('on');
    try {
      // The postmaster passes a reloaded setting on to its backends in its own time.
      await until('nobody is sent here', async () => (await behindLink.ask('GET', '/ready')).status === 503);
      await until('reads are refused too', async () => (await me(behindLink)).status === 503, 20_000);
      await expectRefusedWhole(behindLink);
      await until('no connection is kept', async () => (await connections()).every((pid) => !before.includes(pid)));
    } finally {
      await readOnly('off');
    }
    await until('the service serves again', () => serves(behindLink), READY_AGAIN_MS);
  });
});

describe('a database that is slow', () => {
  test('makes responses slow and not wrong', async () => {
    link.delay(60);
    expect((await me(behindLink)).json).toEqual((await me(beside)).json);
    expect((await behindLink.signIn('Wrong7Horse')).status).toBe(401);
    const fresh = tokenOf(await behindLink.signIn());
    expect((await beside.ask('POST', '/api/auth/logout', { token: fresh })).status).toBe(204);
    expect((await behindLink.ask('GET', '/api/auth/me', { token: fresh })).status).toBe(401);
  });
});

describe('connections that are reset again and again under load', () => {
  test('cost requests a 503 and lose no acknowledged write', async () => {
    writers.start([behindLink], token);
    for (let cut = 1; cut <= 5; cut++) {
      const before = writers.acknowledged;
      await until('writes go on', () => writers.acknowledged > before + 10);
      link.cut();
    }
    await writers.stop();
    for (const status of writers.statuses.keys()) expect([200, 503], behindLink.failures()).toContain(status);
    expect(await writers.lost(beside, token)).toBe(0);
  });
});

describe.each([
  ['restarted', 'SIGINT'],
  ['killed', 'SIGKILL'],
] as const)('a database that is %s under load', (_how, signal) => {
  test('a database that ends under load comes back without a restart of the services, which lose no acknowledged write', async () => {
    writers.start([beside, behindLink], token);
    await until('writes go on', () => writers.acknowledged > 40);
    const pid = await database.pid();
    process.kill(pid, signal);
    await until('a request is refused', () => (writers.statuses.get(503) ?? 0) > 0);
    await until('both serve again', async () => (await serves(beside)) && (await serves(behindLink)), READY_AGAIN_MS);
    const before = writers.acknowledged;
    await until('writes go on', () => writers.acknowledged > before + 20);
    await writers.stop();
    expect(await database.pid()).not.toBe(pid);
    for (const status of writers.statuses.keys()) expect([200, 503], behindLink.failures()).toContain(status);
    expect(await writers.lost(beside, token)).toBe(0);
  });
});
