import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from './config.js';
import { start } from './start.js';
import { CheapPasswords } from './testing/cheap-passwords.js';
import { createTestDatabase, queryDatabase, type TestDatabase } from './testing/test-database.js';
import { SECRET } from './testing/test-service.js';

let database: TestDatabase;
let logged = '';
const logStream = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk;
    done();
  },
});
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  logged = '';
});

const begin = (url: string, stop: AbortSignal) =>
  start(loadConfig({ NODE_ENV: 'test', DATABASE_URL: url, JWT_SECRET: SECRET }), {
    logStream,
    passwords: new CheapPasswords(),
    stop,
  });
const readOnly = (value: 'on' | 'off') =>
  queryDatabase(
    `${database.url}?options=-c%20default_transaction_read_only=off`,
    `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET default_transaction_read_only = ${value}`,
  );
const linesAbout = (reason: string) =>
  logged.split('\n').filter((line) => line.includes('waiting for the database') && line.includes(reason));

describe('a start', () => {
  test('waits for a read-only database and says why, once a minute', async () => {
    await readOnly('on');
    const started = begin(database.url, new AbortController().signal);
    await expect.poll(() => linesAbout('The database is read-only.')).toHaveLength(1);
    await readOnly('off');
    await (await started).app.close();
    expect(linesAbout('The database is read-only.')).toHaveLength(1);
  });

  test('that waits for a database out of reach ends when it is told to stop', async () => {
    const stop = new AbortController();
    const started = begin('postgresql://user:hidden@127.0.0.1:1/none', stop.signal).catch((error: unknown) => error);
    await expect.poll(() => linesAbout('ECONNREFUSED')).toHaveLength(1);
    stop.abort();
    expect(String(await started)).toMatch(/The database at 127\.0\.0\.1:1 can't be used/);
    expect(logged).not.toContain('hidden');
  });

  test('does not wait when waiting mends nothing', async () => {
    const url = new URL(database.url);
    url.pathname = '/there_is_no_such_database';
    await expect(begin(url.href, new AbortController().signal)).rejects.toThrow(/there_is_no_such_database/);
    expect(linesAbout('')).toEqual([]);
  });
});
