import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountService, startAccounts, tokenOf } from '../processes/accounts.js';
import { DatabaseServer } from './harness/database-server.js';
import { until } from './harness/until.js';
import { Writers } from './harness/writers.js';

let dataDir: string;
let service: AccountService;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-killed-'));
  service = await startAccounts({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

describe('the service and its database killed at one moment, in the middle of writes', () => {
  test('every acknowledged write and every issued token survive', async () => {
    const token = tokenOf(await service.signIn());
    const writers = await Writers.prepare(service, token, 4);
    writers.start([service], token);
    await until('writes go on', () => writers.acknowledged > 40);
    // The database first: nothing that it has in hand may be finished by an orderly end of its connections.
    await new DatabaseServer(dataDir).signal('SIGKILL');
    await service.end('SIGKILL');
    await writers.stop();
    service = await startAccounts({ DATA_DIR: dataDir });
    expect(await writers.lost(service, token)).toBe(0);
    expect((await service.signIn()).status).toBe(200);
  });
});
