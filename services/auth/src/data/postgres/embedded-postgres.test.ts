import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddedPostgres } from './embedded-postgres.js';

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-embedded-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const open = () => EmbeddedPostgres.start({ dataDir, durable: false }, QUIET);

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function untilAnswered(url: string, sql: string): Promise<unknown[]> {
  for (;;) {
    const rows = await query(url, sql).catch(() => undefined);
    if (rows !== undefined) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('is made on first use, keeps its data over a stop, and asks for its password', async () => {
  const first = await open();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
  const stranger = new URL(first.url);
  stranger.password = 'wrong';
  await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow(/password/);
  expect(new URL(first.url).hostname).toBe('127.0.0.1');
  expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o077).toBe(0);
  await first.stop();
  const second = await open();
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  await second.stop();
});

test('comes back by itself, at the same address, after a crash', async () => {
  const server = await open();
  const { url, pid } = server;
  if (pid === undefined) throw new Error('it runs');
  process.kill(pid, 'SIGKILL');
  expect(await untilAnswered(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('the embedded database does not share its folder with a second one', async () => {
  const server = await open();
  await expect(open()).rejects.toThrow(/Another service uses the data folder/);
  await server.stop();
});

test('is left alone by a stale note of a process that is none of its own', async () => {
  const server = await open();
  await server.stop();
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  await writeFile(file, `${process.pid}\n/nowhere\n`);
  const again = await open();
  expect(Number.parseInt(await readFile(file, 'utf8'), 10)).toBe(again.pid);
  await again.stop();
});
