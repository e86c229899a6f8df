import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, queryDatabase } from '@ownvoice/auth/dist/testing/test-database.js';
import type { Job } from '@ownvoice/shared/contract';
import { runScenario } from '@ownvoice/shared/testing';
import { JobStore } from '@ownvoice/tts/dist/jobs/job-store.js';
import { obedient, type Script, ScriptedEngine } from '@ownvoice/tts/dist/testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '@ownvoice/tts/dist/testing/speech-server.js';
import { SILENT } from '@ownvoice/tts/dist/testing/supervised.js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Link, openLink } from '../faults/harness/link.js';
import { until } from '../faults/harness/until.js';

const JOBS = '/v1/audio/jobs';
const THREE = 'The first sentence is here. The second sentence is here. The third sentence is here.';
const BOOK = { title: 'A book', parts: [{ title: 'One', input: THREE }, { input: 'Another chapter.' }], seed: 7 };
const isThird = (text: string) => text.includes('third');

describe('narrations of two services with one queue', () => {
  let root: string;
  let link: Link;
  let databaseUrl: string;
  let port: number;
  let opened: SpeechServer[] = [];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'shared-jobs-'));
    const url = new URL((await createTestDatabase(false)).url);
    port = Number(url.port);
    link = await openLink(port);
    url.port = String(link.port);
    databaseUrl = url.href;
  });
  afterEach(async () => {
    for (const one of opened) await one.close();
    opened = [];
  });
  afterAll(async () => {
    await link[Symbol.asyncDispose]();
    await rm(root, { recursive: true });
  });

  const start = async (script: Script = obedient, config = {}) => {
    const engine = new ScriptedEngine(script);
    const jobs = await JobStore.open(join(root, 'jobs'), SILENT, { isShared: true });
    const server = await startSpeechServer({
      model: engine,
      jobs,
      config: { jobsDatabaseUrl: databaseUrl, ...config },
    });
    opened.push(server);
    await until('the queue is there', async () => (await fetch(server.base + JOBS)).status !== 503);
    return { ...server, engine, jobs };
  };
  const create = async ({ base }: SpeechServer) => ((await (await post(base, JOBS, BOOK)).json()) as Job).id;
  const get = async ({ base }: SpeechServer, id: string) => (await (await fetch(`${base}${JOBS}/${id}`)).json()) as Job;
  const status = (server: SpeechServer, id: string, wanted: Job['status']) =>
    until(`it is ${wanted}`, async () => (await get(server, id)).status === wanted);
  const act = ({ base }: SpeechServer, path: string) => fetch(`${base}${JOBS}/${path}`, { method: 'POST' });

  test('are in the lists of both, spoken by either, and deleted for both', async () => {
    const [one, other] = [await start(), await start()];
    const id = await create(one);
    await status(other, id, 'done');
    const job = await get(other, id);
    expect(job).toMatchObject({ title: 'A book', chunks: { total: 4, done: 4, skipped: 0 } });
    const list = (await (await fetch(other.base + JOBS)).json()) as { jobs: Job[] };
    expect(list.jobs.map((one) => one.id)).toEqual([id]);
    const audio = await Promise.all(
      [one, other].map(async ({ base }) => (await fetch(`${base}${JOBS}/${id}/audio`)).arrayBuffer()),
    );
    expect(audio[0]).toEqual(audio[1]);
    expect((await fetch(`${other.base}${JOBS}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${one.base}${JOBS}/${id}`)).status).toBe(404);
  });

  test('are paused, resumed, and spoken again where they lack something, by whichever is asked', async () => {
    const holding: Script = (held) => (isThird(held.job.text) ? held.start() : obedient(held));
    const one = await start(holding);
    const id = await create(one);
    await one.engine.holds(1);
    const { base } = await start((held) => held.start());
    for (let time = 0; time < 2; time += 1)
      expect(await (await act({ ...one, base }, `${id}/pause`)).json()).toMatchObject({ status: 'paused' });
    // The one that speaks learns it by its lease.
    await until('it has stopped', () => one.engine.held.length === 0);
    one.engine.script = obedient;
    await act({ ...one, base }, `${id}/resume`);
    for (const server of opened.slice(1)) await server.close();
    opened.length = 1;
    await status(one, id, 'done');
    expect((await act(one, `${id}/parts/1/again`)).status).toBe(409);
    const read = () => fetch(`${one.base}${JOBS}/${id}/parts/1/audio`);
    const before = await (await read()).arrayBuffer();
    await truncate(one.jobs.file(id, 1, 'wav'), 100);
    expect((await read()).status).toBe(409);
    await status(one, id, 'done');
    expect(await (await read()).arrayBuffer()).toEqual(before);
  });

  test.each([
    ['is lost', (folder: string) => rm(folder, { recursive: true })],
    ['cannot be read', (folder: string) => writeFile(join(folder, 'job.json'), 'damaged')],
  ])('are spoken though the folder of another %s, whose rest can be deleted', async (_, harm) => {
    const one = await start((held) => held.start());
    const parts = Array(60).fill({ input: 'One.' });
    const { id } = (await (await post(one.base, JOBS, { parts })).json()) as Job;
    await act(one, `${id}/pause`);
    await harm(join(root, 'jobs', id));
    await queryDatabase(databaseUrl, "UPDATE ownvoice_jobs.job SET state = 'created' WHERE state = 'cancelled'");
    one.engine.script = obedient;
    const next = await create(one);
    await status(one, next, 'done');
    const { jobs } = (await (await fetch(one.base + JOBS)).json()) as { jobs: Job[] };
    expect(jobs.map((job) => job.id)).toContain(next);
    expect((await fetch(`${one.base}${JOBS}/${id}`, { method: 'DELETE' })).status).toBe(404);
    const left = `SELECT id FROM ownvoice_jobs.job WHERE data->>'job' = '${id}'`;
    expect(await queryDatabase(databaseUrl, left)).toEqual([]);
  });

  test('are not spoken while they are paused, neither is a part that is to be spoken again', async () => {
    const one = await start((held) => (held.job.text.includes('chapter') ? held.start() : obedient(held)));
    const id = await create(one);
    await until('the first part is done', async () => (await get(one, id)).parts[0]?.status === 'done');
    await act(one, `${id}/pause`);
    expect((await act(one, `${id}/parts/1/again`)).status).toBe(202);
    one.engine.script = obedient;
    await status(one, await create(one), 'done');
    expect(await get(one, id)).toMatchObject({ status: 'paused', parts: [{ status: 'queued' }, { status: 'queued' }] });
    await act(one, `${id}/resume`);
    await status(one, id, 'done');
  });

  test('are a 503 while the queue cannot be reached, and everything else works', async () => {
    const one = await start();
    const id = await create(one);
    await status(one, id, 'done');
    link.moveTo(9);
    await runScenario(one.base, { name: 'list', path: JOBS, status: 503, json: { code: 'not_ready' } });
    await runScenario(one.base, { name: 'metrics', path: '/metrics', status: 200 });
    expect((await post(one.base, '/v1/audio/speech', { input: 'Hello there.' })).status).toBe(200);
    link.moveTo(port);
    await until('the queue is there again', async () => (await fetch(one.base + JOBS)).status === 200);
    expect((await get(one, id)).status).toBe('done');
  });

  test('are spoken by a service that is started before PostgreSQL', async () => {
    const fresh = new URL((await createTestDatabase(false)).url);
    const early = await openLink(9);
    const jobsDatabaseUrl = Object.assign(new URL(fresh), { port: String(early.port) }).href;
    const jobs = await JobStore.open(join(root, 'early'), SILENT, { isShared: true });
    const server = await startSpeechServer({ model: new ScriptedEngine(obedient), jobs, config: { jobsDatabaseUrl } });
    opened.push(server);
    await until('it has tried', () => server.log.some((line) => line.includes('not available')));
    expect((await fetch(server.base + JOBS)).status).toBe(503);
    early.moveTo(Number(fresh.port));
    await until('the queue is there', async () => (await fetch(server.base + JOBS)).status === 200);
    await status(server, await create(server), 'done');
    await early[Symbol.asyncDispose]();
  });

  test('are spoken to their end, though PostgreSQL refuses once to note it', async () => {
    const one = await start();
    await queryDatabase(
      databaseUrl,
      `CREATE SEQUENCE notes;
      CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF nextval('notes') = 1 THEN RAISE 'not now'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse_once BEFORE UPDATE ON ownvoice_jobs.job
        FOR EACH ROW WHEN (NEW.state = 'completed') EXECUTE FUNCTION refuse_once()`,
    );
    await status(one, await create(one), 'done');
    expect(await queryDatabase(databaseUrl, 'SELECT last_value::int FROM notes')).toEqual([{ last_value: 3 }]);
  });

  test('are accepted to the end while the service stops (attack 51)', async () => {
    const one = await start((held) => held.start());
    const add = one.jobs.add.bind(one.jobs);
    vi.spyOn(one.jobs, 'add').mockImplementation(async (...job) => {
      void one.close();
      await until('it takes no more', () =>
        fetch(`${one.base}/health`).then(
          () => false,
          () => true,
        ),
      );
      await add(...job);
    });
    const response = await post(one.base, JOBS, BOOK);
    expect(response.status).toBe(202);
    await status(await start(), ((await response.json()) as Job).id, 'done');
  });

  test('belong to their users', async () => {
    const one = await start(obedient, { userHeader: 'x-user-id', trustProxy: ['127.0.0.1'] });
    const ada = { 'x-user-id': 'ada', 'content-type': 'application/json' };
    const sent = await fetch(one.base + JOBS, { method: 'POST', headers: ada, body: JSON.stringify(BOOK) });
    const path = `${JOBS}/${((await sent.json()) as Job).id}`;
    await runScenario(one.base, { name: 'own', path, headers: { 'x-user-id': 'ada' }, status: 200 });
    await runScenario(one.base, { name: 'another’s', path, headers: { 'x-user-id': 'eve' }, status: 404 });
  });
});

test('a worker answers nothing but how it is', async () => {
  const root = await mkdtemp(join(tmpdir(), 'worker-'));
  const jobs = await JobStore.open(root, SILENT, { isShared: true });
  const config = { worker: true, jobsDatabaseUrl: (await createTestDatabase(false)).url };
  const { base, close } = await startSpeechServer({ model: new ScriptedEngine(obedient), jobs, config });
  for (const path of ['/health', '/ready', '/metrics']) await runScenario(base, { name: path, path, status: 200 });
  for (const path of [JOBS, '/v1/voices', '/', '/docs', '/openapi.json'])
    await runScenario(base, { name: path, path, status: 404 });
  expect((await post(base, '/v1/audio/speech', { input: 'Hello.' })).status).toBe(404);
  await close();
  await rm(root, { recursive: true });
});
