import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProcess, startServiceProcess } from '@ownvoice/auth/dist/testing/service-process.js';
import { ADMIN } from '@ownvoice/auth/dist/testing/test-service.js';
import { anAddress } from '@ownvoice/auth/dist/testing/world.js';
import type { Session } from '@ownvoice/shared/contract';
import { type HttpResponse, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READY_AGAIN_MS, until } from './harness/until.js';

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-outage-'));
  service = await startServiceProcess({ DATA_DIR: dataDir });
});
afterAll(async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
});

const login = () =>
  send(service.base, {
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'x-forwarded-for': anAddress() },
    body: ADMIN,
  });
const get = (path: string, token?: string) =>
  send(service.base, { path, ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }) });
const postmaster = async () =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);

/** Kills the database, which can't start again without its settings. @returns restores it */
async function takeDown(): Promise<() => Promise<void>> {
  const settings = join(dataDir, 'postgres', 'data', 'postgresql.conf');
  await rename(settings, `${settings}.away`);
  process.kill(await postmaster(), 'SIGQUIT');
  await until('it is not ready', async () => (await get('/ready')).status === 503);
  return () => rename(`${settings}.away`, settings);
}

test('while the database is down every answer is a quick 503 and nobody gets in; it comes back without a restart', async () => {
  const { token } = (await login()).json as Session;
  const pid = await postmaster();
  const during: HttpResponse[] = [];
  const look = async () => {
    const began = Date.now();
    const answers = await Promise.all([get('/api/auth/me', token), get('/ready'), login(), get('/health')]);
    expect(Date.now() - began).toBeLessThan(15_000);
    expect(answers[3].status).toBe(200);
    during.push(...answers.slice(0, 3));
    return answers.slice(0, 3).map(({ status }) => status);
  };
  const bringBack = await takeDown();
  expect(await look()).toEqual([503, 503, 503]);
  await bringBack();
  await until('it is ready again', async () => (await look()).every((status) => status === 200), READY_AGAIN_MS);
  for (const answer of during) {
    expect(
      [200, 503],
      service
        .output()
        .split('\n')
        .filter((line) => line.includes('request failed'))
        .join('\n'),
    ).toContain(answer.status);
    if (answer.status === 503) {
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.json).toEqual({ error: expect.any(String), code: 'not_ready' });
    }
  }
  expect(await postmaster()).not.toBe(pid);
  expect((await get('/api/auth/me', token)).status).toBe(200);
});

test('an outage costs nobody a point of the limit on failed sign-ins', async () => {
  const from = anAddress();
  const wrong = () =>
    send(service.base, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'x-forwarded-for': from },
      body: { username: 'nobody', password: 'Wrong7Horse' },
    });
  const bringBack = await takeDown();
  for (let i = 0; i < 6; i++) expect((await wrong()).status).toBe(503);
  await bringBack();
  await until('it is ready again', async () => (await get('/ready')).status === 200, READY_AGAIN_MS);
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429) statuses.push((await wrong()).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
});
