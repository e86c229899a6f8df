import { SPEECH_MODELS } from '@ownvoice/shared/contract';
import { broken, runScenario, type Scenario } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiError } from '../errors.js';
import { builtinServer } from '../testing/speech-server.js';
import { loudness, readPromisedWav } from '../testing/wav.js';

// The published rules of the speech service as data; they can be held against a service elsewhere.
let server: Awaited<ReturnType<typeof builtinServer>>;
let base = '';
beforeAll(async () => {
  server = await builtinServer();
  base = server.base;
});
afterAll(() => server.close());

const speech = (name: string, body: unknown, status: number, more: Partial<Scenario> = {}): Scenario => ({
  name,
  method: 'POST',
  path: '/v1/audio/speech',
  body,
  status,
  ...more,
});
const refused = (name: string, body: unknown, detail: RegExp): Scenario =>
  speech(name, body, 400, { details: [detail] });
const spoken = (name: string, body: object, headers: Scenario['responseHeaders'] = {}): Scenario =>
  speech(name, { input: 'Good morning.', ...body }, 200, {
    responseHeaders: { 'content-type': 'audio/wav', ...headers },
  });
const get = (name: string, path: string, status: number, more: Partial<Scenario> = {}): Scenario => ({
  name,
  path,
  status,
  ...more,
});
const json = { 'content-type': 'application/json' };

const ACCEPTED: Scenario[] = [
  spoken(
    'input alone is enough: Ryan speaks, and the headers describe the audio',
    {},
    {
      'x-tts-engine': 'builtin',
      'x-tts-voice': 'ryan',
      'x-tts-language': 'English',
      'x-tts-language-detected': null,
      'x-tts-audio-seconds': /^\d+\.\d{3}$/,
      'x-tts-chunks': '1',
      'x-tts-chunk-starts': '0.000',
      'x-tts-chunks-skipped': null,
      'server-timing': /synthesis;dur=/,
      'content-length': /^\d+$/,
    },
  ),
  spoken('an alias of the common speech API is a voice', { voice: 'alloy' }, { 'x-tts-voice': 'ryan' }),
  spoken('a display name is a voice in any case', { voice: 'UNCLE FU' }, { 'x-tts-voice': 'uncle_fu' }),
  spoken('dashes and underscores in a voice make no difference', { voice: 'ono-anna' }, { 'x-tts-voice': 'ono_anna' }),
  ...['engine-tts', 'engine-tts-customvoice', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'].map((model) =>
    spoken(`model ${model} is accepted`, { model }),
  ),
  spoken('wav is the format', { response_format: 'wav' }),
  spoken('unknown fields are ignored', { user: 'u', extra: { deep: [1] } }),
  spoken('audio that is not streamed is what everybody gets', { stream_format: 'audio' }),
  ...Object.entries({
    ash: 'aiden',
    ballad: 'eric',
    coral: 'vivian',
    sage: 'serena',
    verse: 'dylan',
    marin: 'sohee',
    cedar: 'uncle_fu',
  }).map(([voice, id]) =>
    spoken(`the newer voice ${voice} of the common speech API is ${id}`, { voice }, { 'x-tts-voice': id }),
  ),
  spoken('a voice may be an object with its id', { voice: { id: 'Onyx' } }, { 'x-tts-voice': 'uncle_fu' }),
  ...['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'].map((model) =>
    spoken(`model ${model} may have a date`, { model: `${model}-2025-12-15` }),
  ),
  spoken(
    'null for an optional field is as if it were absent',
    {
      model: null,
      voice: null,
      response_format: null,
      stream_format: null,
      instruct: null,
      instructions: null,
      language: null,
      speed: null,
      seed: null,
    },
    { 'x-tts-voice': 'ryan', 'x-tts-language': 'English' },
  ),
  spoken('control characters and lone surrogates are dropped', { input: 'Good\u0000 mor\ud800ning\u0007.' }),
  spoken('instruct is an instruction', { instruct: 'whisper' }),
  spoken('instructions is the same field', { instructions: 'speak slowly' }),
  spoken('an empty instruction is none', { instruct: '', instructions: '' }),
  spoken('a language by its English name', { input: 'Guten Tag', language: 'GERMAN' }, { 'x-tts-language': 'German' }),
  spoken('a language by its code', { input: 'Guten Tag', language: 'de' }, { 'x-tts-language': 'German' }),
  spoken('a BCP 47 tag is its language', { input: 'Guten Tag', language: 'de-AT' }, { 'x-tts-language': 'German' }),
  spoken(
    'a language that is none of the ten is named, and spoken in the voice’s own',
    { input: 'De kat slaapt op de bank.' },
    { 'x-tts-language': 'English', 'x-tts-language-detected': 'nl' },
  ),
  spoken(
    'auto asks for detection',
    { input: 'Bonjour à tous, comment allez-vous ?', language: 'auto' },
    { 'x-tts-language': 'French' },
  ),
  spoken('the script tells the language', { input: 'これはペンです。' }, { 'x-tts-language': 'Japanese' }),
  spoken(
    'Auto when there is nothing to tell the language by',
    { input: '12345', voice: 'sohee' },
    { 'x-tts-language': 'Auto' },
  ),
  spoken(
    'a chunk as it is, in a language that is not detected',
    { input: 'Das kostet 5 €. **Sehr** wenig.', preprocess: false },
    { 'x-tts-language': 'Auto', 'x-tts-chunks': '1' },
  ),
  spoken(
    'a chunk as it is, in the language that is given',
    { input: 'Das kostet 5 €.', preprocess: false, language: 'de', pronunciations: [] },
    { 'x-tts-language': 'German', 'x-tts-chunks': '1' },
  ),
  spoken('500 characters as they are', { input: 'a '.repeat(250), preprocess: false }, { 'x-tts-chunks': '1' }),
  spoken('null for switches', { preprocess: null, normalize: null }),
  spoken('the slowest speed', { speed: 0.25 }),
  spoken('the fastest speed', { speed: 4 }),
  spoken('a negative seed is an integer too', { seed: -7 }),
];

const REFUSALS: Scenario[] = [
  refused('input is required', {}, broken('input', 'required')),
  refused('input must not be empty', { input: '' }, /^input /),
  refused(
    'more than 500 characters cannot be spoken as they are',
    { input: 'a '.repeat(251), preprocess: false },
    broken('input', 'too_long', { limit: 500 }),
  ),
  refused('a blank text cannot be spoken as it is', { input: ' \n', preprocess: false }, /^input /),
  refused('preprocess is a boolean', { preprocess: 'false' }, broken('preprocess', 'wrong_type')),
  refused('normalize is a boolean', { normalize: 1 }, broken('normalize', 'wrong_type')),
  refused(
    'input of 10,001 characters is too long',
    { input: 'a'.repeat(10_001) },
    broken('input', 'too_long', { limit: 10_000 }),
  ),
  refused('input of nothing but marks and emoji has nothing to say', { input: '*** --- 😀😀' }, /^input /),
  refused('white space is nothing to say', { input: ' \n\t ' }, /^input /),
  refused('a number is no input', { input: 42 }, broken('input', 'wrong_type')),
  refused('null is no input', { input: null }, broken('input', 'wrong_type')),
  refused('a list is no input', { input: ['a'] }, broken('input', 'wrong_type')),
  refused(
    'an unknown voice is refused with the known ones',
    { input: 'x', voice: 'bob' },
    /^voice .*ryan, aiden, .*shimmer/,
  ),
  refused('an empty voice is an unknown one', { input: 'x', voice: '' }, /^voice /),
  refused('a number is no voice', { input: 'x', voice: 1 }, broken('voice', 'wrong_type')),
  refused('an unknown model lists the known ones', { input: 'x', model: 'tts-9' }, /^model .*engine-tts/),
  refused('a model of voice design names its route', { input: 'x', model: 'engine-tts-voicedesign' }, /voice-design/),
  refused('a model of cloning names its route', { input: 'x', model: 'engine-tts-clone' }, /voice-clone/),
  ...['mp3', 'opus', 'aac', 'flac', 'pcm', ''].map((response_format) =>
    refused(
      `${response_format || 'an empty format'} is not wav`,
      { input: 'x', response_format },
      broken('response_format', 'not_wav'),
    ),
  ),
  refused('an unknown language lists the known ones', { input: 'x', language: 'Klingon' }, /^language .*auto, English/),
  refused('a speed below 0.25', { input: 'x', speed: 0.24 }, /^speed /),
  refused('a speed above 4', { input: 'x', speed: 4.01 }, /^speed /),
  refused('a speed in words', { input: 'x', speed: '1.0' }, broken('speed', 'wrong_type')),
  refused('a seed with a fraction', { input: 'x', seed: 1.5 }, broken('seed', 'wrong_type')),
  refused('an instruction that is no text', { input: 'x', instruct: {} }, broken('instruct', 'wrong_type')),
  refused('audio is not streamed', { input: 'x', stream_format: 'sse' }, broken('stream_format', 'not_streamed')),
  refused('an object without an id is no voice', { input: 'x', voice: {} }, broken('voice.id', 'required')),
  refused('the id of an unknown voice', { input: 'x', voice: { id: 'bob' } }, broken('voice.id', 'not_one_of')),
  refused('a date that is none', { input: 'x', model: 'tts-1-2025-13-40' }, broken('model', 'not_one_of')),
  refused(
    'a date after a model of this service',
    { input: 'x', model: 'engine-tts-2025-12-15' },
    broken('model', 'not_one_of'),
  ),
  speech('a route lists only the models that it takes', { input: 'x', model: 'nobody' }, 400, {
    json: {
      error: broken('model', 'not_one_of', {
        values: 'engine-tts, engine-tts-customvoice, tts-1, tts-1-hd, gpt-4o-mini-tts',
      }),
    },
    never: ['voicedesign', 'clone'],
  }),
  speech('one broken rule is the error', { input: 'x', speed: 9 }, 400, {
    json: {
      error: broken('speed', 'too_large', { limit: 4 }),
      'details.0': broken('speed', 'too_large', { limit: 4 }),
    },
  }),
  speech(
    'the error is the first broken rule and how many more there are, whoever checks them',
    { input: '', voice: 'bob', speed: 9, language: 'tlh', model: 'x', response_format: 'mp3' },
    400,
    { json: { error: /^[a-z_]+ .*\. \(and 5 more\)$/, 'details.length': 6 } },
  ),
  refused('every mistake has a sentence of its own', { input: 'x', voice: 'bob', language: 'tlh' }, /^language /),
  speech('a body that is no object', [], 400),
  speech('an empty body', '', 400, { headers: json }),
  speech('half a JSON body', '{"input":"a', 400, { headers: json }),
  speech('text/plain is not JSON', 'hello', 415, { headers: { 'content-type': 'text/plain' } }),
  speech('a form is not JSON', new URLSearchParams({ input: 'x' }), 415),
  speech('2 MB are too large', { input: 'a'.repeat(2_000_000) }, 413),
  speech('a base address without /v1 is told the route', { input: 'x' }, 404, {
    path: '/audio/speech',
    json: {
      error: apiError('misspelled_path', {
        parameters: { method: 'POST', path: '/audio/speech', meant: '/v1/audio/speech' },
      }).message,
    },
  }),
  get('a page of another origin is let read nothing (attack 54)', '/v1/voices', 200, {
    headers: { origin: 'https://elsewhere.example' },
    responseHeaders: { 'access-control-allow-origin': null },
  }),
  get('speech is not read by GET', '/v1/audio/speech', 405, { responseHeaders: { allow: 'POST' } }),
];

const design = (name: string, body: unknown, status: number, more: Partial<Scenario> = {}) =>
  speech(name, body, status, { path: '/v1/audio/voice-design', ...more });

const OTHERS: Scenario[] = [
  design('voice design is told which variant to load', { input: 'x', voice_description: 'an old man' }, 409, {
    json: { error: /--model voicedesign-1\.7b/ },
  }),
  design('voice design wants a description', { input: 'x' }, 400, {
    details: [broken('voice_description', 'required')],
  }),
  design(
    'null for an optional field of voice design is as if it were absent',
    { input: 'x', voice_description: 'v', model: null, language: null, speed: null, seed: null, response_format: null },
    409,
  ),
  design('voice design is not streamed', { input: 'x', voice_description: 'v', stream_format: 'sse' }, 400, {
    details: [broken('stream_format', 'not_streamed')],
  }),
  design('an empty description describes nothing', { input: 'x', voice_description: ' ' }, 400),
  design('a description of control characters describes nothing', { input: 'x', voice_description: '\0\u0007' }, 400),
  design('voice design wants a text', { voice_description: 'an old man' }, 400),
  design(
    'a speech model names its route',
    { input: 'x', voice_description: 'v', model: 'engine-tts-customvoice' },
    400,
    {
      details: [broken('model', 'other_route', { model: 'engine-tts-customvoice', route: 'POST /v1/audio/speech' })],
    },
  ),
  get('nine voices in their order', '/v1/voices', 200, {
    json: {
      'voices.0': { id: 'ryan', name: 'Ryan', language: 'English' },
      'voices.4': { id: 'uncle_fu', name: 'Uncle_Fu', language: 'Chinese' },
      'voices.8': { id: 'sohee', name: 'Sohee', language: 'Korean' },
      'voices.length': 9,
    },
  }),
  get('voices where some clients look', '/v1/audio/voices', 200, {
    json: { 'voices.0.id': 'ryan', 'voices.length': 9 },
  }),
  get('models where some clients look', '/v1/audio/models', 200, {
    json: { models: SPEECH_MODELS.map((id) => ({ id })) },
  }),
  get('a dated model', '/v1/models/tts-1-2025-12-15', 200, { json: { id: 'tts-1-2025-12-15' } }),
  get('models in the common list shape', '/v1/models', 200, {
    json: { object: 'list', 'data.length': 4, 'data.0.id': 'engine-tts', 'data.0.object': 'model' },
  }),
  get('one model', '/v1/models/engine-tts-clone', 200, { json: { id: 'engine-tts-clone' } }),
  get('no such model', '/v1/models/nobody', 404),
  get('health says where the accounts page is', '/health', 200, { json: { accounts_url: 'http://localhost:8000' } }),
  get('health is healthy while the fallback speaks, and names it', '/health', 200, {
    json: { status: 'healthy', model_loaded: false, engine: 'builtin', 'queue.waiting': 0 },
  }),
  get('ready', '/ready', 200, { json: { status: 'ready' } }),
  get('metrics', '/metrics', 200, { responseHeaders: { 'content-type': /^text\/plain/ } }),
  get('the document declares every audio route', '/openapi.json', 200, {
    json: {
      'paths./v1/audio/speech.post.responses.429.description': /./,
      'paths./v1/audio/voice-clone.post.requestBody.content': (content: unknown) =>
        JSON.stringify(content).startsWith('{"multipart/form-data"'),
    },
  }),
  get('no such address', '/v1/audio', 404),
  get('a page from elsewhere gets no grant', '/v1/voices', 200, {
    headers: { origin: 'https://evil.example' },
    responseHeaders: { 'access-control-allow-origin': null, 'x-content-type-options': 'nosniff' },
  }),
];

const chunks = (name: string, body: unknown, status: number, json: Scenario['json'] = {}): Scenario =>
  speech(name, body, status, { path: '/v1/text/chunks', json });

const TEXTS: Scenario[] = [
  chunks('what will be spoken is shown without being spoken', { input: '**Hello** 😀 world!!!!' }, 200, {
    language: 'English',
    text: 'Hello world!',
    chunks: (list: unknown) =>
      Array.isArray(list) &&
      list.length === 1 &&
      list[0].text === 'Hello world!' &&
      list[0].characters === 12 &&
      list[0].estimated_seconds > 0,
  }),
  chunks('chunks have at most 500 characters', { input: 'One more sentence follows here. '.repeat(100) }, 200, {
    chunks: (list: unknown) => Array.isArray(list) && list.length > 6 && list.every((chunk) => chunk.characters <= 500),
  }),
  chunks('a chosen language is kept', { input: 'Taxi', language: 'it' }, 200, { language: 'Italian' }),
  chunks('null for an optional field of a preview', { input: 'Hello.', language: null, voice: null, seed: null }, 200),
  chunks('a voice with an id', { input: '東京', voice: { id: 'ono_anna' } }, 200, { language: 'Japanese' }),
  chunks('what is normalized, and what was written', { input: 'It costs $5.00. Now.' }, 200, {
    text: 'It costs five dollars. Now.',
    'chunks.0.text': 'It costs five dollars. Now.',
    'chunks.0.written': 'It costs $5.00. Now.',
  }),
  chunks('nothing is normalized on request', { input: 'It costs $5.00.', normalize: false }, 200, {
    text: 'It costs $5.00.',
    'chunks.0.written': undefined,
  }),
  chunks('nothing is normalized in a language that cannot be told', { input: '$5.00' }, 200, {
    language: 'Auto',
    text: '$5.00',
  }),
  chunks('an unknown voice is refused here too', { input: 'x', voice: 'bob' }, 400),
  chunks('nothing left to say', { input: '🎉' }, 400),
];

describe('what is accepted', () => {
  for (const scenario of ACCEPTED)
    test(scenario.name, async () => {
      const { bytes, headers } = await runScenario(base, scenario);
      const { seconds, samples } = readPromisedWav(bytes);
      expect(Number(headers['x-tts-audio-seconds'])).toBeCloseTo(seconds, 3);
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect(seconds).toBeGreaterThan(0.1);
      expect(loudness(samples)).toBeGreaterThan(0.01);
    });
});

describe('what is refused', () => {
  for (const scenario of REFUSALS) test(scenario.name, () => runScenario(base, scenario));
});

describe('the other routes', () => {
  for (const scenario of [...OTHERS, ...TEXTS]) test(scenario.name, () => runScenario(base, scenario));
});
