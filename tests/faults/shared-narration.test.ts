import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '@ownvoice/auth/dist/testing/test-database.js';
import type { Job } from '@ownvoice/shared/contract';
import { buildGolden } from '@ownvoice/tts/dist/testing/golden-models.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountService, startAccounts } from '../processes/accounts.js';
import { childrenOf } from '../processes/children.js';
import type { Service } from '../processes/launch.js';
import { runSpeech, startSpeech } from '../processes/speech.js';
import { DatabaseServer } from './harness/database-server.js';
import { type Link, openLink } from './harness/link.js';
import { until } from './harness/until.js';

const BOOK = {
  seed: 73,
  parts: Array.from({ length: 12 }, (_, part) => ({
    input: Array.from({ length: 8 }, (__, line) => `Part ${part + 1} has a line ${line + 1} of its own.`).join('\n\n'),
  })),
};

describe('a narration of three services over one database', () => {
  let root: string;
  let expected: Buffer;
  const services: Service[] = [];
  const links: Link[] = [];
  /** Its PostgreSQL comes back when it is killed. */
  let accounts: AccountService | undefined;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'ownvoice-shared-narration-'));
    await buildGolden('customvoice-0.6b', join(root, 'models'));
    const alone = await start('alone');
    expected = await audioOf(alone, await create(alone));
    await alone.end('SIGTERM');
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    await accounts?.end('SIGTERM');
    for (const link of links) await link[Symbol.asyncDispose]();
    await rm(root, { recursive: true });
  });

  const start = async (folder: string, database?: string, ...args: string[]) => {
    const models = ['--models-dir', join(root, 'models'), '--model', 'customvoice-0.6b', '--device', 'cpu'];
    const environment = database === undefined ? {} : { JOBS_DATABASE_URL: database };
    const service = await startSpeech([...models, '--threads', '1', '--jobs', join(root, folder), ...args], {
      environment,
    });
    services.push(service);
    return service;
  };
  /** An empty database, and its address through something in between. */
  const openDatabase = async () => {
    const { url } = await createTestDatabase(false);
    return (port = new URL(url).port) => Object.assign(new URL(url), { port }).href;
  };
  const create = async ({ origin }: Service) => {
    await until('the queue is there', async () => (await fetch(`${origin}/v1/audio/jobs`)).status === 200);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${origin}/v1/audio/jobs`, { method: 'POST', headers, body: JSON.stringify(BOOK) });
    expect(response.status).toBe(202);
    return ((await response.json()) as Job).id;
  };
  const get = async ({ origin }: Service, id: string) =>
    (await (await fetch(`${origin}/v1/audio/jobs/${id}`)).json()) as Job;
  /** Waits until a service speaks a part, and more is written than before. */
  const untilItSpeaks = async (service: Service, front: Service, id: string) => {
    await until('it has a part', () => service.output().includes('part taken'));
    const { chunks } = await get(front, id);
    await until('more is written', async () => (await get(front, id)).chunks.done > chunks.done + 3);
  };
  const audioOf = async (service: Service, id: string) => {
    await until('it is done', async () => (await get(service, id)).status === 'done', 200_000);
    return Buffer.from(await (await fetch(`${service.origin}/v1/audio/jobs/${id}/audio`)).arrayBuffer());
  };

  test('has the bytes of one without faults, though engine, service and database are killed (attack 71)', async () => {
    accounts = await startAccounts({ DATA_DIR: join(root, 'accounts') });
    const database = new DatabaseServer(join(root, 'accounts'));
    const url = await database.url();
    const [front, killed, worker] = await Promise.all([
      start('killed', url),
      start('killed', url, '--worker'),
      start('killed', url, '--worker'),
    ]);
    const id = await create(front);
    await untilItSpeaks(worker, front, id);
    for (const pid of childrenOf(worker.pid)) process.kill(pid, 'SIGKILL');
    await untilItSpeaks(killed, front, id);
    // In the middle of a chunk, of a write, or between two.
    await pause(randomInt(300));
    await database.signal('SIGKILL');
    await killed.end('SIGKILL');
    expect((await audioOf(front, id)).equals(expected)).toBe(true);
    const { chunks } = await get(front, id);
    expect(chunks).toMatchObject({ done: chunks.total, skipped: 0 });
    await until('the chunks of all parts are deleted', async () =>
      (await readdir(join(root, 'killed', id))).every((name) => !name.endsWith('.chunks')),
    );
    expect((await fetch(`${worker.origin}/v1/audio/jobs/${id}`)).status).toBe(404);
  });

  test('is spoken into no file twice, when a worker is cut off from the database (attack 73)', async () => {
    const url = await openDatabase();
    const link = await openLink(Number(new URL(url()).port));
    links.push(link);
    const front = await start('cut', url());
    const cut = await start('cut', url(String(link.port)), '--worker');
    const id = await create(front);
    await untilItSpeaks(cut, front, id);
    link.stall();
    expect((await audioOf(front, id)).equals(expected)).toBe(true);
    link.resume();
    await until('it knows', () => cut.output().includes('lost to another worker'));
    expect((await audioOf(front, id)).equals(expected)).toBe(true);
  });
});

test('a worker without a queue is told so, and ends with 2', async () => {
  const { code, output } = await runSpeech('--worker');
  expect(code).toBe(2);
  expect(output).toContain('JOBS_DATABASE_URL');
});
