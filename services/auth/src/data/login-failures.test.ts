import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AttemptDecision, type AttemptOutcome, MAX_FAILURES, WINDOW_MS } from '../domain/failure-store.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { LoginFailures } from './login-failures.js';

let database: TestDatabase;
let pools: [pg.Pool, pg.Pool];
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = () => new pg.Pool({ connectionString: database.url, max: 10 });
  pools = [pool(), pool()];
  // With their connections open, attempts at once are at once.
  for (const one of pools) {
    const connections = await Promise.all(Array.from({ length: 10 }, () => one.connect()));
    for (const connection of connections) connection.release();
  }
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});
beforeEach(() => pools[0].query('TRUNCATE login_failures, login_attempts'));

const KEYS = { client: '192.0.2.1', name: 'digest' };
const locked = (by: 'client' | 'name' = 'client') => ({
  kind: 'locked-out',
  by,
  retryAfterMs: expect.closeTo(WINDOW_MS, -5),
});
const idOf = (turn: AttemptDecision | undefined): string => {
  if (turn?.kind !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(turn)}`);
  return turn.id;
};
async function attempt(store: LoginFailures, outcome: AttemptOutcome, keys = KEYS): Promise<void> {
  await store.end(idOf(await store.begin(keys)), keys, outcome);
}

describe('failures in the database', () => {
  test('failed sign-ins in the database are counted exactly by two replicas at once, and pending attempts are no failures', async () => {
    const [one, two] = pools.map((pool) => new LoginFailures(pool)) as [LoginFailures, LoginFailures];
    for (let round = 0; round < 5; round++) {
      const keys = { client: `198.51.100.${round}`, name: `name-${round}` };
      const turns = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? one : two).begin(keys)));
      const admitted = turns.filter(({ kind }) => kind === 'admitted');
      expect(admitted).toHaveLength(MAX_FAILURES);
      expect(turns.filter(({ kind }) => kind === 'wait')).toHaveLength(40 - MAX_FAILURES);
      for (const turn of admitted) await one.end(idOf(turn), keys, 'failure');
      expect(await two.begin(keys)).toEqual(locked());
    }
  });

  test('failed sign-ins in the database are forgotten after a success, under the name that succeeded', async () => {
    const store = new LoginFailures(pools[0]);
    const own = { ...KEYS, name: 'own' };
    for (let guesses = 0; guesses < 10; guesses++) {
      await attempt(store, 'failure');
      await attempt(store, 'success', own);
    }
    expect(await store.begin(KEYS)).toEqual(locked('name'));
    await attempt(store, 'inconclusive', own);
    await attempt(store, 'success', own);
  });

  test('failed sign-ins in the database leave out what says nothing about a password, and end with their window', async () => {
    const store = new LoginFailures(pools[0]);
    for (let i = 0; i < 10; i++) await attempt(store, 'inconclusive');
    for (let i = 0; i < MAX_FAILURES; i++) await attempt(store, 'failure');
    expect(await store.begin(KEYS)).toEqual(locked());
    await pools[0].query("UPDATE login_failures SET window_ends_at = now() - interval '1 second'");
    for (let i = 0; i < MAX_FAILURES; i++) await attempt(store, 'failure');
    expect(await store.begin(KEYS)).toEqual(locked());
  });

  test('failed sign-ins in the database hold nobody for longer than a window when the clock is set back', async () => {
    const store = new LoginFailures(pools[0]);
    const made = (ahead: string) =>
      pools[0].query(`INSERT INTO login_failures VALUES ('${KEYS.client}', 5, now() + interval '${ahead}')
        ON CONFLICT (client) DO UPDATE SET failures = 5, window_ends_at = excluded.window_ends_at`);
    await made('930 seconds');
    expect(await store.begin(KEYS)).toEqual({ kind: 'locked-out', by: 'client', retryAfterMs: WINDOW_MS });
    await made('1 day');
    for (let i = 0; i < MAX_FAILURES; i++) await attempt(store, 'failure');
    expect(await store.begin(KEYS)).toEqual(locked());
  });

  test('failed and successful sign-ins under several names at once never deadlock', async () => {
    const stores = pools.map((pool) => new LoginFailures(pool)) as [LoginFailures, LoginFailures];
    const all = Array.from({ length: 200 }, async (_, i) => {
      const keys = { client: `192.0.2.${i % 3}`, name: `name-${i % 4}` };
      const turn = await stores[i % 2]?.begin(keys);
      if (turn?.kind === 'admitted') await stores[i % 2]?.end(turn.id, keys, i % 3 === 0 ? 'success' : 'failure');
    });
    await Promise.all(all);
  });

  test('expired failures and attempts of sign-ins are removed from the database', async () => {
    const store = new LoginFailures(pools[0]);
    await pools[0].query(
      "INSERT INTO login_failures SELECT 'old-' || i, 5, now() - interval '1 minute' FROM generate_series(1, 500) i",
    );
    await pools[0].query(
      "INSERT INTO login_attempts SELECT gen_random_uuid(), 'old', 'old', now() - interval '1 minute' FROM generate_series(1, 500) i",
    );
    for (let i = 0; i < 100; i++) await attempt(store, 'failure', { client: `192.0.2.${i}`, name: `name-${i}` });
    const { rows } = await pools[0].query(
      'SELECT (SELECT count(*) FROM login_failures)::int AS failures, (SELECT count(*) FROM login_attempts)::int AS attempts',
    );
    expect(rows[0].failures).toBeLessThanOrEqual(200);
    expect(rows[0].attempts).toBeLessThanOrEqual(100);
  });
});

describe('pending attempts of a replica that died', () => {
  test('pending sign-ins of a killed replica hold back others until their lease ends, and lock nobody out', async () => {
    const [died, alive] = pools.map((pool) => new LoginFailures(pool)) as [LoginFailures, LoginFailures];
    for (let i = 0; i < MAX_FAILURES; i++) idOf(await died.begin(KEYS));
    expect(await alive.begin(KEYS)).toEqual({ kind: 'wait' });
    await pools[0].query("UPDATE login_attempts SET expires_at = now() - interval '1 millisecond'");
    await attempt(alive, 'success');
  });
});
