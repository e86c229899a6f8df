import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { startTestService } from '../testing/test-service.js';
import { AuditEntries } from './audit-entries.js';
import { type Connection, connect } from './connection.js';

const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;
let connection: Connection;
let auditEntries: AuditEntries;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { info: () => undefined, error: () => undefined });
  auditEntries = new AuditEntries(connection.prisma);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(() => connection.prisma.auditEvent.deleteMany());

/** Adds entries of a time, in milliseconds since the epoch. */
async function insert(at: number, times = 1): Promise<void> {
  const entry = { event: 'login', outcome: 'success' } as const;
  const data = Array.from({ length: times }, () => ({ ...entry, id: uuidv7({ msecs: at }), at: new Date(at) }));
  await connection.prisma.auditEvent.createMany({ data });
}
const timesLeft = async () =>
  (await connection.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } })).map(({ at }) => at.getTime());

test('entries are removed to the millisecond, the oldest first', async () => {
  const time = Date.UTC(2026, 10, 21);
  for (const at of [time, time - 1, time + 1, 0]) await insert(at);
  expect(await auditEntries.removeBefore(new Date(time))).toBe(2);
  expect(await timesLeft()).toEqual([time, time + 1]);
});

test('at most a thousand entries are removed at once', async () => {
  await insert(1_000, 1_001);
  await insert(2_000);
  expect(await auditEntries.removeBefore(new Date(3_000))).toBe(1_000);
  expect(await timesLeft()).toEqual([1_000, 2_000]);
});

test('a service removes what is older than AUDIT_RETENTION_DAYS when it starts, and logs it', async () => {
  const now = Date.now();
  const kept = now - 39 * DAY_MS;
  await insert(now - 41 * DAY_MS, 2_500);
  await insert(kept);
  const service = await startTestService({ DATABASE_URL: database.url, AUDIT_RETENTION_DAYS: '40' });
  await expect.poll(service.logged, { timeout: 30_000 }).toContain('"auditEntries":2500');
  await service.close();
  expect((await timesLeft())[0]).toBe(kept);
});

test('a service with AUDIT_RETENTION_DAYS=0 keeps everything', async () => {
  await insert(0);
  const service = await startTestService({ DATABASE_URL: database.url, AUDIT_RETENTION_DAYS: '0' });
  // Closing waits for the round that began at the start.
  await service.close();
  expect((await timesLeft())[0]).toBe(0);
});
