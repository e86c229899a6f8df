import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountService, startAccounts, tokenOf } from '../processes/accounts.js';
import type { Service } from '../processes/launch.js';
import { speak, startSpeech } from '../processes/speech.js';
import { begin, requestFor, untilClosed } from './harness/raw-client.js';
import { until } from './harness/until.js';

const SLOW = 100;
/** So many that some wait while others are compared, for longer than it takes to look. */
const VANISHING = 3 * availableParallelism() + 12;

let dataDir: string;
let accounts: AccountService;
let speech: Service;
let token: string;
/** What comes back to clients that stop in the middle of a body. */
const stalled: Promise<string>[] = [];
/** What came back to the clients that send their headers byte by byte. */
let dripping: Promise<string[]>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-clients-'));
  [accounts, speech] = await Promise.all([startAccounts({ DATA_DIR: dataDir }), startSpeech()]);
  token = tokenOf(await accounts.signIn());
  dripping = drip();
});
afterAll(async () => {
  await Promise.all([accounts?.end('SIGTERM'), speech?.end('SIGTERM')]);
  await rm(dataDir, { recursive: true, force: true });
});

const SERVICES = [
  { name: 'accounts', origin: () => accounts.origin, path: '/api/auth/login' },
  { name: 'speech', origin: () => speech.origin, path: '/v1/audio/speech' },
] as const;

const many = (open: (index: number) => Promise<Socket>, length = SLOW) =>
  Promise.all(Array.from({ length }, (_, index) => open(index)));

/** Opens connections to both services that send a byte now and then. @returns everything that comes back */
async function drip(): Promise<string[]> {
  const beginnings = SERVICES.map(({ origin, path }) =>
    many(() => begin(origin(), `POST ${path} HTTP/1.1\r\nhost: test\r\nx-slow: `)),
  );
  const slow = (await Promise.all(beginnings)).flat();
  const timer = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write('a');
  }, 500);
  return Promise.all(slow.map(untilClosed)).finally(() => clearInterval(timer));
}

/** Honest clients are served meanwhile, and in good time. */
async function expectServing(): Promise<void> {
  const began = performance.now();
  const [me, health, spoken] = await Promise.all([
    accounts.ask('GET', '/api/auth/me', { token }),
    fetch(`${speech.origin}/health`),
    speak(speech.origin, 'Good morning.'),
  ]);
  expect([me.status, health.status, spoken.status]).toEqual([200, 200, 200]);
  expect(performance.now() - began).toBeLessThan(10_000);
}

describe('a hundred clients of each service that send their headers byte by byte', () => {
  test('keep nobody else waiting', expectServing);
});

describe.each(SERVICES)('the $name service', ({ origin, path }) => {
  test('serves others while a hundred clients stall in the middle of a body', async () => {
    const slow = await many(() => begin(origin(), `${requestFor(path, 10_000)}{"username": "`));
    await expectServing();
    stalled.push(...slow.map(untilClosed));
  });

  test('serves others after a hundred clients have disconnected in the middle of a body', async () => {
    const broken = await many(() => begin(origin(), `${requestFor(path, 10_000)}{"input": "half of it`));
    for (const socket of broken) socket.resetAndDestroy();
    await expectServing();
  });
});

describe('clients that disconnect before their response', () => {
  const login = JSON.stringify({ username: 'operator', password: 'Operator7Horse' });
  const passwordsWaiting = async () => {
    const metrics = await (await fetch(`${accounts.origin}/metrics`)).text();
    return Number(/^auth_password_queue_length (\d+)$/m.exec(metrics)?.[1]);
  };

  test('cost at most their computation: the password queue is empty again and others sign in', async () => {
    // Each from its own address: only a few sign-ins of one address are looked at together.
    const gone = await many(
      (index) => begin(accounts.origin, requestFor('/api/auth/login', login.length, `198.51.100.${index}`) + login),
      VANISHING,
    );
    await until('passwords are being compared', async () => (await passwordsWaiting()) > 0);
    for (const socket of gone) socket.resetAndDestroy();
    expect((await accounts.ask('GET', '/api/auth/me', { token })).status).toBe(200);
    await until('no password waits', async () => (await passwordsWaiting()) === 0);
    expect((await accounts.signIn()).status).toBe(200);
  });
});

// The last one: it is disconnected only after twenty seconds, in which the other tests have run.
describe('a client that sends its headers byte by byte, or stops in the middle of a body', () => {
  test('is disconnected with a 408', async () => {
    expect(stalled).toHaveLength(SERVICES.length * SLOW);
    for (const answer of [...(await dripping), ...(await Promise.all(stalled))])
      expect(answer).toMatch(/^HTTP\/1\.1 408 .*\{"error":"[^"]+","code":"request_timeout"\}$/s);
  });
});
