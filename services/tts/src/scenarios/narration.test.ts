import { broken, runScenario, type Scenario } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineError } from '../engines/engine.js';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { silencesOf } from '../testing/silences.js';
import { builtinServer, post, startSpeechServer } from '../testing/speech-server.js';
import { readPromisedWav } from '../testing/wav.js';

// Pauses and pronunciations as clients ask for them.
let server: Awaited<ReturnType<typeof builtinServer>>;
let base = '';
beforeAll(async () => {
  server = await builtinServer();
  base = server.base;
});
afterAll(() => server.close());

const request = (path: string, name: string, body: object, status: number, more: Partial<Scenario> = {}): Scenario => ({
  name,
  method: 'POST',
  path,
  body,
  status,
  ...more,
});
const speech = (name: string, body: object, status: number, more: Partial<Scenario> = {}) =>
  request('/v1/audio/speech', name, { input: 'Hello.', ...body }, status, more);
const chunks = (name: string, body: object, json: Scenario['json'] = {}) =>
  request('/v1/text/chunks', name, body, 200, { json });
const refused = (name: string, body: object, detail: RegExp) => speech(name, body, 400, { details: [detail] });
const one = (fields: object) => ({ pronunciations: [{ text: 'Qwen', say: 'chwen', ...fields }] });
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `word${index}`, say: 'word' }));

const ROWS: Scenario[] = [
  chunks(
    'a pause tag is the pause after its chunk',
    { input: 'One. [pause 1.5s] Two.' },
    {
      text: 'One. Two.',
      'chunks.length': 2,
      'chunks.0.text': 'One.',
      'chunks.0.pause_seconds': 1.5,
      'chunks.1.pause_seconds': 0,
    },
  ),
  chunks(
    'a pause shrinks with the speed, but not the one of a tag',
    { input: `${'A sentence of some length. '.repeat(30)}[pause 1.5s] Two.`, speed: 2 },
    {
      'chunks.length': 3,
      'chunks.0.pause_seconds': 0.125,
      'chunks.1.pause_seconds': 1.5,
    },
  ),
  chunks(
    'after the last chunk there is 0, whatever the text asks for',
    { input: 'One. [pause 1.5s]' },
    {
      'chunks.length': 1,
      'chunks.0.pause_seconds': 0,
    },
  ),
  chunks(
    'a voice tag begins a chunk of that voice',
    { input: 'One. [voice: Uncle Fu] Two. [voice] Three.' },
    {
      text: 'One. Two. Three.',
      'chunks.length': 3,
      'chunks.0.pause_seconds': 0.6,
      'chunks.1.voice': 'uncle_fu',
    },
  ),
  speech(
    'X-TTS-Voice has all voices, in the order in which they speak',
    {
      input: 'One. [voice: Vivian] Two. [voice] Three. [voice: alloy] Four. [voice: serena] Five.',
    },
    200,
    { responseHeaders: { 'x-tts-voice': 'ryan,vivian,serena' } },
  ),
  refused('a tag with an unknown voice', { input: 'Hi. [voice: Bob] Ho.' }, /\[voice: Bob\].*ryan, /),
  speech('an unknown voice within a sentence is not heard', { input: 'Hi [voice: Bob] there.' }, 200),
  speech('a text that is spoken as it is has no tags', { input: '[voice: Bob] Hi.', preprocess: false }, 200),
  chunks('a chunk sent alone comes back as that one chunk', { input: 'One.' }, { 'chunks.length': 1 }),
  chunks(
    'pronunciations are in the text and its chunks',
    { input: '**Qwen** 🎉 speaks.', ...one({}) },
    {
      text: 'chwen speaks.',
      'chunks.0.text': 'chwen speaks.',
      'chunks.0.characters': 13,
    },
  ),
  chunks(
    'a pronunciation for another language is none',
    { input: 'Qwen speaks.', ...one({ language: 'de' }) },
    {
      text: 'Qwen speaks.',
    },
  ),
  chunks('a pronunciation for all languages', { input: 'Qwen.', ...one({ language: 'auto' }) }, { text: 'chwen.' }),
  speech('pauses of 300 s', { input: 'So. [pause 10s] '.repeat(30), language: 'en' }, 200),
  refused(
    'pauses of more than 300 s',
    { input: 'So. [pause 10s] '.repeat(31) },
    broken('input', 'too_many_pauses', { limit: 300 }),
  ),
  refused('a text of pauses alone', { input: '[pause 1s]' }, broken('input', 'nothing_to_speak')),
  speech('pronunciations', one({}), 200),
  speech('no pronunciations', { pronunciations: [] }, 200),
  speech('null for pronunciations is as if they were absent', { pronunciations: null }, 200),
  speech('null for the language of a pronunciation', one({ language: null }), 200),
  speech('unknown fields of a pronunciation are ignored', one({ note: 1 }), 200),
  speech('100 pronunciations', { pronunciations: many(100) }, 200),
  refused(
    '101 pronunciations',
    { pronunciations: many(101) },
    broken('pronunciations', 'too_many_entries', { limit: 100 }),
  ),
  speech('100 characters and what 200 characters say', one({ text: '漢'.repeat(100), say: '字'.repeat(200) }), 200),
  refused(
    'a text of 101 characters',
    one({ text: 'a'.repeat(101) }),
    broken('pronunciations.0.text', 'too_long', { limit: 100 }),
  ),
  refused(
    '201 characters to say',
    one({ say: 'a'.repeat(201) }),
    broken('pronunciations.0.say', 'too_long', { limit: 200 }),
  ),
  refused('an empty text', one({ text: '' }), broken('pronunciations.0.text', 'empty')),
  refused('a blank text', one({ text: ' ' }), broken('pronunciations.0.text', 'empty')),
  refused('nothing to say', one({ say: '' }), broken('pronunciations.0.say', 'empty')),
  refused(
    'a pronunciation without text',
    { pronunciations: [{ say: 'x' }] },
    broken('pronunciations.0.text', 'required'),
  ),
  refused('a text that is none', one({ text: 1 }), broken('pronunciations.0.text', 'wrong_type')),
  refused(
    'an unknown language of a pronunciation',
    one({ language: 'tlh' }),
    broken('pronunciations.0.language', 'not_one_of'),
  ),
  refused(
    'pronunciations that are no list',
    { pronunciations: { Qwen: 'chwen' } },
    broken('pronunciations', 'wrong_type'),
  ),
  refused(
    'more than 20,000 characters with their pronunciations',
    { input: 'x '.repeat(4_000), pronunciations: [{ text: 'x', say: 'y'.repeat(10) }] },
    broken('input', 'too_long_pronounced', { limit: 20_000 }),
  ),
];

describe('narration', () => {
  for (const scenario of ROWS) test(scenario.name, () => runScenario(base, scenario));
});

async function spoken(input: string, more: object = {}) {
  const answer = await post(base, '/v1/audio/speech', { input, language: 'en', ...more });
  expect(answer.status).toBe(200);
  const starts = (answer.headers.get('x-tts-chunk-starts') ?? '').split(',').map(Number);
  return { ...readPromisedWav(new Uint8Array(await answer.arrayBuffer())), starts };
}

describe('a pause in the audio', () => {
  test.each([0.25, 1, 4])('is as long as its tag says, at speed %d', async (speed) => {
    const { samples, starts } = await spoken('One and two. [pause 2.5s] Three and four.', { speed });
    const [pause, ...others] = silencesOf(samples, 2);
    expect(others).toEqual([]);
    expect((pause?.end ?? 0) - (pause?.start ?? 0)).toBeCloseTo(2.5, 1);
    expect(Math.abs((starts[1] ?? 0) - (pause?.end ?? 0))).toBeLessThan(0.05);
  });

  test('before the first word and after the last is in the audio too', async () => {
    const { samples, starts, seconds } = await spoken('[pause 2s] One and two. [pause 3s]');
    const [before, after] = silencesOf(samples, 1);
    expect(before?.start).toBe(0);
    expect(before?.end).toBeCloseTo(2, 1);
    expect(Math.abs((starts[0] ?? 0) - 2)).toBeLessThan(0.05);
    expect(after?.end).toBeCloseTo(seconds, 3);
    expect((after?.end ?? 0) - (after?.start ?? 0)).toBeCloseTo(3, 1);
  });

  test('stays when the chunk before it failed', async () => {
    const engine = new ScriptedEngine((held) => {
      if (!held.job.text.includes('fails')) return obedient(held);
      held.start();
      held.fail(new EngineError('failed', 'Not today.'));
    });
    const other = await startSpeechServer({ model: engine });
    const answer = await post(other.base, '/v1/audio/speech', {
      input: 'First. [pause 1s] This fails. [pause 3s] Third.',
    });
    expect(answer.headers.get('x-tts-chunks-skipped')).toBe('1');
    const { samples } = readPromisedWav(new Uint8Array(await answer.arrayBuffer()));
    const pauses = silencesOf(samples, 0.5);
    await other.close();
    expect(pauses).toHaveLength(1);
    expect((pauses[0]?.end ?? 0) - (pauses[0]?.start ?? 0)).toBeCloseTo(3, 1);
  });

  test('counts among the seconds that are admitted', async () => {
    const engine = new ScriptedEngine(() => {});
    const other = await startSpeechServer({ model: engine });
    const waiting = new AbortController();
    // Half an hour of pauses and speech each: the bound of 7,200 s is reached by audio that is silent for the most part.
    const body = { input: 'So. [pause 10s] '.repeat(30), language: 'en' };
    const sent = Array.from({ length: 25 }, () => post(other.base, '/v1/audio/speech', body, waiting.signal));
    const refusedOnes = sent.map(async (answer) => (await answer).status);
    expect(await Promise.race(refusedOnes)).toBe(429);
    waiting.abort();
    await Promise.allSettled(sent);
    await other.close();
  });
});

test('the lexicon of the server is spoken, and that of the request wins', async () => {
  const other = await startSpeechServer({ lexicon: [{ text: 'Qwen', say: 'chwen' }] });
  const textOf = async (more: object) => {
    const answer = await post(other.base, '/v1/text/chunks', { input: 'Qwen speaks.', ...more });
    return ((await answer.json()) as { text: string }).text;
  };
  const texts = [await textOf({}), await textOf({ pronunciations: [{ text: 'Qwen', say: 'kwen' }] })];
  await other.close();
  expect(texts).toEqual(['chwen speaks.', 'kwen speaks.']);
});

test('a chunk that is sent alone is spoken as in the whole, with pronunciations and lexicon', async () => {
  const texts: string[] = [];
  const engine = new ScriptedEngine((held) => {
    texts.push(held.job.text);
    obedient(held);
  });
  const lexicon = [
    { text: 'ESA', say: 'ESA, the space agency' },
    { text: 'Dr', say: 'doctor' },
    { text: 'doctor', say: 'docktor' },
  ];
  const other = await startSpeechServer({ model: engine, lexicon });
  const one = { pronunciations: [{ text: 'Qwen', say: 'the Qwen' }] };
  const input = 'ESA met Qwen. [pause 1s] Dr No met ESA.';
  const answer = await post(other.base, '/v1/text/chunks', { input, ...one });
  const { chunks } = (await answer.json()) as { chunks: { text: string }[] };
  const speak = (body: object) => post(other.base, '/v1/audio/speech', body);
  await speak({ input, ...one });
  // With its list as the whole text has it, and with an empty one: then not even two entries in a row are applied.
  await speak({ input: chunks[0]?.text, ...one });
  await speak({ input: chunks[0]?.text, pronunciations: [] });
  await speak({ input: chunks[1]?.text, pronunciations: [] });
  await other.close();
  const [first, second, ...alone] = texts;
  expect([first, second]).toEqual(['ESA, the space agency met the Qwen.', 'doctor No met ESA, the space agency.']);
  expect(alone).toEqual([first, first, second]);
});
