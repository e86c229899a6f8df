import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job, ModelVariant, SpeechHealth } from '@ownvoice/shared/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { forkQwen3 } from '../engines/create-supervisor.js';
import { JobStore } from '../jobs/job-store.js';
import { startFront } from '../testing/engine-services.js';
import { buildGolden, type GoldenName } from '../testing/golden-models.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { SILENT } from '../testing/supervised.js';
import { formOf, humming, postForm } from '../testing/voice-forms.js';
import { VoiceLibrary } from '../voice-library/voice-library.js';

const TEXT =
  'The harbour lay still. Nobody had seen the boat since Tuesday, and 2 of the nets were gone. ' +
  'Was it the storm? Perhaps. [pause 0.4s] The old man said nothing and lit his pipe.\n\nThen a light came up beyond the pier.';

const bytes = async (answer: Response) => {
  expect([answer.status, answer.status === 200 ? '' : await answer.clone().text()]).toEqual([200, '']);
  return Buffer.from(await answer.arrayBuffer());
};
const health = async (base: string) => (await (await fetch(`${base}/health`)).json()) as SpeechHealth;

describe('three services with a model and one without', () => {
  let modelsDir: string;
  /** By variant, for all tests: an engine takes a second to load. */
  const running = new Map<ModelVariant, SpeechServer[]>();
  const fronts: SpeechServer[] = [];
  beforeAll(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'remote-engines-'));
  });
  afterEach(() => Promise.all(fronts.splice(0).map((server) => server.close())));
  afterAll(async () => {
    await Promise.all([...running.values()].flat().map((server) => server.close()));
    await rm(modelsDir, { recursive: true });
  });

  async function serve(variant: ModelVariant & GoldenName, count: number) {
    const known = running.get(variant);
    if (known) return known.map(({ base }) => base);
    const folder = await buildGolden(variant, modelsDir);
    const options = { variant, folder, device: 'cpu', threads: 1, pullOptions: '' } as const;
    const started = await Promise.all(
      Array.from({ length: count }, () =>
        startSpeechServer({ variant, model: forkQwen3(options, SILENT, process.env) }),
      ),
    );
    running.set(variant, started);
    return started.map(({ base }) => base);
  }
  const front = async (...all: Parameters<typeof startFront>) => {
    const server = await startFront(...all);
    fronts.push(server);
    return server.base;
  };

  test('give the bytes of one alone for a seed, and the front says what it is', async () => {
    const engines = await serve('customvoice-0.6b', 3);
    const base = await front(engines);
    await expect
      .poll(async () => (await health(base)).engines?.map(({ state }) => state))
      .toEqual(['ready', 'ready', 'ready']);
    for (const more of [
      {},
      { voice: 'vivian', speed: 1.3, instruct: 'softly' },
      { preprocess: false, input: 'One, two.' },
    ]) {
      const request = { input: TEXT, voice: 'ryan', seed: 7, ...more };
      const alone = await post(engines[0] ?? '', '/v1/audio/speech', request);
      const spread = await post(base, '/v1/audio/speech', request);
      expect(spread.headers.get('x-tts-engine')).toBe('remote');
      if (!('preprocess' in more)) expect(Number(spread.headers.get('x-tts-chunks'))).toBeGreaterThan(2);
      for (const name of [
        'x-tts-chunks',
        'x-tts-chunk-starts',
        'x-tts-chunks-skipped',
        'x-tts-chunks-doubtful',
        'x-tts-voice',
      ])
        expect([name, spread.headers.get(name)]).toEqual([name, alone.headers.get(name)]);
      expect((await bytes(spread)).equals(await bytes(alone))).toBe(true);
    }
    expect(await health(base)).toMatchObject({ engine: 'remote', variant: 'customvoice-0.6b', model_loaded: true });
    const voices = async (at: string) => (await fetch(`${at}/v1/voices`)).text();
    expect(await voices(base)).toBe(await voices(engines[0] ?? ''));
    expect((await post(base, '/v1/audio/voice-design', { input: 'Hi.', voice_description: 'Calm.' })).status).toBe(409);
    const metrics = await (await fetch(`${base}/metrics`)).text();
    expect(metrics).toContain('tts_engine_services{state="ready"} 3');
  });

  test('design a voice, and narrate, as one alone does', async () => {
    const designs = await serve('voicedesign-1.7b', 2);
    const design = { input: TEXT, voice_description: 'An old sailor, hoarse and amused.', seed: 5 };
    const [alone, spread] = await Promise.all(
      [designs[0] ?? '', await front(designs)].map((at) => post(at, '/v1/audio/voice-design', design)),
    );
    expect((await bytes(spread!)).equals(await bytes(alone!))).toBe(true);

    const engines = await serve('customvoice-0.6b', 3);
    const folder = await mkdtemp(join(tmpdir(), 'remote-jobs-'));
    const base = await front(engines, {}, { jobs: await JobStore.open(folder, SILENT) });
    const part = { input: TEXT, voice: 'ryan' };
    const created = await post(base, '/v1/audio/jobs', { parts: [part, part], seed: 7 });
    const { id } = (await created.json()) as Job;
    const job = `${base}/v1/audio/jobs/${id}`;
    await expect.poll(async () => ((await (await fetch(job)).json()) as Job).status, { timeout: 60_000 }).toBe('done');
    const once = await bytes(await post(engines[0] ?? '', '/v1/audio/speech', { ...part, seed: 7 }));
    for (const n of [1, 2]) expect((await bytes(await fetch(`${job}/parts/${n}/audio`))).equals(once)).toBe(true);
    await rm(folder, { recursive: true });
  });

  test('refuse a chunk that no service has cut, and numbers that no model has made', async () => {
    const [base = ''] = await serve('base-0.6b', 2);
    const order = JSON.stringify({ estimatedSeconds: 1, reproducible: true });
    const encoding = { checkpoint: 'a'.repeat(64), hash: 'b'.repeat(64), speaker_embedding: 'AAAAAA==', spoken: null };
    const chunk = { input: 'Hello.', seed: 1, preprocess: false, voice_encoding: encoding };
    const ask = async (path: string, header: string | undefined, body: object) => {
      const headers = { 'content-type': 'application/json', ...(header !== undefined && { 'x-tts-chunk': header }) };
      return (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    const spoken = { text: 'Hello.', frames: 1, codes: 'AAAAgA==' };
    const audio = Buffer.from(new Float32Array(24_000).fill(2).buffer).toString('base64');
    for (const [header, body, status] of [
      [order, chunk, 409],
      ['{', chunk, 400],
      [JSON.stringify({ estimatedSeconds: 1e9, reproducible: true }), chunk, 400],
      [order, { ...chunk, preprocess: true, input: 'Hello. '.repeat(1_000) }, 400],
      [order, { ...chunk, seed: undefined }, 400],
      [order, { ...chunk, voice_encoding: { ...encoding, speaker_embedding: 'AAA=' } }, 400],
      [order, { ...chunk, voice_encoding: { ...encoding, speaker_embedding: 'AADAfw==' } }, 400],
      [order, { ...chunk, voice_encoding: { ...encoding, spoken } }, 400],
    ] as const)
      expect([body, await ask('/v1/audio/speech', header, body)]).toEqual([body, status]);
    for (const samples of ['', 'AAA=', 'AAAAAA==', audio])
      expect(await ask('/v1/voices/encoding', undefined, { samples })).toBe(400);
  });

  test('clone and keep voices as one alone does', async () => {
    const engines = await serve('base-0.6b', 2);
    const folder = await mkdtemp(join(tmpdir(), 'remote-voices-'));
    const voiceLibrary = await VoiceLibrary.open(folder, SILENT);
    const base = await front(engines, {}, { voiceLibrary });
    const recording = humming(4);
    const form = () => formOf({ input: TEXT, reference_audio: recording, seed: '3' });
    const cloneAt = (at: string) => fetch(`${at}/v1/audio/voice-clone`, { method: 'POST', body: form() });
    expect((await bytes(await cloneAt(base))).equals(await bytes(await cloneAt(engines[0] ?? '')))).toBe(true);

    const kept = await postForm(base, '/v1/voices', { name: 'Clara', reference_audio: recording, consent: 'true' });
    expect(kept.status).toBe(201);
    const saved = await bytes(await post(base, '/v1/audio/speech', { input: TEXT, voice: 'clara', seed: 3 }));
    expect(saved.equals(await bytes(await cloneAt(base)))).toBe(true);
    await rm(folder, { recursive: true });
  });
});
