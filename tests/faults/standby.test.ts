import { expect, test } from 'vitest';
import { startAccounts, tokenOf } from '../processes/accounts.js';
import { openLink } from './harness/link.js';
import { installedPostgres, ReplicatedDatabase } from './harness/replicated-database.js';
import { READY_AGAIN_MS, until } from './harness/until.js';
import { Writers } from './harness/writers.js';

const WRITERS = 6;
const bin = installedPostgres();
if (bin === undefined)
  console.warn('skipped: the promotion of a standby, because no PostgreSQL with pg_basebackup is installed here');

test.skipIf(bin === undefined)(
  'a standby that replaces a killed primary under load has every acknowledged write, and the service finds it by the address that moves',
  async () => {
    await using database = await ReplicatedDatabase.start(bin ?? '');
    await using address = await openLink(database.primaryPort);
    await using service = await startAccounts({
      DATABASE_URL: `postgresql://ownvoice@127.0.0.1:${address.port}/ownvoice`,
    });
    const token = tokenOf(await service.signIn());
    const revoked = tokenOf(await service.signIn());
    const writers = await Writers.prepare(service, token, WRITERS);
    const me = async (own: string) => (await service.ask('GET', '/api/auth/me', { token: own })).status;

    writers.start([service], token);
    await until('writes go on', () => writers.acknowledged > 40);
    expect((await service.ask('POST', '/api/auth/logout', { token: revoked })).status).toBe(204);
    await database.killPrimary();
    await until('requests are refused', () => (writers.statuses.get(503) ?? 0) > 0);

    // While the address leads to the standby and nobody has promoted it, what it would answer may be out of date.
    address.moveTo(database.standbyPort);
    expect((await service.ask('GET', '/ready')).status).toBe(503);
    expect([await me(token), await me(revoked)]).toEqual([503, 503]);

    await database.promote();
    await until(
      'the service is ready again',
      async () => (await service.ask('GET', '/ready')).status === 200,
      READY_AGAIN_MS,
    );
    const before = writers.acknowledged;
    await until('writes go on', () => writers.acknowledged > before + 20);
    await writers.stop();
    for (const status of writers.statuses.keys()) expect([200, 503], service.failures()).toContain(status);
    expect(await writers.lost(service, token)).toBe(0);
    expect([await me(token), await me(revoked)]).toEqual([200, 401]);
    expect((await service.signIn()).status).toBe(200);
  },
);
