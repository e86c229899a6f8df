import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { broken, runScenario, type Scenario } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SynthesisJob } from '../engines/engine.js';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { formOf, humming, postForm } from '../testing/voice-forms.js';
import { VoiceLibrary } from '../voice-library/voice-library.js';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const VOICE = humming(4);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voice-library-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A form without the fields that are undefined. */
const voiceForm = (more: Record<string, string | Uint8Array | undefined> = {}) => {
  const fields = { name: 'Berta', reference_audio: VOICE, consent: 'true', ...more };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};
const create = (
  name: string,
  more: Record<string, string | Uint8Array | undefined>,
  status: number,
  rest: Partial<Scenario> = {},
): Scenario => ({ name, method: 'POST', path: '/v1/voices', body: formOf(voiceForm(more)), status, ...rest });
const refused = (name: string, more: Record<string, string | Uint8Array | undefined>, detail: RegExp) =>
  create(name, more, 400, { details: [detail] });
const remove = (id: string, status: number): Scenario => ({
  name: `${id} is deleted: ${status}`,
  method: 'DELETE',
  path: `/v1/voices/${encodeURIComponent(id)}`,
  status,
});

describe('without a voice library', () => {
  let server: SpeechServer;
  beforeAll(async () => {
    server = await startSpeechServer({ model: new ScriptedEngine(obedient), variant: 'base-0.6b' });
  });
  afterAll(() => server.close());

  test.each<Scenario>([
    { name: 'a recording', method: 'POST', path: '/v1/voices', body: formOf(voiceForm()), status: 404 },
    { name: 'anything', method: 'POST', path: '/v1/voices', body: { name: 1 }, status: 404 },
    { name: 'a description', method: 'POST', path: '/v1/voices/design', body: {}, status: 404 },
    { name: 'one voice', path: '/v1/voices/ryan', status: 404 },
    { name: 'deleting', method: 'DELETE', path: '/v1/voices/ryan', status: 404 },
    { name: 'the list', path: '/v1/voices', status: 200, json: { 'voices.length': 9 } },
    { name: 'health says nothing of it', path: '/health', status: 200, json: { voice_library: undefined } },
    {
      name: 'voice is an unknown field of a clone',
      method: 'POST',
      path: '/v1/audio/voice-clone',
      body: formOf({ input: 'Hello.', reference_audio: VOICE, voice: 'Anna' }),
      status: 200,
    },
  ])('$name: $status', async (scenario) => {
    await runScenario(server.base, scenario);
  });
});

describe('a voice library with a base variant', () => {
  const jobs: SynthesisJob[] = [];
  const engine = new ScriptedEngine((held) => {
    jobs.push(held.job);
    obedient(held);
  });
  let server: SpeechServer;
  beforeAll(async () => {
    const voiceLibrary = await VoiceLibrary.open(join(folder, 'base'), SILENT);
    server = await startSpeechServer({ model: engine, variant: 'base-0.6b', voiceLibrary });
    const answer = await postForm(
      server.base,
      '/v1/voices',
      voiceForm({ name: 'Anna K', reference_text: 'Guten Morgen, wie geht es dir heute?' }),
    );
    expect(answer.status).toBe(201);
  });
  afterAll(() => server.close());

  const NAMES: Scenario[] = [
    ...['Ryan', 'uncle fu', 'ALLOY', 'Ono-Anna', 'ｒｙａｎ', ' Marin_', 'Design', 'encoding'].map((name) =>
      refused(`the name ${name}`, { name, reference_audio: undefined }, broken('name', 'reserved_name')),
    ),
    ...['annak', 'ANNA_K', 'Anna-K', ' anna k '].map((name) =>
      create(`the name ${JSON.stringify(name)}, which is taken`, { name }, 409, { json: { code: 'name_taken' } }),
    ),
    ...[
      '../../etc/passwd',
      'a/b',
      'a\\b',
      '.',
      'a.b',
      'a\u0000b',
      'a\nb',
      'a\tb',
      '<script>',
      "'; DROP TABLE",
      '$x',
      '%2e%2e',
      'a\u202eb',
      'a\u200bb',
      '😀',
      'CON:',
      'a*',
      '\u001b[31m',
    ].map((name) =>
      refused(
        `the name ${JSON.stringify(name)}`,
        { name, reference_audio: undefined },
        broken('name', 'voice_name_characters'),
      ),
    ),
    refused('a name without a letter or digit', { name: ' - _ ' }, broken('name', 'no_letter_or_digit')),
    refused('an empty name', { name: '' }, broken('name', 'empty')),
    refused('no name', { name: undefined }, broken('name', 'required')),
    refused('a name of 65 letters', { name: 'x'.repeat(65) }, broken('name', 'too_long', { limit: 64 })),
    ...['José Ángel', '李雷', 'Анна', 'नमिता', 'x'.repeat(64), 'con', '__proto__', 'constructor', '7'].flatMap(
      (name) => {
        const id = name
          .toLowerCase()
          .replace(/[\s_-]/g, '')
          .normalize('NFC');
        return [
          create(`the name ${name}`, { name }, 201, { json: { id, name, custom: true, language: 'auto' } }),
          { name: `${name} by its id`, path: `/v1/voices/${encodeURIComponent(id)}`, status: 200, json: { name } },
          {
            name: `speech of ${name}`,
            method: 'POST',
            path: '/v1/audio/speech',
            body: { input: 'Hello.', voice: name },
            status: 200,
            responseHeaders: { 'x-tts-voice': encodeURIComponent(id) },
          },
          remove(name, 204),
          remove(name, 404),
        ];
      },
    ),
  ];

  const FIELDS: Scenario[] = [
    refused('no consent', { consent: undefined }, broken('consent', 'required')),
    refused('consent that is refused', { consent: 'false' }, broken('consent', 'no_consent')),
    refused('consent that says something else', { consent: 'yes' }, broken('consent', 'no_consent')),
    refused('a recording to be kept perhaps', { keep_recording: 'maybe' }, broken('keep_recording', 'wrong_type')),
    refused('a language that is none of the ten', { language: 'Klingon' }, broken('language', 'not_one_of')),
    refused(
      'a transcript beyond its limit',
      { reference_text: 'x'.repeat(2_001) },
      broken('reference_text', 'too_long', { limit: 2_000 }),
    ),
    refused('no recording', { reference_audio: undefined }, broken('reference_audio', 'required')),
    refused('text instead of a recording', { reference_audio: 'abc' }, broken('reference_audio', 'wrong_type')),
    refused(
      'a recording that is too short',
      { reference_audio: humming(2.9) },
      broken('reference_audio', 'recording_unusable'),
    ),
    refused(
      'a recording that is too long',
      { reference_audio: humming(61) },
      broken('reference_audio', 'recording_unusable'),
    ),
    refused('no audio', { reference_audio: Buffer.from('hello') }, broken('reference_audio', 'recording_unusable')),
    create('every broken rule', { name: '?', consent: 'no', reference_audio: undefined }, 400, {
      details: [/^name/, /^consent/, /^reference_audio/],
    }),
    create('a file of 26 MB', { reference_audio: Buffer.alloc(26 * 1024 ** 2) }, 413),
    { name: 'JSON is no form', method: 'POST', path: '/v1/voices', body: { name: 'Berta' }, status: 415 },
    create('a language that is told', { language: 'de-DE' }, 201, { json: { language: 'German' } }),
    remove('Berta', 204),
  ];

  const otherSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const OTHER_SITES: Scenario[] = [
    create('a form that another site sends', {}, 403, { headers: otherSite }),
    {
      name: 'a description that another site sends',
      method: 'POST',
      path: '/v1/voices/design',
      body: { name: 'Berta', voice_description: 'A calm voice.' },
      headers: otherSite,
      status: 403,
    },
    { ...remove('annak', 403), name: 'deleting by another site', headers: otherSite },
    { name: 'reading by another site', path: '/v1/voices/annak', headers: otherSite, status: 200 },
  ];

  const LIST: Scenario[] = [
    {
      name: 'the list has it after the nine, with the language of its transcript',
      path: '/v1/voices',
      status: 200,
      json: {
        'voices.length': 10,
        'voices.8.id': 'sohee',
        'voices.9.id': 'annak',
        'voices.9.name': 'Anna K',
        'voices.9.custom': true,
        'voices.9.language': 'German',
      },
    },
    {
      name: 'the list where some clients look',
      path: '/v1/audio/voices',
      status: 200,
      json: { 'voices.9.id': 'annak' },
    },
    { name: 'a voice by a name', path: '/v1/voices/Anna%20K', status: 200, json: { id: 'annak' } },
    { name: 'a pre-built voice', path: '/v1/voices/ryan', status: 200, json: { id: 'ryan', custom: undefined } },
    { name: 'a voice that is not there', path: '/v1/voices/nobody', status: 404 },
    { name: 'an id that is a path', path: '/v1/voices/..%2f..%2fetc', status: 404 },
    { name: 'an id of a mark', path: '/v1/voices/-', status: 404 },
    { name: 'an id of 10 KB', path: `/v1/voices/${'x'.repeat(10_000)}`, status: 404 },
    remove('ryan', 403),
    remove('alloy', 403),
    remove('nobody', 404),
    { name: 'another method', method: 'PUT', path: '/v1/voices/annak', body: {}, status: 405 },
    { name: 'health says that it can be written', path: '/health', status: 200, json: { voice_library: 'writable' } },
    {
      name: 'a description needs another variant',
      method: 'POST',
      path: '/v1/voices/design',
      body: { name: 'Sailor', voice_description: 'Hoarse.' },
      status: 409,
      json: { error: /voicedesign-1\.7b/ },
    },
  ];

  const SPEAKING: Scenario[] = [
    {
      name: 'an object with its id',
      method: 'POST',
      path: '/v1/audio/speech',
      body: { input: 'Hello.', voice: { id: 'annak' } },
      status: 200,
      responseHeaders: { 'x-tts-voice': 'annak' },
    },
    {
      name: 'an unknown voice is a 400 that lists the known ones, beside the other broken rules',
      method: 'POST',
      path: '/v1/audio/speech',
      body: { input: 'Hello.', voice: 'nobody', speed: 9 },
      status: 400,
      details: [/^voice .*ryan, .* cedar.*: Anna K\b/, broken('speed', 'too_large', { limit: 4 })],
    },
    {
      name: 'an unknown id',
      method: 'POST',
      path: '/v1/audio/speech',
      body: { input: 'Hello.', voice: { id: 'nobody' } },
      status: 400,
      details: [broken('voice.id', 'not_one_of')],
    },
    {
      name: 'a voice that is a number',
      method: 'POST',
      path: '/v1/audio/speech',
      body: { input: 'Hello.', voice: 7 },
      status: 400,
      details: [broken('voice', 'wrong_type')],
    },
    {
      name: 'no body',
      method: 'POST',
      path: '/v1/audio/speech',
      body: '',
      headers: { 'content-type': 'application/json' },
      status: 400,
    },
    {
      name: 'a pre-built voice needs another variant',
      method: 'POST',
      path: '/v1/audio/speech',
      body: { input: 'Hello.', voice: 'ryan' },
      status: 409,
      json: { error: /--model customvoice-1\.7b/ },
    },
    {
      name: 'chunks know it',
      method: 'POST',
      path: '/v1/text/chunks',
      body: { input: '12', voice: 'Anna K' },
      status: 200,
      json: { language: 'Auto' },
    },
    {
      name: 'chunks of an unknown voice',
      method: 'POST',
      path: '/v1/text/chunks',
      body: { input: 'Hello.', voice: 'nobody' },
      status: 400,
    },
    {
      name: 'subtitles know it',
      method: 'POST',
      path: '/v1/audio/subtitles',
      body: { input: 'Hello.', voice: 'Anna K', chunk_starts: [0], audio_seconds: 1 },
      status: 200,
      text: /Hello\./,
    },
    {
      name: 'subtitles of an unknown voice',
      method: 'POST',
      path: '/v1/audio/subtitles',
      body: { input: 'Hello.', voice: 'nobody', seed: 1 },
      status: 400,
    },
    ...(
      [
        ['a name instead of the recording', { voice: 'anna-k' }, 200, undefined],
        ['a name that nobody has', { voice: 'nobody' }, 400, /^voice .*: Anna K\b/],
        ['a pre-built voice instead of the recording', { voice: 'ryan' }, 400, broken('voice', 'not_one_of')],
        ['neither', {}, 400, broken('reference_audio', 'required')],
        ['both', { voice: 'Anna K', reference_audio: VOICE }, 400, broken('voice', 'not_with')],
        ['a name and a transcript', { voice: 'Anna K', reference_text: 'Hum.' }, 400, broken('voice', 'not_with')],
      ] as const
    ).map(
      ([name, fields, status, detail]): Scenario => ({
        name: `a clone by ${name}`,
        method: 'POST',
        path: '/v1/audio/voice-clone',
        body: formOf({ input: 'Hello.', ...fields }),
        status,
        ...(detail && { details: [detail] }),
      }),
    ),
  ];

  test.each([...LIST, ...SPEAKING, ...NAMES, ...FIELDS, ...OTHER_SITES])('$name: $status', async (scenario) => {
    await runScenario(server.base, scenario);
  });

  test('a recording is encoded once, and its encoding speaks', async () => {
    const before = engine.encoded.length;
    for (let time = 0; time < 3; time++)
      expect((await post(server.base, '/v1/audio/speech', { input: 'Hello.', voice: 'Anna K' })).status).toBe(200);
    expect(engine.encoded.length).toBe(before);
    const voice = jobs.at(-1)?.voice;
    expect(voice).toMatchObject({
      kind: 'clone',
      reference: { spoken: { text: 'Guten Morgen, wie geht es dir heute?' } },
    });
  });

  test('twelve of one name at once are one voice', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => postForm(server.base, '/v1/voices', voiceForm({ name: 'Racer' }))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(11).fill(409)]);
  });
});

describe('a saved voice of a user whom a proxy names', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const ADA = { 'x-user-id': 'ada' };
  const EVE = { 'x-user-id': 'eve', 'x-user-role': 'user' };
  const ADMIN = { 'x-user-id': 'root', 'x-user-role': 'admin' };
  const NOBODY = { 'x-user-role': 'admin' };
  const SPEAK = { input: 'Hello there.', voice: 'Anna K' };
  let server: SpeechServer;
  const open = (name: string, trustProxy: string[]) =>
    VoiceLibrary.open(join(folder, name), SILENT).then((voiceLibrary) =>
      startSpeechServer({
        model: new ScriptedEngine(obedient),
        variant: 'base-0.6b',
        voiceLibrary,
        config: { userHeader: 'x-user-id', trustProxy },
      }),
    );
  const save = (headers: Record<string, string>, name: string) =>
    fetch(`${server.base}/v1/voices`, { method: 'POST', headers, body: formOf(voiceForm({ name })) });
  const speak = (body: object, headers: Record<string, string>, path = '/v1/audio/speech') =>
    fetch(server.base + path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
  const names = async (headers: Record<string, string>) => {
    const { voices } = (await (await fetch(`${server.base}/v1/voices`, { headers })).json()) as {
      voices: { name: string; custom?: boolean }[];
    };
    return voices.filter(({ custom }) => custom).map(({ name }) => name);
  };

  beforeAll(async () => {
    server = await open('owners', ['127.0.0.1']);
    expect((await save(ADA, 'Anna K')).status).toBe(201);
  });
  afterAll(() => server.close());

  test.each([
    ['GET', '/v1/voices/annak'],
    ['DELETE', '/v1/voices/annak'],
  ])('is 404 for others, and 401 for nobody (attack 75): %s %s', async (method, path) => {
    await runScenario(server.base, { name: path, method, path, headers: EVE, status: 404 });
    await runScenario(server.base, { name: path, method, path, headers: NOBODY, status: 401 });
  });

  test('is an unknown voice for others and for nobody, in every route that takes one', async () => {
    const tagged = { input: '[voice: Anna K] Hello there.' };
    for (const headers of [EVE, NOBODY]) {
      const answers = [
        await speak(SPEAK, headers),
        await speak({ ...SPEAK, voice: { id: 'annak' } }, headers),
        await speak(tagged, headers),
        await speak(SPEAK, headers, '/v1/text/chunks'),
        await speak({ ...SPEAK, seed: 1 }, headers, '/v1/audio/subtitles'),
        await fetch(`${server.base}/v1/audio/voice-clone`, { method: 'POST', headers, body: formOf(SPEAK) }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(400));
      for (const answer of answers) expect(await answer.text()).not.toMatch(/library: (?!which is empty)/);
    }
  });

  test('speaks for its user and for administrators, and is in their lists alone', async () => {
    for (const headers of [ADA, ADMIN]) expect((await speak(SPEAK, headers)).status).toBe(200);
    expect(await Promise.all([ADA, EVE, ADMIN, NOBODY].map(names))).toEqual([['Anna K'], [], ['Anna K'], []]);
  });

  test('leaves its name free for others, whose voice is another', async () => {
    expect((await save(EVE, 'anna k')).status).toBe(201);
    expect((await save(ADA, 'anna-k')).status).toBe(409);
    expect((await save(NOBODY, 'Berta')).status).toBe(401);
    expect(await Promise.all([ADA, EVE, ADMIN].map(names))).toEqual([['Anna K'], ['anna k'], ['Anna K', 'anna k']]);
    const remove = (headers: Record<string, string>) =>
      fetch(`${server.base}/v1/voices/annak`, { method: 'DELETE', headers });
    expect((await remove(EVE)).status).toBe(204);
    expect((await remove(EVE)).status).toBe(404);
    expect(await names(ADA)).toEqual(['Anna K']);
  });

  test('is nobody’s to a client who sends the header itself', async () => {
    const other = await open('owners', ['192.0.2.1']);
    const scenario = { name: 'annak', path: '/v1/voices/annak', headers: { ...ADMIN, 'x-user-id': 'ada' } };
    await runScenario(other.base, { ...scenario, status: 401 });
    await runScenario(other.base, { ...scenario, method: 'DELETE', status: 401 });
    const list = await fetch(`${other.base}/v1/voices`, { headers: ADA });
    expect(await list.text()).not.toContain('Anna K');
    await other.close();
  });
});
