import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { send } from '@ownvoice/shared/testing';
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

/** Starts and listens. */
async function begin(url: string) {
  const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL: url, JWT_SECRET: SECRET });
  const { app, opened } = await start(config, { logStream, passwords: new CheapPasswords() });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const get = (path: string) => send(`http://127.0.0.1:${port}`, { path });
  return { app, opened: opened.catch((error: unknown) => error), get };
}
const readOnly = (value: 'on' | 'off') =>
  queryDatabase(
    `${database.url}?options=-c%20default_transaction_read_only=off`,
    `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET default_transaction_read_only = ${value}`,
  );
const linesAbout = (reason: string) =>
  logged.split('\n').filter((line) => line.includes('waiting for the database') && line.includes(reason));

describe('a start', () => {
  test('waits for a read-only database, says why once a minute, and serves nothing but its health meanwhile', async () => {
    await readOnly('on');
    const { app, opened, get } = await begin(database.url);
    await expect.poll(() => linesAbout('The database is read-only.')).toHaveLength(1);
    expect((await get('/health')).status).toBe(200);
    for (const path of ['/ready', '/metrics', '/api/auth/config', '/'])
      expect(await get(path)).toMatchObject({
        status: 503,
        headers: { 'retry-after': '2' },
        json: { code: 'not_ready' },
      });
    await readOnly('off');
    expect(await opened).toMatchObject({ firstStart: { kind: expect.any(String) } });
    expect((await get('/ready')).status).toBe(200);
    expect((await get('/')).status).toBe(200);
    expect(linesAbout('The database is read-only.')).toHaveLength(1);
    await app.close();
  });

  test('that waits for a database out of reach ends when it is told to stop', async () => {
    const { app, opened } = await begin('postgresql://user:hidden@127.0.0.1:1/none');
    await expect.poll(() => linesAbout('ECONNREFUSED')).toHaveLength(1);
    await app.close();
    expect(String(await opened)).toMatch(/The database at 127\.0\.0\.1:1 can't be used/);
    expect(logged).not.toContain('hidden');
  });

  test('does not wait when waiting mends nothing', async () => {
    const url = new URL(database.url);
    url.pathname = '/there_is_no_such_database';
    const { app, opened } = await begin(url.href);
    expect(String(await opened)).toMatch(/there_is_no_such_database/);
    expect(linesAbout('')).toEqual([]);
    await app.close();
  });
});
