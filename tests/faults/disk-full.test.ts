import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job, User } from '@ownvoice/shared/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AccountService, startAccounts, type TimedResponse, tokenOf } from '../processes/accounts.js';
import type { Service } from '../processes/launch.js';
import { speak, startSpeech } from '../processes/speech.js';
import { DatabaseServer } from './harness/database-server.js';
import { READY_AGAIN_MS, until } from './harness/until.js';

/** A small disk in memory; only root on Linux can have one. */
function smallDisk(megabytes: number): { folder: string } | { reason: string } {
  if (process.platform !== 'linux') return { reason: 'a disk in memory can be mounted on Linux only' };
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'pipe' });
    return { folder };
  } catch {
    rmSync(folder, { recursive: true });
    return { reason: 'this user may not mount a disk in memory' };
  }
}

/** Tests with a small disk of their own, which `fill` fills with the file `ballast`. */
function describeOnDisk(title: string, megabytes: number, tests: (folder: string, ballast: string) => void): void {
  const disk = smallDisk(megabytes);
  if ('reason' in disk) {
    describe.skip(`${title} (left out: ${disk.reason})`, () => test('on a small disk'));
    return;
  }
  const { folder } = disk;
  const ballast = join(folder, 'ballast');
  describe(title, () => {
    // The last hook to run is the first.
    afterAll(() => {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    });
    afterEach(() => rmSync(ballast, { force: true }));
    tests(folder, ballast);
  });
}

function fill(folder: string, ballast: string): void {
  for (let room = statfsSync(folder); room.bavail > 0; room = statfsSync(folder)) {
    try {
      writeFileSync(ballast, Buffer.alloc(room.bavail * room.bsize), { flag: 'a' });
    } catch (error) {
      // The database has taken some of it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

describeOnDisk(`the database's disk is full`, 160, (folder, ballast) => {
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
  afterAll(async () => {
    await service?.end('SIGTERM');
  });

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
      fill(folder, ballast);
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
      fill(folder, ballast);
      await database.query(`SELECT pg_switch_wal(), pg_logical_emit_message(false, '', 'x')`).catch(() => undefined);
      return service.output().includes('embedded PostgreSQL exited');
    });
    expectUnavailable(await service.signIn());
    expect((await service.ask('GET', '/health')).status).toBe(200);
    rmSync(ballast);
    await until(
      'the database is back',
      async () => (await service.ask('GET', '/ready')).status === 200,
      READY_AGAIN_MS,
    );
    expect(await email()).toBe(`write-${acknowledged}@example.org`);
    expect((await write()).status, service.failures()).toBe(200);
  });
});

// 200 MB of it are kept for others.
describeOnDisk('the disk of the narrations is full', 320, (folder, ballast) => {
  const services: Service[] = [];
  afterAll(() => Promise.all(services.map((service) => service.end('SIGTERM'))));
  const start = async (name: string) => {
    const service = await startSpeech(['--jobs', join(folder, name)]);
    services.push(service);
    const jobs = `${service.origin}/v1/audio/jobs`;
    const body = JSON.stringify({
      seed: 5,
      parts: [{ input: 'The tide was out, and nobody was on the pier. '.repeat(40) }],
    });
    const response = await fetch(jobs, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(response.status).toBe(202);
    const job = `${jobs}/${((await response.json()) as Job).id}`;
    const get = async () => (await (await fetch(job)).json()) as Job;
    const isDone = async () => (await get()).status === 'done';
    return {
      origin: service.origin,
      job,
      get,
      isDone,
      audio: async () => Buffer.from(await (await fetch(`${job}/audio`)).arrayBuffer()),
    };
  };

  test('it pauses with its reason, speech goes on, and it ends with the same bytes once there is room (attack 72)', async () => {
    const whole = await start('whole');
    await until('it is done', whole.isDone);
    const { origin, get, isDone, audio } = await start('filled');
    await until('it is being spoken', async () => (await get()).chunks.done > 0);
    fill(folder, ballast);
    await until('it is paused', async () => (await get()).status === 'paused');
    expect((await get()).reason).toBe('There is no room on the disk; it goes on when there is.');
    expect((await speak(origin, 'Somebody else asks.')).status).toBe(200);
    expect((await fetch(`${origin}/ready`)).status).toBe(200);
    rmSync(ballast);
    await until('it is done', isDone, READY_AGAIN_MS);
    expect((await get()).chunks.skipped).toBe(0);
    expect((await audio()).equals(await whole.audio())).toBe(true);
  });
});
