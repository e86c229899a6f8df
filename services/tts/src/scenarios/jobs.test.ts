import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from '@ownvoice/shared/contract';
import { broken, runScenario, type Scenario } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EngineError } from '../engines/engine.js';
import { JobStore } from '../jobs/job-store.js';
import { EVERYBODY } from '../storage.js';
import { newVoice } from '../testing/library-voices.js';
import { obedient, SCRIPTED_CAPABILITIES, type Script, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { SILENT } from '../testing/supervised.js';
import { readPromisedWav } from '../testing/wav.js';
import { VoiceLibrary } from '../voice-library/voice-library.js';

const JOBS = '/v1/audio/jobs';
const THREE = 'The first sentence is here. The second sentence is here. The third sentence is here.';
const TWO = 'Another chapter begins right here. It ends with this very sentence.';
const BOOK = {
  title: 'A book',
  parts: [
    { title: 'One', input: THREE },
    { title: 'Two', input: TWO },
  ],
  seed: 7,
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'jobs-'));
});
afterAll(() => rm(root, { recursive: true }));

let folders = 0;
/** A service with a folder of narrations; the next one of the same folder goes on with them. */
async function start(
  script: Script = obedient,
  folder = join(root, String(folders++)),
  {
    parallel = 1,
    voiceLibrary,
    ...config
  }: { jobsKeep?: number; jobsMaxGb?: number; parallel?: number; voiceLibrary?: VoiceLibrary } = {},
) {
  const engine = new ScriptedEngine(script, { seeded: { ...SCRIPTED_CAPABILITIES.seeded, parallel } });
  const store = await JobStore.open(folder, SILENT);
  const server = await startSpeechServer({
    model: engine,
    jobs: store,
    ...(voiceLibrary && { voiceLibrary, variant: 'base-0.6b' }),
    config,
  });
  return { ...server, engine, store, folder };
}

const create = async (base: string, body: unknown): Promise<Job> => {
  const response = await post(base, JOBS, body);
  expect(response.status).toBe(202);
  return (await response.json()) as Job;
};
const get = async (base: string, id: string) => (await (await fetch(`${base}${JOBS}/${id}`)).json()) as Job;
const until = (base: string, id: string, status: Job['status']) =>
  vi.waitFor(
    async () => {
      const job = await get(base, id);
      expect(job.status).toBe(status);
      return job;
    },
    { timeout: 20_000 },
  );
const bytes = async (base: string, path: string, headers = {}) =>
  Buffer.from(await (await fetch(base + path, { headers })).arrayBuffer());
const audioOf = (base: string, id: string, n: number) => bytes(base, `${JOBS}/${id}/parts/${n}/audio`);

/** Speaks all chunks but those that a test holds. */
const holding =
  (held: (text: string) => boolean): Script =>
  (job) =>
    held(job.job.text) ? job.start() : obedient(job);

describe('without a folder of narrations', () => {
  let server: SpeechServer;
  beforeAll(async () => {
    server = await startSpeechServer({ model: new ScriptedEngine(obedient) });
  });
  afterAll(() => server.close());

  test.each<Scenario>([
    { name: 'a narration', method: 'POST', path: JOBS, body: BOOK, status: 404 },
    { name: 'the list', path: JOBS, status: 404 },
    { name: 'one', path: `${JOBS}/x`, status: 404 },
    { name: 'its audio', path: `${JOBS}/x/audio`, status: 404 },
    { name: 'health says nothing of it', path: '/health', status: 200, json: { jobs: undefined } },
  ])('$name: $status', async (scenario) => {
    await runScenario(server.base, scenario);
  });
});

test('a narration is spoken by the voices of its tags, whose names are in the subtitles', async () => {
  const voices = new Map<string, unknown>();
  const server = await start((held) => {
    voices.set(held.job.text, held.job.voice);
    return obedient(held);
  });
  const { id } = await create(server.base, { input: 'One. [voice: Vivian] Two. [voice] Three.', seed: 7 });
  await until(server.base, id, 'done');
  const subtitles = await bytes(server.base, `${JOBS}/${id}/parts/1/subtitles`);
  await server.close();
  expect(subtitles.toString()).toMatch(/\nOne\.\n[\s\S]*\nVivian: Two\.\n[\s\S]*\nRyan: Three\.\n/);
  expect(Object.fromEntries(voices)).toMatchObject({
    'One.': { id: 'ryan' },
    'Two.': { id: 'vivian' },
    'Three.': { id: 'ryan' },
  });
});

describe('a narration', () => {
  let server: Awaited<ReturnType<typeof start>>;
  let done: Job;
  beforeAll(async () => {
    server = await start();
    done = await until(server.base, (await create(server.base, BOOK)).id, 'done');
  });
  afterAll(() => server.close());

  const refused = (name: string, body: unknown, status: number, more: Partial<Scenario> = {}): Scenario => ({
    name,
    method: 'POST',
    path: JOBS,
    body,
    status,
    ...more,
  });
  test.each<Scenario>([
    refused('no text', {}, 400, { details: [broken('body', 'none_of', { fields: 'input, parts' })] }),
    refused('an empty body', null, 400),
    refused('no parts', { parts: [] }, 400, { details: [broken('parts', 'empty')] }),
    refused('a part of nothing (attack 74)', { parts: [{ input: 'One.' }, { input: '' }] }, 400, {
      details: [broken('parts.1.input', 'empty')],
    }),
    refused('a part that says nothing once it is cleaned', { parts: [{ input: '(laughs)' }] }, 400, {
      json: { code: 'nothing_to_speak' },
      details: [broken('parts.0.input', 'nothing_to_speak')],
    }),
    refused('both', { ...BOOK, input: 'One.' }, 400, { details: [broken('input', 'not_with', { other: 'parts' })] }),
    refused('an unknown voice in a tag', { parts: [{ input: 'One.' }, { input: 'Two. [voice: Bob] Three.' }] }, 400, {
      details: [/^parts\.1\.input .*\[voice: Bob\]/],
    }),
    refused('an unknown voice', { parts: [{ input: 'One.', voice: 'nobody' }] }, 400, {
      details: [/^parts\.0\.voice/],
    }),
    refused(
      'every broken rule at once',
      { ...BOOK, voice: 'nobody', speed: 9, parts: [{ input: '[voice: Bob] A.' }] },
      400,
      {
        details: [broken('speed', 'too_large', { limit: 4 }), /^voice /, /^parts\.0\.input .*\[voice: Bob\]/],
      },
    ),
    refused('an unknown voice that no part has', { voice: 'nobody', parts: [{ input: 'One.', voice: 'ryan' }] }, 400, {
      details: [/^voice /],
    }),
    refused('a title of 10,000 letters (attack 74)', { title: 'a'.repeat(10_000), input: 'One.' }, 400, {
      details: [broken('title', 'too_long', { limit: 200 })],
    }),
    refused('a part beyond its limit', { input: 'a '.repeat(250_001) }, 413, { json: { code: 'payload_too_large' } }),
    refused('five parts beyond the limit of all', { parts: Array(5).fill({ input: 'a '.repeat(225_000) }) }, 413),
    refused('1,001 parts (attack 74)', { parts: Array(1_001).fill({ input: 'One.' }) }, 413),
    refused('another content type', 'One.', 415, { headers: { 'content-type': 'text/plain' } }),
    refused('a page of another site', BOOK, 403, {
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    }),
    ...['../../etc/passwd', '%2e%2e', 'x', ''].map(
      (id): Scenario => ({ name: `the id ${id}`, path: `${JOBS}/${encodeURIComponent(id)}/audio`, status: 404 }),
    ),
  ])('is refused with $name: $status', async (scenario) => {
    await runScenario(server.base, scenario);
  });

  test('is 202 with its address, and is spoken to its end', async () => {
    const response = await post(server.base, JOBS, { ...BOOK, title: null });
    const job = (await response.json()) as Job;
    expect(response.headers.get('location')).toBe(`${JOBS}/${job.id}`);
    expect(job).toMatchObject({ title: null, voice: 'ryan', characters: THREE.length + TWO.length, finished_at: null });
    const ended = await until(server.base, job.id, 'done');
    expect(ended).toMatchObject({
      reason: null,
      seconds_left: 0,
      chunks: { total: 5, done: 5, skipped: 0 },
      parts: [
        { title: 'One', status: 'done', characters: THREE.length, chunks: { total: 3, done: 3, skipped: 0 } },
        { title: 'Two', status: 'done', chunks: { total: 2, done: 2, skipped: 0 } },
      ],
    });
    expect(ended.audio_seconds).toBeCloseTo(
      ended.parts.reduce((sum, part) => sum + part.audio_seconds, 0),
      2,
    );
  });

  test('lists the newest first', async () => {
    const newest = await create(server.base, { input: 'One.' });
    const { jobs } = (await (await fetch(server.base + JOBS)).json()) as { jobs: Job[] };
    expect(jobs[0]?.id).toBe(newest.id);
    expect(jobs.at(-1)?.id).toBe(done.id);
  });

  test('is in the list as it is by itself, and others have their turn between it and the next one (attack 45)', async () => {
    await until(server.base, (await create(server.base, { input: 'One.' })).id, 'done');
    const ids: string[] = [];
    const turns: number[] = [];
    let turn = 0;
    const count = () => {
      turn += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for await (const { id } of await server.app.narrator!.list(EVERYBODY)) {
      ids.push(id);
      turns.push(turn);
    }
    clearImmediate(next);
    expect(new Set(turns).size).toBe(ids.length);
    const each = await Promise.all(ids.map((id) => bytes(server.base, `${JOBS}/${id}`)));
    expect((await bytes(server.base, JOBS)).toString()).toBe(`{"jobs":[${each.join(',')}]}`);
  });

  test('has in each part the bytes and subtitles that a request for its text gets with the same seed', async () => {
    const spoken = await post(server.base, '/v1/audio/speech', { input: THREE, seed: 7 });
    expect(await audioOf(server.base, done.id, 1)).toEqual(Buffer.from(await spoken.arrayBuffer()));
    const subtitles = await post(server.base, '/v1/audio/subtitles', { input: TWO, seed: 7 });
    expect(await bytes(server.base, `${JOBS}/${done.id}/parts/2/subtitles`)).toEqual(
      Buffer.from(await subtitles.arrayBuffer()),
    );
  });

  test.each<Scenario & { from?: number; to?: number }>([
    { name: 'a range', path: '', headers: { range: 'bytes=10-49' }, status: 206, from: 10, to: 50 },
    { name: 'its end', path: '', headers: { range: 'bytes=-5' }, status: 206, from: -5 },
    { name: 'the rest', path: '', headers: { range: 'bytes=100-' }, status: 206, from: 100 },
    { name: 'two ranges', path: '', headers: { range: 'bytes=0-1,4-5' }, status: 200, from: 0 },
    {
      name: 'a range whose end lies before its start',
      path: '',
      headers: { range: 'bytes=9-5' },
      status: 200,
      from: 0,
    },
    { name: 'a range beyond the end', path: '', headers: { range: 'bytes=999999999-' }, status: 416 },
  ])('is heard in part: $name', async ({ from, to, ...scenario }) => {
    for (const path of [`${JOBS}/${done.id}/parts/1/audio`, `${JOBS}/${done.id}/audio`]) {
      const whole = await bytes(server.base, path);
      const response = await runScenario(server.base, { ...scenario, path });
      if (from === undefined) continue;
      const expected = whole.subarray(from, to);
      expect(response.bytes).toEqual(expected);
      expect(response.headers['content-length']).toBe(String(expected.length));
    }
  });

  test('is one WAV file of all parts, one after the other', async () => {
    const whole = await bytes(server.base, `${JOBS}/${done.id}/audio?format=wav`);
    const parts = [await audioOf(server.base, done.id, 1), await audioOf(server.base, done.id, 2)];
    expect(readPromisedWav(whole).seconds).toBeCloseTo(done.audio_seconds, 2);
    expect(whole.subarray(44)).toEqual(Buffer.concat(parts.map((part) => part.subarray(44))));
    const head = await fetch(`${server.base}${JOBS}/${done.id}/audio`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(whole.length));
  });

  test('has a head that knows no range (RFC 9110, 14.2)', async () => {
    const path = `${JOBS}/${done.id}/parts/1/audio`;
    const head = await fetch(server.base + path, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String((await bytes(server.base, path)).length));
  });

  test('is an archive whose names lead nowhere (attack 74)', async () => {
    const title = '../../etc/passwd';
    const job = await create(server.base, { title, parts: [{ title, input: TWO }, { input: TWO }] });
    await until(server.base, job.id, 'done');
    const response = await fetch(`${server.base}${JOBS}/${job.id}/audio?format=zip`);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''etc%20passwd.zip");
    const archive = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(archive.length));
    const file = join(root, 'all.zip');
    await writeFile(file, archive);
    const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print([(one.filename, one.compress_type) for one in archive.infolist()])
    sys.stdout.flush()
    sys.stdout.buffer.write(archive.read(archive.infolist()[0]))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script, file]);
    expect(stderr.toString()).toBe('');
    const end = stdout.indexOf('\n') + 1;
    expect(stdout.subarray(0, end).toString()).toBe("[('1 etc passwd.wav', 0), ('2 part.wav', 0)]\n");
    expect(stdout.subarray(end)).toEqual(await audioOf(server.base, job.id, 1));
  });

  test.skipIf(!existsSync('/proc/self/fd'))(
    'of many parts has no file open once its archive, read slowly, is cut off (attack 74)',
    async () => {
      const { base, close, folder } = await start((held) => {
        held.start();
        held.speak({ seconds: 8 });
      });
      const { id } = await create(base, { parts: Array(24).fill({ input: 'One.' }) });
      await vi.waitFor(async () => expect((await get(base, id)).status).toBe('done'), { timeout: 120_000 });
      const openFiles = async () => {
        const descriptors = (await readdir('/proc/self/fd')).map((fd) =>
          readlink(`/proc/self/fd/${fd}`).catch(() => ''),
        );
        return (await Promise.all(descriptors)).filter((path) => path.startsWith(join(folder, id)));
      };
      const cut = new AbortController();
      const slow = Array.from({ length: 20 }, async () => {
        const { body } = await fetch(`${base}${JOBS}/${id}/audio?format=zip`, { signal: cut.signal });
        await body!.getReader().read();
      });
      await Promise.all(slow);
      await expect.poll(openFiles).not.toEqual([]);
      cut.abort();
      await expect.poll(openFiles).toEqual([]);
      await close();
    },
  );

  test('is done with what could be spoken, says what is missing, and speaks that again', async () => {
    let isBroken = true;
    const { base, engine, close } = await start((held) => {
      if (held.job.text.includes('chapter')) return held.start();
      return isBroken && held.job.text.includes('second') ? held.fail(new EngineError('failed', 'no')) : obedient(held);
    });
    const { id } = await create(base, BOOK);
    const first = async () => (await get(base, id)).parts[0];
    await vi.waitFor(async () => expect((await first())?.status).toBe('done'), { timeout: 20_000 });
    expect((await first())?.chunks).toEqual({ total: 3, done: 3, skipped: 1 });
    isBroken = false;
    const again = () => post(base, `${JOBS}/${id}/parts/1/again`, {});
    expect((await again()).status).toBe(202);
    await engine.holds(1);
    engine.held[0]?.speak();
    await until(base, id, 'done');
    expect(await audioOf(base, id, 1)).toEqual(await audioOf(server.base, done.id, 1));
    expect((await again()).status).toBe(409);
    await close();
  });

  test('fails when nothing of a part can be spoken, and its other parts are heard', async () => {
    const { base, close } = await start((held) =>
      held.job.text.includes('chapter') || held.job.text.includes('ends')
        ? held.fail(new EngineError('failed', 'tensor of shape 7'))
        : obedient(held),
    );
    const job = await until(base, (await create(base, BOOK)).id, 'failed');
    expect(job.parts.map(({ status }) => status)).toEqual(['done', 'failed']);
    expect(job.reason).toBe('Every chunk failed.');
    expect((await audioOf(base, job.id, 1)).length).toBeGreaterThan(44);
    await close();
  });

  test('of 4 GiB and more is no WAV file, but an archive of its parts', async () => {
    const { base, app, close } = await start();
    const { id } = await until(base, (await create(base, BOOK)).id, 'done');
    vi.spyOn(app.narrator!, 'sizeOf').mockResolvedValue(2 ** 31 + 44);
    const whole = { path: `${JOBS}/${id}/audio`, status: 409, json: { code: 'too_long_for_wav' } };
    await runScenario(base, { name: 'one file', ...whole });
    const archive = await fetch(`${base}${JOBS}/${id}/audio?format=zip`, { method: 'HEAD' });
    expect(Number(archive.headers.get('content-length'))).toBeGreaterThan(2 ** 32 + 88);
    vi.spyOn(app.narrator!, 'sizeOf').mockResolvedValue(2 ** 32);
    for (const path of ['parts/1/audio', 'audio?format=zip'])
      await runScenario(base, { ...whole, name: path, path: `${JOBS}/${id}/${path}` });
    await close();
  });

  test('is deleted with all of its files', async () => {
    const job = await create(server.base, { input: 'One.' });
    await until(server.base, job.id, 'done');
    await runScenario(server.base, { name: 'delete', method: 'DELETE', path: `${JOBS}/${job.id}`, status: 204 });
    await runScenario(server.base, { name: 'deleted', path: `${JOBS}/${job.id}`, status: 404 });
    await runScenario(server.base, { name: 'again', method: 'DELETE', path: `${JOBS}/${job.id}`, status: 404 });
    expect(await readdir(server.folder)).not.toContain(job.id);
  });

  test('is deleted some days after its end', async () => {
    const { base, close, folder } = await start(obedient);
    const job = await until(base, (await create(base, { input: 'One.' })).id, 'done');
    await close();
    const later = await start(obedient, folder, { jobsKeep: 0 });
    await vi.waitFor(async () => expect((await fetch(`${later.base}${JOBS}/${job.id}`)).status).toBe(404));
    await later.close();
  });
});

describe('a narration that is being spoken', () => {
  const isLate = (text: string) => text.includes('ends');

  test('is heard part by part, and the rest is 409 until it is done', async () => {
    const { base, engine, close, log } = await start(holding(isLate));
    const { id } = await create(base, BOOK);
    await engine.holds(1);
    await vi.waitFor(async () => expect((await get(base, id)).parts[1]?.chunks.done).toBe(1));
    const running = await get(base, id);
    expect(running).toMatchObject({ status: 'running', parts: [{ status: 'done' }, { status: 'running' }] });
    expect(running.seconds_left).not.toBeNull();
    expect((await audioOf(base, id, 1)).length).toBeGreaterThan(44);
    for (const path of ['parts/2/audio', 'parts/2/subtitles', 'audio', 'audio?format=zip'])
      await runScenario(base, {
        name: path,
        path: `${JOBS}/${id}/${path}`,
        status: 409,
        json: { code: 'not_finished' },
      });
    for (const [method, path, status] of [
      ['POST', 'parts/2/again', 409],
      ['POST', 'parts/3/again', 404],
      ['GET', 'parts/0/audio', 404],
      ['GET', 'parts/x/subtitles', 404],
      ['GET', 'audio?format=mp3', 400],
    ] as const)
      await runScenario(base, { name: path, method, path: `${JOBS}/${id}/${path}`, status });
    const metrics = await (await fetch(`${base}/metrics`)).text();
    expect(metrics).toContain('tts_jobs{status="running"} 1');
    engine.held[0]?.speak();
    await until(base, id, 'done');
    for (const action of ['pause', 'resume'])
      await runScenario(base, { name: action, method: 'POST', path: `${JOBS}/${id}/${action}`, status: 409 });
    const states = () => log.flatMap((line) => (line.includes('"narration"') ? [JSON.parse(line).status] : []));
    // Written once its chunks are deleted.
    await expect.poll(states).toEqual(['queued', 'running', 'done']);
    await close();
  });

  test('stops when it is paused, goes on when it is resumed, and says so twice', async () => {
    const { base, engine, close } = await start(holding(isLate));
    const { id } = await create(base, BOOK);
    await engine.holds(1);
    for (let time = 0; time < 2; time += 1)
      await runScenario(base, {
        name: 'pause',
        method: 'POST',
        path: `${JOBS}/${id}/pause`,
        status: 202,
        json: { status: 'paused' },
      });
    expect(engine.held).toEqual([]);
    engine.script = obedient;
    for (let time = 0; time < 2; time += 1)
      await runScenario(base, { name: 'resume', method: 'POST', path: `${JOBS}/${id}/resume`, status: [202, 409] });
    await until(base, id, 'done');
    await close();
  });

  test('is spoken part by part by an engine that takes several at once', async () => {
    const spoken: string[] = [];
    const { base, close } = await start(
      (held) => {
        spoken.push(held.job.text.split(' ')[0]!);
        obedient(held);
      },
      undefined,
      { parallel: 3 },
    );
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    const input = (name: string) => ['is here', 'goes on', 'ends now'].map((end) => `${name} of many parts ${end}.`);
    const { id } = await create(base, { parts: names.map((name) => ({ input: input(name).join(' ') })), seed: 7 });
    await until(base, id, 'done');
    await close();
    const ends = names.map((name) => spoken.lastIndexOf(name));
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  });

  test('fails when a voice of it is deleted, and says which', async () => {
    const voiceLibrary = await VoiceLibrary.open(join(root, 'voices'), SILENT);
    await voiceLibrary.add(
      newVoice('Anna K', { checkpoint: SCRIPTED_CAPABILITIES.checkpoint! }),
      new AbortController().signal,
    );
    const { base, engine, close } = await start(holding(isLate), undefined, { voiceLibrary });
    const { id } = await create(base, { ...BOOK, voice: 'annak' });
    await engine.holds(1);
    expect((await fetch(`${base}/v1/voices/annak`, { method: 'DELETE' })).status).toBe(204);
    await voiceLibrary.add(
      newVoice('Anna K', { checkpoint: SCRIPTED_CAPABILITIES.checkpoint! }),
      new AbortController().signal,
    );
    engine.held[0]?.speak();
    const { reason } = await until(base, id, 'failed');
    expect(reason).toContain('annak');
    await close();
  });

  test('stops when it is deleted', async () => {
    const { base, engine, close } = await start(holding(isLate));
    const { id } = await create(base, BOOK);
    await engine.holds(1);
    expect((await fetch(`${base}${JOBS}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(engine.held).toEqual([]);
    await close();
  });

  test('waits for every request, and is one of a hundred at most (attack 74)', async () => {
    const { base, engine, close } = await start((held) => held.start());
    await create(base, BOOK);
    await engine.holds(1);
    const spoken = post(base, '/v1/audio/speech', { input: 'A request that comes later.' });
    await engine.holds(2);
    engine.held[0]?.speak();
    await vi.waitFor(() => expect(engine.held.map(({ job }) => job.text)).toEqual(['A request that comes later.']));
    engine.held[0]?.speak();
    expect((await spoken).status).toBe(200);
    await engine.holds(1);
    for (let count = 1; count < 100; count += 1) await create(base, { input: 'One.' });
    await runScenario(base, {
      name: 'one more',
      method: 'POST',
      path: JOBS,
      body: { input: 'One.' },
      status: 429,
      json: { code: 'queue_full' },
      responseHeaders: { 'retry-after': /^\d+$/ },
    });
    await close();
  });

  test('is one of a hundred at most also when many are sent at once (attack 74)', async () => {
    const { base, close } = await start((held) => held.start());
    for (let count = 1; count < 100; count += 1) await create(base, { input: 'One.' });
    const sent = await Promise.all(Array.from({ length: 8 }, () => post(base, JOBS, { input: 'One.' })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([202, ...Array(7).fill(429)]);
    await close();
  });

  test('is paused with the reason while another variant is loaded, and goes on by itself', async () => {
    const { base, engine, close } = await start(holding(isLate));
    const { id } = await create(base, BOOK);
    await engine.holds(1);
    const { capabilities } = engine;
    const load = (variant: typeof capabilities.variant) => {
      engine.enter({ kind: 'restarting', reason: 'another is loaded' });
      engine.held[0]?.fail(new EngineError('crashed', 'another is loaded'));
      engine.capabilities = { ...capabilities, variant };
      engine.enter({ kind: 'ready' });
    };
    engine.script = obedient;
    load('voicedesign-1.7b');
    const paused = await until(base, id, 'paused');
    expect(paused.reason).toBe('It was begun by customvoice-0.6b in fp32; it goes on when that is loaded.');
    load('customvoice-0.6b');
    expect((await until(base, id, 'done')).chunks).toEqual({ total: 5, done: 5, skipped: 0 });
    await close();
  });

  test('survives its engine, with the same bytes', async () => {
    let deaths = 2;
    const { base, engine, close } = await start((held) => {
      if (deaths === 0 || !isLate(held.job.text)) return obedient(held);
      deaths -= 1;
      engine.enter({ kind: 'restarting', reason: 'killed' });
      held.fail(new EngineError('crashed', 'killed'));
      queueMicrotask(() => engine.enter({ kind: 'ready' }));
    });
    const { id } = await create(base, BOOK);
    expect((await until(base, id, 'done')).chunks).toEqual({ total: 5, done: 5, skipped: 0 });
    await close();
  });
});

describe('a narration of a user whom a proxy names', () => {
  const ADA = { 'x-user-id': 'ada' };
  const EVE = { 'x-user-id': 'eve', 'x-user-role': 'user' };
  const ADMIN = { 'x-user-id': 'root', 'x-user-role': 'admin' };
  const ROUTES = [
    ['GET', ''],
    ['GET', '/audio'],
    ['GET', '/parts/1/audio'],
    ['GET', '/parts/1/subtitles'],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/parts/1/again'],
    ['DELETE', ''],
  ] as const;
  let server: SpeechServer;
  let id: string;
  const list = async (headers: Record<string, string>) =>
    ((await (await fetch(server.base + JOBS, { headers })).json()) as { jobs: Job[] }).jobs.length;

  beforeAll(async () => {
    const jobs = await JobStore.open(join(root, String(folders++)), SILENT);
    const config = { userHeader: 'x-user-id', trustProxy: ['127.0.0.1'] };
    server = await startSpeechServer({ model: new ScriptedEngine(obedient), jobs, config });
    const headers = { ...ADA, 'content-type': 'application/json' };
    const body = JSON.stringify({ input: TWO });
    ({ id } = (await (await fetch(server.base + JOBS, { method: 'POST', headers, body })).json()) as Job);
  });
  afterAll(() => server.close());

  test.each(ROUTES)('is 404 for others and 401 for nobody (attack 75): %s %s', async (method, path) => {
    const scenario = { name: path, method, path: `${JOBS}/${id}${path}` };
    await runScenario(server.base, { ...scenario, headers: EVE, status: 404 });
    await runScenario(server.base, { ...scenario, headers: { 'x-user-role': 'admin' }, status: 401 });
  });

  test('is in the list of its user and of administrators', async () => {
    expect(await Promise.all([ADA, EVE, ADMIN].map(list))).toEqual([1, 0, 1]);
    await runScenario(server.base, { name: 'nobody', path: JOBS, status: 401, json: { code: 'unauthorized' } });
    await runScenario(server.base, { name: 'nobody', method: 'POST', path: JOBS, body: BOOK, status: 401 });
  });

  test('is nobody’s where the header comes from a peer that is not trusted (attack 75)', async () => {
    const jobs = await JobStore.open(join(root, String(folders++)), SILENT);
    const model = new ScriptedEngine(obedient);
    const { base, close } = await startSpeechServer({ model, jobs, config: { userHeader: 'x-user-id' } });
    for (const more of [{ path: JOBS }, { path: JOBS, method: 'POST', body: BOOK } as const])
      await runScenario(base, { name: 'an untrusted peer', ...more, headers: ADMIN, status: 401 });
    await close();
  });

  test('counts as speech of its user', async () => {
    await vi.waitFor(async () => {
      expect(await (await fetch(`${server.base}/metrics`)).text()).toMatch(
        /tts_user_audio_seconds_total\{user="ada"\} [\d.]+/,
      );
    });
  });
});

describe('a narration in a folder', () => {
  const isThird = (text: string) => text.includes('third');

  test('goes on where it was, whatever a crash left behind, with the same bytes and no chunk spoken twice', async () => {
    const whole = await start();
    const reference = await until(whole.base, (await create(whole.base, BOOK)).id, 'done');
    const first = await start(holding(isThird));
    const { id } = await create(first.base, BOOK);
    await first.engine.holds(1);
    await vi.waitFor(async () => expect((await get(first.base, id)).chunks.done).toBe(2));
    await first.close();
    const chunks = first.store.file(id, 1, 'chunks');
    // The head of a record whose rest never reached the disk.
    await appendFile(chunks, Buffer.from([200, 0, 0, 0, 1, 2, 3, 4, 5, 6]));
    const spoken: string[] = [];
    const second = await start((held) => {
      spoken.push(held.job.text);
      obedient(held);
    }, first.folder);
    await until(second.base, id, 'done');
    expect(spoken).toHaveLength(3);
    expect(spoken.filter(isThird)).toHaveLength(1);
    for (const n of [1, 2])
      expect(await audioOf(second.base, id, n)).toEqual(await audioOf(whole.base, reference.id, n));
    await second.close();
    await whole.close();
  });

  test('tells after a crash how far it was, before anything is read', async () => {
    const { base, engine, folder, close } = await start(holding(isThird));
    await create(base, BOOK);
    await engine.holds(1);
    const crashed = join(root, String(folders++));
    await vi.waitFor(async () => {
      await cp(folder, crashed, { recursive: true });
      const store = await JobStore.open(crashed, SILENT);
      await store.close();
      expect(store.jobs[0]?.state.parts[0]?.chunks).toMatchObject({ total: 3, done: 2 });
    });
    await close();
  });

  test('is worked by one service', async () => {
    const { folder, close } = await start();
    await expect(JobStore.open(folder, SILENT)).rejects.toThrow('another service works it');
    await close();
  });

  test.each([false, true])('loses what a deletion left behind at the next start (shared: %s)', async (isShared) => {
    const folder = join(root, String(folders++));
    await mkdir(join(folder, '.deleted-0'), { recursive: true });
    const { close } = await JobStore.open(folder, SILENT, { isShared });
    await close();
    expect(await readdir(folder)).not.toContain('.deleted-0');
  });

  test('notices audio that was cut by hand, and speaks it again', async () => {
    const { base, close, store } = await start();
    const { id } = await until(base, (await create(base, BOOK)).id, 'done');
    const before = await audioOf(base, id, 1);
    await truncate(store.file(id, 1, 'wav'), 1_000);
    await runScenario(base, {
      name: 'cut audio',
      path: `${JOBS}/${id}/parts/1/audio`,
      status: 409,
      json: { code: 'not_finished' },
    });
    await until(base, id, 'done');
    expect(await audioOf(base, id, 1)).toEqual(before);
    await close();
  });

  test('is paused with its reason while the disk is full, and goes on when it is not, with the same bytes (attack 72)', async () => {
    const { base, engine, close, store, log } = await start();
    const reference = await until(base, (await create(base, BOOK)).id, 'done');
    engine.script = holding(isThird);
    let free = 1e12;
    vi.spyOn(store, 'freeBytes').mockImplementation(async () => free);
    const { id } = await create(base, BOOK);
    await engine.holds(1);
    free = 0;
    engine.script = obedient;
    engine.held[0]?.speak();
    const paused = await until(base, id, 'paused');
    expect(paused.reason).toMatch(/no room on the disk/);
    expect((await post(base, '/v1/audio/speech', { input: 'Everything else works.' })).status).toBe(200);
    expect(log.filter((line) => line.includes('"narration"') && line.includes('"paused"'))).toHaveLength(1);
    free = 1e12;
    await until(base, id, 'done');
    for (const n of [1, 2]) expect(await audioOf(base, id, n)).toEqual(await audioOf(base, reference.id, n));
    await close();
  });

  test.each([
    ['on the disk', 201 * 1024 ** 2, 10],
    ['within --jobs-max-gb', 1e12, 0.001],
  ])('is refused where it has no room %s, with how much it takes', async (_, freeBytes, jobsMaxGb) => {
    const { base, close, store } = await start(obedient, undefined, { jobsMaxGb });
    vi.spyOn(store, 'freeBytes').mockResolvedValue(freeBytes);
    await runScenario(base, {
      name: 'no room',
      method: 'POST',
      path: JOBS,
      body: { input: THREE.repeat(50) },
      status: 507,
      json: { code: 'no_room', error: /0\.\d+ GB.*0\.001 GB/ },
    });
    await close();
  });

  test('is refused where one that was sent with it has taken the room', async () => {
    const { base, close, store } = await start((held) => held.start(), undefined, { jobsMaxGb: 0.035 });
    vi.spyOn(store, 'freeBytes').mockResolvedValue(1e12);
    const sent = await Promise.all([1, 2].map(() => post(base, JOBS, { input: THREE.repeat(50) })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 507]);
    await close();
  });

  test('waits with its reason where it has no room, and keeps no other from being spoken', async () => {
    const first = await start((held) => held.start());
    const large = await create(first.base, { input: THREE.repeat(50) });
    const small = await create(first.base, { input: 'One.' });
    await first.close();
    const { base, close } = await start(obedient, first.folder, { jobsMaxGb: 0.005 });
    await until(base, small.id, 'done');
    expect((await get(base, large.id)).reason).toMatch(/no room on the disk/);
    await close();
  });
});
