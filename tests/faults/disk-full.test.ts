import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from '@ownvoice/shared/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AccountService, startAccounts, type TimedResponse, tokenOf } from '../processes/accounts.js';
import { DatabaseServer } from './harness/database-server.js';
import { until } from './harness/until.js';

/** A small disk in memory; only root on Linux can have one. */
function smallDisk(): { folder: string } | { reason: string } {
  if (process.platform !== 'linux') return { reason: 'a disk in memory can be mounted on Linux only' };
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0755', 'tmpfs', folder], { stdio: 'pipe' });
    return { folder };
  } catch {
    rmSync(folder, { recursive: true });
    return { reason: 'this user may not mount a disk in memory' };
  }
}

const disk = smallDisk();
const title =
  'reason' in disk ? `the database's disk is full (left out: ${disk.reason})` : `the database's disk is full`;

describe.skipIf('reason' in disk)(title, () => {
  const { folder } = disk as { folder: string };
  const ballast = join(folder ?? '', 'ballast');
  let database: DatabaseServer;
  let service: AccountService;
  let token: string;
  let user: User;
  let written = 0;

  beforeAll(async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    database = new DatabaseServer(dataDir);
    service = await startAccounts({ DATA_DIR: dataDir });
    token = tokenOf(await service.signIn());
    user = (await service.ask('GET', '/api/auth/me', { token })).json as User;
  });
  afterEach(() => rmSync(ballast, { force: true }));
  afterAll(async () => {
    await service?.end('SIGTERM');
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  const fill = () => {
    for (let room = statfsSync(folder); room.bavail > 0; room = statfsSync(folder)) {
      try {
        writeFileSync(ballast, Buffer.alloc(room.bavail * room.bsize), { flag: 'a' });
      } catch (error) {
        // The database has taken some of it meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  };
  const write = () =>
    service.ask('PUT', `/api/users/${user.id}`, { token, body: { email: `write-${++written}@example.org` } });
  const email = async () => ((await service.ask('GET', '/api/auth/me', { token })).json as User).email;

  function expectUnavailable(answer: TimedResponse): void {
    expect(answer.status, service.failures()).toBe(503);
    expect(answer.json).toEqual({ error: expect.any(String), code: 'not_ready' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }

  test('writes are refused without internals, reads go on, and writes work again once there is room', async () => {
    expect((await write()).status).toBe(200);
    let acknowledged = written;
    let refused: TimedResponse | undefined;
    // There may be room left inside the pages of the tables; what needs another page is refused.
    await until('a write is refused', async () => {
      fill();
      const answer = await write();
      if (answer.status === 200) acknowledged = written;
      else refused = answer;
      return refused !== undefined;
    });
    expectUnavailable(refused as TimedResponse);
    expect(await email()).toBe(`write-${acknowledged}@example.org`);
    expect((await service.ask('GET', '/health')).status).toBe(200);
    rmSync(ballast);
    expect((await write()).status, service.failures()).toBe(200);
    expect((await service.signIn()).status).toBe(200);
  });

  test('when not even its log can be written, the database goes down and comes back by itself once there is room', async () => {
    expect((await write()).status).toBe(200);
    const acknowledged = written;
    // The next segment of the log is made ready ahead; a few more of them use up what there is.
    await until('the database has ended', async () => {
      fill();
      await database.query(`SELECT pg_switch_wal(), pg_logical_emit_message(false, '', 'x')`).catch(() => undefined);
      return service.output().includes('embedded PostgreSQL exited');
    });
    expectUnavailable(await service.signIn());
    expect((await service.ask('GET', '/health')).status).toBe(200);
    rmSync(ballast);
    await until('the database is back', async () => (await service.ask('GET', '/ready')).status === 200);
    expect(await email()).toBe(`write-${acknowledged}@example.org`);
    expect((await write()).status, service.failures()).toBe(200);
  });
});
