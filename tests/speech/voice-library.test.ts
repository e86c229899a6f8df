import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VoiceList } from '@ownvoice/shared/contract';
import { forkQwen3 } from '@ownvoice/tts/dist/engines/create-supervisor.js';
import { buildGolden, type GoldenName, goldenFolder } from '@ownvoice/tts/dist/testing/golden-models.js';
import { canMakeReadOnly, readOnly } from '@ownvoice/tts/dist/testing/read-only-folder.js';
import { post, type SpeechServer, startSpeechServer } from '@ownvoice/tts/dist/testing/speech-server.js';
import { SILENT } from '@ownvoice/tts/dist/testing/supervised.js';
import { postForm } from '@ownvoice/tts/dist/testing/voice-forms.js';
import { readPromisedWav } from '@ownvoice/tts/dist/testing/wav.js';
import { VoiceLibrary } from '@ownvoice/tts/dist/voice-library/voice-library.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const TEXT = 'Hello, world.';
const TRANSCRIPT = 'Hello there, how are you today?';

const canBeReadOnly = canMakeReadOnly();
const leftOut = canBeReadOnly ? '' : ' (left out: this user can make no folder read-only)';

describe('a voice library with the reduced models', () => {
  let folder: string;
  let libraryDir: string;
  let recording: Uint8Array;
  const models = new Map<string, string>();
  const open: SpeechServer[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'library-models-'));
    libraryDir = join(folder, 'voices');
    recording = await readFile(join(goldenFolder('base-0.6b'), 'reference-3s.wav'));
  });
  afterAll(async () => {
    await Promise.all(open.map((server) => server.close()));
    await rm(folder, { recursive: true });
  });

  /** A process of its own for the model, as after a restart. */
  const serve = async (variant: GoldenName, voices = libraryDir): Promise<SpeechServer> => {
    const built = models.get(variant) ?? (await buildGolden(variant, folder));
    models.set(variant, built);
    const options = { variant, folder: built, device: 'cpu', threads: 1, pullOptions: '' } as const;
    const model = forkQwen3(options, SILENT, process.env);
    const server = await startSpeechServer({
      variant,
      model,
      voiceLibrary: await VoiceLibrary.open(voices, SILENT),
    });
    open.push(server);
    return server;
  };
  const wavOf = async (response: Response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.status, new TextDecoder().decode(bytes.subarray(0, 300))).toBe(200);
    readPromisedWav(bytes);
    return bytes;
  };
  const byName = async (base: string, voice: string) =>
    wavOf(await post(base, '/v1/audio/speech', { input: TEXT, voice, seed: 5 }));

  test('a kept voice gives the bytes of its recording: at once, in the form, after a restart, at a second replica', async () => {
    const first = await serve('base-0.6b');
    const uploaded = await wavOf(
      await postForm(first.base, '/v1/audio/voice-clone', {
        input: TEXT,
        reference_audio: recording,
        reference_text: TRANSCRIPT,
        seed: '5',
      }),
    );
    const created = await postForm(first.base, '/v1/voices', {
      name: 'Anna K',
      reference_audio: recording,
      reference_text: TRANSCRIPT,
      consent: 'true',
    });
    expect(created.status, await created.clone().text()).toBe(201);
    expect(await created.json()).toMatchObject({ id: 'annak', name: 'Anna K', language: 'English', custom: true });
    const answer = await post(first.base, '/v1/audio/speech', { input: TEXT, voice: 'anna-k', seed: 5 });
    expect(answer.headers.get('x-tts-voice')).toBe('annak');
    expect(await wavOf(answer)).toEqual(uploaded);
    expect(await byName(first.base, 'ANNA K')).toEqual(uploaded);
    const form = { input: TEXT, voice: 'annak', seed: '5' };
    expect(await wavOf(await postForm(first.base, '/v1/audio/voice-clone', form))).toEqual(uploaded);
    // What is kept is no recording.
    const [entry = ''] = await readdir(libraryDir);
    expect(await readdir(join(libraryDir, entry))).not.toContain('recording.wav');

    const second = await serve('base-0.6b');
    expect(await byName(second.base, 'Anna K')).toEqual(uploaded);
    await first.close();
    const restarted = await serve('base-0.6b');
    expect(await byName(restarted.base, 'Anna K')).toEqual(uploaded);
    expect((await fetch(`${second.base}/v1/voices/annak`, { method: 'DELETE' })).status).toBe(204);
    const gone = await post(restarted.base, '/v1/audio/speech', { input: TEXT, voice: 'Anna K' });
    expect(gone.status).toBe(400);
    const { voices } = (await (await fetch(`${restarted.base}/v1/voices`)).json()) as VoiceList;
    expect(voices).toHaveLength(9);
  });

  test('a designed voice is kept with its recording, and each base model speaks with it', async () => {
    const designer = await serve('voicedesign-1.7b');
    const body = { name: 'Sailor', voice_description: 'An old sailor, hoarse and amused.', seed: 0 };
    const created = await post(designer.base, '/v1/voices/design', body);
    expect(created.status, await created.clone().text()).toBe(201);
    expect(await created.json()).toMatchObject({ id: 'sailor', language: 'English', custom: true });
    const speech = await post(designer.base, '/v1/audio/speech', { input: TEXT, voice: 'Sailor' });
    expect(speech.status).toBe(409);
    expect(await speech.text()).toContain('base-1.7b');
    const base = await serve('base-0.6b');
    const once = await byName(base.base, 'Sailor');
    const names = await readdir(libraryDir);
    const files = await readdir(join(libraryDir, names.find((name) => name.startsWith('sailor')) ?? ''));
    expect(files.filter((name) => name.startsWith('encoding-'))).toHaveLength(1);
    const restarted = await serve('base-0.6b');
    expect(await byName(restarted.base, 'sailor')).toEqual(once);
  });

  test.skipIf(!canBeReadOnly)(
    `a second replica over a read-only folder speaks with all voices and changes none${leftOut}`,
    async () => {
      const [writer, designer] = await Promise.all([serve('base-0.6b'), serve('voicedesign-1.7b')]);
      const created = [
        await postForm(writer.base, '/v1/voices', { name: 'Berta', reference_audio: recording, consent: 'true' }),
        await post(designer.base, '/v1/voices/design', { name: 'Pilot', voice_description: 'A young pilot.', seed: 0 }),
      ];
      for (const answer of created) expect(answer.status, await answer.clone().text()).toBe(201);
      const berta = await byName(writer.base, 'Berta');
      const before = (await readdir(libraryDir, { recursive: true })).sort();

      const { path, release } = readOnly(libraryDir);
      onTestFinished(release);
      const reader = await serve('base-0.6b', path);
      onTestFinished(() => reader.close());
      expect(await (await fetch(`${reader.base}/health`)).json()).toMatchObject({ voice_library: 'read-only' });
      expect(await byName(reader.base, 'berta')).toEqual(berta);
      // Nobody has encoded it yet: here that stays in memory.
      const pilot = await byName(reader.base, 'Pilot');
      expect(await byName(reader.base, 'Pilot')).toEqual(pilot);

      const form = { name: 'Clara', reference_audio: recording, consent: 'true' };
      const refused = await postForm(reader.base, '/v1/voices', form);
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'library_read_only' }]);
      expect((await postForm(reader.base, '/v1/voices', { ...form, consent: 'false' })).status).toBe(400);
      const deleted = async (id: string) =>
        (await fetch(`${reader.base}/v1/voices/${id}`, { method: 'DELETE' })).status;
      expect([await deleted('berta'), await deleted('ryan'), await deleted('nobody')]).toEqual([403, 403, 404]);
      expect((await readdir(libraryDir, { recursive: true })).sort()).toEqual(before);
      expect(await byName(reader.base, 'berta')).toEqual(berta);
      await reader.close();
      release();
      expect(await byName(writer.base, 'Pilot')).toEqual(pilot);
    },
  );
});
