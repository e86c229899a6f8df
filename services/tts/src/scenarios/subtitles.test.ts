import { broken, runScenario, type Scenario } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { silencesOf } from '../testing/silences.js';
import { builtinServer, post, startSpeechServer } from '../testing/speech-server.js';
import { readPromisedWav } from '../testing/wav.js';

let server: Awaited<ReturnType<typeof builtinServer>>;
let base = '';
beforeAll(async () => {
  server = await builtinServer();
  base = server.base;
});
afterAll(() => server.close());

const PATH = '/v1/audio/subtitles';
const row = (name: string, body: object, status: number, more: Partial<Scenario> = {}): Scenario => ({
  name,
  method: 'POST',
  path: PATH,
  body: { input: 'Hello.', ...body },
  status,
  ...more,
});
const refused = (name: string, body: object, detail: RegExp) => row(name, body, 400, { details: [detail] });
const given = (chunk_starts: unknown, audio_seconds: unknown) => ({ chunk_starts, audio_seconds });

const ROWS: Scenario[] = [
  row('with the values of the two headers nothing is synthesized', given([0], 1), 200, {
    responseHeaders: { 'content-type': 'application/x-subrip' },
    text: '1\n00:00:00,000 --> 00:00:01,000\nHello.\n',
  }),
  row('with a seed it is synthesized', { seed: 7 }, 200, {
    responseHeaders: { 'content-type': 'application/x-subrip' },
    text: /^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nHello\.\n$/,
  }),
  row(
    'a cue begins with the name of its speaker where the voice changes',
    { input: 'One. [voice: Uncle_fu] Two. [voice: uncle fu] Three. [voice] Four.', ...given([0, 1, 2, 3], 4) },
    200,
    { text: /\nOne\.\n[\s\S]*\nUncle_Fu: Two\.\n[\s\S]*\nThree\.\n[\s\S]*\nRyan: Four\.\n/ },
  ),
  row('null for the values is as if they were absent', { ...given(null, null), seed: 7 }, 200),
  refused('neither values nor a seed', {}, broken('seed', 'required_without')),
  refused('starts without the length', { chunk_starts: [0], seed: 7 }, broken('audio_seconds', 'required_with')),
  refused('the length without starts', { audio_seconds: 1, seed: 7 }, broken('chunk_starts', 'required_with')),
  refused('starts of another text', given([0, 1], 2), broken('chunk_starts', 'wrong_count', { count: 2, chunks: 1 })),
  refused('no starts', given([], 2), broken('chunk_starts', 'wrong_count', { count: 0 })),
  refused('900 starts, all wrong', given(Array(900).fill(null), 1), broken('chunk_starts.0', 'wrong_type')),
  refused('901 starts', given(Array(901).fill('x'), 1), broken('chunk_starts', 'too_many_entries', { limit: 900 })),
  refused('starts that go back', given([2, 1], 3), broken('chunk_starts', 'not_ascending')),
  refused('starts after the end', given([2], 1), broken('chunk_starts', 'not_ascending')),
  refused('a start before the beginning', given([-1], 1), broken('chunk_starts.0', 'too_small', { limit: 0 })),
  refused('starts that are no numbers', given(['0'], 1), broken('chunk_starts.0', 'wrong_type')),
  refused('starts as the header writes them', given('0.000', 1), broken('chunk_starts', 'wrong_type')),
  refused('a length that is no number', given([0], '1'), broken('audio_seconds', 'wrong_type')),
  refused('an unknown voice', { ...given([0], 1), voice: 'bob' }, broken('voice', 'not_one_of')),
  refused('nothing to say', { ...given([0], 1), input: '***!' }, broken('input', 'nothing_to_speak')),
];

describe('subtitles', () => {
  for (const scenario of ROWS) test(scenario.name, () => runScenario(base, scenario));

  test('of a variant that cannot speak with these voices are a 409', async () => {
    const other = await startSpeechServer({ model: new ScriptedEngine(obedient), variant: 'base-0.6b' });
    const answer = await post(other.base, PATH, { input: 'Hello.', ...given([0], 1) });
    await other.close();
    expect(answer.status).toBe(409);
  });

  test('while a model is loading are a 503 with Retry-After', async () => {
    const model = new ScriptedEngine(obedient);
    model.enter({ kind: 'loading', stage: 'reading' });
    const other = await startSpeechServer({ model, untilReady: false });
    const answer = await post(other.base, PATH, { input: 'Hello.', ...given([0], 1) });
    await other.close();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('give back the memory of the audio that they are measured by', async () => {
    const engine = new ScriptedEngine(obedient);
    const other = await startSpeechServer({ model: engine, queue: 1 });
    for (const seed of [1, 2, 3]) {
      const answer = await post(other.base, PATH, { input: 'Hello.', seed });
      expect(answer.status).toBe(200);
    }
    const health = (await (await fetch(`${other.base}/health`)).json()) as { queue: object };
    await other.close();
    expect(health.queue).toMatchObject({ waiting: 0, running: 0 });
  });
});

const PAGE = Array.from(
  { length: 10 },
  (_, index) =>
    `This is paragraph number ${index + 1} of the page. Qwen reads it, and Nguyen listens. [pause ${1 + index / 10}s]`,
).join('\n\n');
const PRONUNCIATIONS = [
  { text: 'Qwen', say: 'chwen' },
  { text: 'Nguyen', say: 'win' },
];

const secondsOf = (time: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = time.replace(',', '.').split(':').map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
};

test('a narrated page: subtitles are right within 50 ms, measured by the silences of the audio', async () => {
  const body = { input: PAGE, pronunciations: PRONUNCIATIONS, seed: 7, language: 'en' };
  const answer = await post(base, '/v1/audio/speech', body);
  expect(answer.status).toBe(200);
  const chunk_starts = (answer.headers.get('x-tts-chunk-starts') ?? '').split(',').map(Number);
  const audio_seconds = Number(answer.headers.get('x-tts-audio-seconds'));
  const { samples, seconds } = readPromisedWav(new Uint8Array(await answer.arrayBuffer()));
  const written = await (await post(base, PATH, { ...body, chunk_starts, audio_seconds })).text();
  expect(await (await post(base, PATH, body)).text()).toBe(written);

  const cues = [...written.matchAll(/^(\d+)\n(\S+) --> (\S+)\n((?:.+\n)+)/gm)].map(([, number, start, end, text]) => ({
    number: Number(number),
    start: secondsOf(start ?? ''),
    end: secondsOf(end ?? ''),
    text: text?.replaceAll('\n', ' ').trim() ?? '',
  }));
  expect(cues.map(({ number }) => number)).toEqual(chunk_starts.map((_, index) => index + 1));
  expect(cues.map(({ text }) => text).join(' ')).toContain('Qwen reads it, and Nguyen listens.');

  const pauses = silencesOf(samples, 0.9);
  expect(pauses).toHaveLength(10);
  expect(cues).toHaveLength(10);
  expect(pauses.at(-1)?.end).toBe(seconds);
  for (const [index, pause] of pauses.entries()) {
    expect(Math.abs((cues[index]?.end ?? 0) - pause.start)).toBeLessThan(0.05);
    expect(Math.abs((cues[index + 1]?.start ?? seconds) - pause.end)).toBeLessThan(0.05);
    expect(pause.end - pause.start).toBeCloseTo(1 + index / 10, 1);
  }
});
