import { readFile } from 'node:fs/promises';
import { hum, sampleBytes, wavFile } from '@ownvoice/audio/testing';
import { broken, runScenario, type Scenario } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SynthesisJob } from '../engines/engine.js';
import { apiError } from '../errors.js';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { builtinServer, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { readPromisedWav } from '../testing/wav.js';

const PATH = '/v1/audio/voice-clone';
const MIB = 1024 * 1024;
const PCM16 = { tag: 1, bits: 16, sampleRate: 24_000, channels: 1 } as const;

/** A recording of so many seconds. */
const recording = (seconds: number, fields: Partial<typeof PCM16> | object = {}) =>
  wavFile({ ...PCM16, ...fields }, sampleBytes('PCM 16-bit', hum({ seconds, sampleRate: 24_000 })));
const VOICE = recording(4);
const TRANSCRIPT = 'Somebody hums for about four seconds.';

type Parts = readonly (readonly [name: string, value: string | Uint8Array])[];

function form(parts: Parts): FormData {
  const data = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value)]), 'voice.wav');
  }
  return data;
}

const clone = (name: string, parts: Parts, status: number | number[], more: Partial<Scenario> = {}): Scenario => ({
  name,
  method: 'POST',
  path: PATH,
  body: form(parts),
  status,
  ...more,
});
const withFile = (name: string, file: Uint8Array, status: number | number[]) =>
  clone(
    name,
    [
      ['input', 'Hello.'],
      ['reference_audio', file],
    ],
    status,
  );
/** Without a recording, which is a broken rule too and takes a thread to decode. */
const withFields = (name: string, fields: Record<string, string>, detail: RegExp) =>
  refusedForm(name, Object.entries({ input: 'Hello.', ...fields }), detail);
const refusedForm = (name: string, parts: Parts, detail: RegExp) => clone(name, parts, 400, { details: [detail] });
const raw = (name: string, contentType: string, body: string, status: number): Scenario => ({
  name,
  method: 'POST',
  path: PATH,
  headers: { 'content-type': contentType },
  body,
  status,
});

function withNaN(): Buffer {
  const samples = hum({ seconds: 4, sampleRate: 24_000 });
  samples.fill(Number.NaN, 1_000, 2_000);
  return wavFile({ ...PCM16, tag: 3, bits: 32 }, sampleBytes('float 32-bit', samples));
}

const MUST_BE_FORM = apiError('multipart_needed').message;

const FORMS: Scenario[] = [
  { ...raw('JSON is not a form', 'application/json', '{"input":"x"}', 415), json: { error: MUST_BE_FORM } },
  raw('a form of the other kind has no file', 'application/x-www-form-urlencoded', 'input=x', 415),
  raw('a form without a boundary', 'multipart/form-data', 'x', 400),
  raw(
    'a truncated form',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="input"\r\n\r\nhel',
    400,
  ),
  {
    ...raw(
      'pronunciations as a part of JSON, as OpenAPI clients send a list, are as good as in text',
      'multipart/form-data; boundary=b',
      [
        '--b\r\nContent-Disposition: form-data; name="input"\r\n\r\nHello.',
        '--b\r\nContent-Disposition: form-data; name="pronunciations"\r\nContent-Type: application/json\r\n\r\n[{"text":"a","say":"b"}]',
        '--b--\r\n',
      ].join('\r\n'),
      400,
    ),
    details: [broken('reference_audio', 'required')],
  },
  raw('an empty form', 'multipart/form-data; boundary=b', '', 400),
  refusedForm('no file', [['input', 'Hello.']], broken('reference_audio', 'required')),
  refusedForm(
    'text where the file belongs',
    [
      ['input', 'Hello.'],
      ['reference_audio', 'abc'],
    ],
    broken('reference_audio', 'wrong_type'),
  ),
  refusedForm(
    'two files',
    [
      ['input', 'Hello.'],
      ['reference_audio', VOICE],
      ['reference_audio', VOICE],
    ],
    broken('reference_audio', 'repeated'),
  ),
  refusedForm(
    'a second file in another field',
    [
      ['input', 'Hello.'],
      ['reference_audio', VOICE],
      ['cover', VOICE],
    ],
    broken('"cover"', 'no_file'),
  ),
  refusedForm(
    'a file of another name',
    [
      ['input', 'Hello.'],
      ['audio', VOICE],
    ],
    broken('reference_audio', 'required'),
  ),
  refusedForm(
    'a file where the text belongs',
    [
      ['input', VOICE],
      ['reference_audio', VOICE],
    ],
    broken('input', 'no_file'),
  ),
  refusedForm('no text', [['speed', '1']], broken('input', 'required')),
  refusedForm(
    'two texts',
    [
      ['input', 'a'],
      ['input', 'b'],
    ],
    broken('input', 'repeated'),
  ),
  withFields('a voice clone is not streamed', { stream_format: 'sse' }, /^stream_format /),
  withFields('an empty text', { input: '' }, /^input /),
  withFields('a text of nothing but marks', { input: '*** 🎉' }, /^input /),
  withFields('a text that is too long', { input: 'a'.repeat(10_001) }, broken('input', 'too_long', { limit: 10_000 })),
  withFields(
    'a text that is far too long',
    { input: 'a'.repeat(600_000) },
    broken('input', 'too_many_bytes', { limit: 524_288 }),
  ),
  withFields('pronunciations that are no JSON', { pronunciations: 'Qwen' }, broken('pronunciations', 'wrong_type')),
  withFields(
    'a pronunciation without its say',
    { pronunciations: '[{"text":"a"}]' },
    broken('pronunciations.0.say', 'required'),
  ),
  withFields('a speed out of range', { speed: '9' }, /^speed /),
  withFields('a speed in words', { speed: 'fast' }, broken('speed', 'wrong_type')),
  withFields('a seed with a fraction', { seed: '1.5' }, broken('seed', 'wrong_type')),
  withFields('an unknown language', { language: 'tlh' }, /^language /),
  withFields(
    'no recording beside fifty unknown fields',
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, '1'])),
    /^reference_audio /,
  ),
  withFields('a model of another route', { model: 'engine-tts-voicedesign' }, /voice-design/),
  refusedForm(
    'every broken rule of a form has its sentence, the recording included',
    [
      ['input', 'Hello.'],
      ['speed', '9'],
      ['language', 'tlh'],
      ['reference_audio', recording(2.9999)],
    ],
    broken('reference_audio', 'recording_unusable'),
  ),
  clone(
    'the error of a form is its first broken rule and how many more there are',
    [
      ['input', 'Hello.'],
      ['speed', '9'],
      ['model', 'nobody'],
      ['reference_audio', new Uint8Array(0)],
    ],
    400,
    { json: { error: /^(model|speed) .*\. \(and 2 more\)$/, 'details.length': 3 } },
  ),
  withFields('another format', { response_format: 'mp3' }, broken('response_format', 'not_wav')),
];

// ASVS 5.2.1, 5.2.2
const FILES: Scenario[] = [
  withFile('zero bytes', new Uint8Array(0), 400),
  withFile('a header without samples', wavFile(PCM16, new Uint8Array(0)), 400),
  withFile('0 Hz', recording(4, { sampleRate: 0 }), 400),
  withFile('1 GHz', recording(4, { sampleRate: 1_000_000_000 }), 400),
  withFile('255 channels', recording(4, { channels: 255 }), 400),
  withFile('samples that are not numbers', withNaN(), 400),
  withFile(
    'a length field of 2 GB over little data',
    recording(2, { dataLength: 0x7fff_ffff, riffLength: 0x7fff_ffff }),
    400,
  ),
  withFile('under three seconds', recording(2.9), 400),
  withFile('over sixty seconds', recording(61), 400),
  withFile('silence', wavFile(PCM16, new Uint8Array(24_000 * 2 * 4)), 400),
  withFile('a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 400),
  withFile('text', Buffer.from('I am a voice, honestly. '.repeat(1_000)), 400),
  withFile(
    'a page that begins like a WAV',
    Buffer.concat([Buffer.from('RIFF\xff\xff\xff\x7fWAVE<html>', 'latin1'), Buffer.alloc(9_000, 'x')]),
    400,
  ),
  withFile('an MP3 of noise', Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(20_000, 0x5a)]), 400),
  withFile('26 MB', Buffer.alloc(26 * MIB), 413),
];

/** What the engine was given, last one last. */
const jobs: SynthesisJob[] = [];
const model = new ScriptedEngine(
  (held) => {
    jobs.push(held.job);
    obedient(held);
  },
  { variant: 'base-0.6b' },
);
let server: SpeechServer;
let without: Pick<SpeechServer, 'base' | 'close'>;
beforeAll(async () => {
  [server, without] = await Promise.all([startSpeechServer({ model, variant: 'base-0.6b' }), builtinServer()]);
});
afterAll(() => Promise.all([server.close(), without.close()]));

describe('a clone is refused for', () => {
  test.each([...FORMS, ...FILES])('$name', async (scenario) => {
    await runScenario(server.base, scenario);
    expect((await fetch(`${server.base}/health`)).status).toBe(200);
  });
});

// Before the 409 for the model that is missing.
describe('a clone is refused without a base model, too, for', () => {
  const SOME = ['zero bytes', 'silence', '26 MB', 'two files', 'an unknown language'];
  test.each([...FORMS, ...FILES].filter(({ name }) => SOME.includes(name)))('$name', async (scenario) => {
    await runScenario(without.base, scenario);
  });
});

describe('without a base model', () => {
  test('a valid request is a 409 that names the variants and the option', async () => {
    const parts: Parts = [
      ['input', 'Hello.'],
      ['reference_audio', VOICE],
    ];
    await runScenario(
      without.base,
      clone('valid', parts, 409, { json: { error: /base-1\.7b or base-0\.6b.*--model base-1\.7b/ } }),
    );
  });
});

describe('with a base model', () => {
  const send = (parts: Parts) => fetch(server.base + PATH, { method: 'POST', body: form(parts) });

  test.each(['', 'null'])('an optional field that holds %j is as if it were absent', async (nothing) => {
    const optional = ['model', 'response_format', 'language', 'pronunciations', 'speed', 'seed'] as const;
    const answer = await send([
      ['input', 'Hello there.'],
      ['reference_audio', VOICE],
      ...optional.map((name) => [name, nothing] as const),
    ]);
    expect(answer.status, await answer.clone().text()).toBe(200);
  });

  test('pronunciations are spoken by a cloned voice too', async () => {
    const answer = await send([
      ['input', 'Qwen speaks.'],
      ['reference_audio', VOICE],
      ['pronunciations', '[{"text": "Qwen", "say": "chwen"}]'],
    ]);
    expect(answer.status).toBe(200);
    expect(jobs.at(-1)?.text).toBe('chwen speaks.');
  });

  test('the cloned voice speaks', async () => {
    const answer = await send([
      ['input', 'Hello there.'],
      ['reference_audio', VOICE],
      ['reference_text', TRANSCRIPT],
      ['seed', '3'],
    ]);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'x-tts-engine': 'qwen3-tts',
      'x-tts-voice': 'cloned',
      'x-tts-language': 'English',
    });
    readPromisedWav(new Uint8Array(await answer.arrayBuffer()));
  });

  test('the engine gets 24 kHz mono, the transcript, and a hash that is the same for the same recording', async () => {
    const stereo = wavFile(
      { ...PCM16, sampleRate: 48_000, channels: 2 },
      sampleBytes('PCM 16-bit', hum({ seconds: 4, sampleRate: 48_000 }), 2),
    );
    for (const text of [TRANSCRIPT, ' '])
      await send([
        ['input', 'Hello.'],
        ['reference_audio', stereo],
        ['reference_text', text],
      ]);
    const [first, second] = model.encoded.slice(-2);
    expect(first?.samples.length).toBe(96_000);
    expect(first?.text).toBe(TRANSCRIPT);
    expect(second).toBeDefined();
    expect(second?.text).toBeUndefined();
    expect(second?.hash).toBe(first?.hash);
    expect(first?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['far too short', 'Hum.', { estimated: 0.6, speech: 4 }],
    ['far too long', 'Somebody hums and hums, and never ends. '.repeat(5), { estimated: 13.2, speech: 4 }],
  ])('a transcript that is %s for its recording is a 400 with both lengths', async (_, transcript, lengths) => {
    await runScenario(server.base, {
      ...refusedForm(
        'a transcript of something else',
        [
          ['input', 'Hello.'],
          ['reference_audio', VOICE],
          ['reference_text', transcript],
        ],
        broken('reference_text', 'transcript_mismatch', lengths),
      ),
      json: { code: 'transcript_mismatch' },
    });
  });

  test('at most 12 s of a recording are cloned, and a header says which', async () => {
    const parts = [
      ['input', 'Hello.'],
      ['reference_audio', recording(30)],
    ] as const;
    const answer = await send(parts);
    expect(answer.headers.get('x-tts-reference')).toBe('0.000-11.850');
    expect(model.encoded.at(-1)?.samples.length).toBe(11.85 * 24_000);
    const short = await send([parts[0], ['reference_audio', VOICE]]);
    expect(short.headers.get('x-tts-reference')).toBe('0.000-4.000');
  });

  test.each(['mp3', 'flac', 'oga', 'ogg', 'opus'])('a recording as %s is read', async (format) => {
    const file = await readFile(new URL(`../reference-audio/fixtures/voice.${format}`, import.meta.url));
    const answer = await send([
      ['input', 'Hello.'],
      ['reference_audio', file],
    ]);
    expect(answer.status, await answer.clone().text()).toBe(200);
  });

  test('speech with a pre-built voice is a 409 that names the variants', async () => {
    await runScenario(server.base, {
      name: 'speech on a base model',
      method: 'POST',
      path: '/v1/audio/speech',
      body: { input: 'Hello.' },
      status: 409,
      json: { error: /--model customvoice-1\.7b or --model customvoice-0\.6b/ },
    });
  });
});
