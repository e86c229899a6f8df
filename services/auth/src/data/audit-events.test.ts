import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { startTestService } from '../testing/test-service.js';
import { forgetEventsBefore } from './audit-events.js';
import { type Database, openDatabase } from './database.js';

const DAY_MS = 24 * 60 * 60 * 1000;

let made: TestDatabase;
let db: Database;
beforeAll(async () => {
  made = await createTestDatabase();
  db = openDatabase(made.url, { warn: () => undefined });
});
afterAll(async () => {
  await db.close();
  await made.drop();
});
beforeEach(() => db.prisma.auditEvent.deleteMany());

/** Events of a time, in milliseconds since the epoch. */
async function happened(at: number, times = 1): Promise<void> {
  const event = { event: 'login', outcome: 'success' } as const;
  const data = Array.from({ length: times }, () => ({ ...event, id: uuidv7({ msecs: at }), at: new Date(at) }));
  await db.prisma.auditEvent.createMany({ data });
}
const left = async () =>
  (await db.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } })).map(({ at }) => at.getTime());

test('events are forgotten to the millisecond, the oldest first', async () => {
  const time = Date.UTC(2026, 10, 21);
  for (const at of [time, time - 1, time + 1, 0]) await happened(at);
  expect(await forgetEventsBefore(db.pool, new Date(time))).toEqual({ removed: 2, more: false });
  expect(await left()).toEqual([time, time + 1]);
});

test('never more than a thousand go at once', async () => {
  await happened(1_000, 1_001);
  await happened(2_000);
  expect(await forgetEventsBefore(db.pool, new Date(3_000))).toEqual({ removed: 1_000, more: true });
  expect(await left()).toEqual([1_000, 2_000]);
});

test('a service forgets what is older than AUDIT_RETENTION_DAYS when it starts, and says so', async () => {
  const now = Date.now();
  const kept = now - 39 * DAY_MS;
  await happened(now - 41 * DAY_MS, 2_500);
  await happened(kept);
  const service = await startTestService({ DATABASE_URL: made.url, AUDIT_RETENTION_DAYS: '40' });
  await expect.poll(service.logged, { timeout: 30_000 }).toContain('"removed":2500');
  await service.close();
  expect((await left())[0]).toBe(kept);
});

test('a service that is not told to forget keeps everything', async () => {
  await happened(0);
  const service = await startTestService({ DATABASE_URL: made.url });
  // Closing waits for the round that began at the start.
  await service.close();
  expect((await left())[0]).toBe(0);
});
