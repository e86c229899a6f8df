import { runScenario, type Scenario, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

let server: SpeechServer;
let objects: SpeechServer;
beforeAll(async () => {
  server = await startSpeechServer({ formats: 'lenient' });
  objects = await startSpeechServer({ errorShape: 'object' });
});
afterAll(() => Promise.all([server.close(), objects.close()]));

const SPEECH = '/v1/audio/speech';
const speech = (name: string, body: object, status: number, more: Partial<Scenario>): Scenario => ({
  name,
  method: 'POST',
  path: SPEECH,
  body: { input: 'Good morning.', ...body },
  status,
  ...more,
});

describe('a lenient service', () => {
  test('declares samples without a header, which a strict one does not answer', async () => {
    const types = await Promise.all(
      [server, objects].map(async ({ base }) => {
        const { paths } = (await send(base, { path: '/openapi.json' })).json as {
          paths: Record<string, { post?: { responses: Record<string, { content: object }> } }>;
        };
        return Object.keys(paths[SPEECH]?.post?.responses['200']?.content ?? {});
      }),
    );
    expect(types).toEqual([['audio/wav', 'audio/pcm'], ['audio/wav']]);
  });

  const wav = { 'content-type': 'audio/wav', 'x-tts-model': null };
  const unknown = { 'x-tts-model': 'engine-tts' };
  test.each<Scenario>([
    ...['mp3', 'opus', 'aac', 'flac', 'wav', 'WAV', 'm4a', '', null].map((response_format) =>
      speech(`answers the format ${response_format} with WAV`, { response_format }, 200, { responseHeaders: wav }),
    ),
    speech('ignores that a stream is asked for', { stream_format: 'sse' }, 200, { responseHeaders: wav }),
    speech('knows an alias with a date', { model: 'tts-1-2025-12-15' }, 200, { responseHeaders: wav }),
    speech('says which model spoke for an unknown one', { model: 'kokoro' }, 200, { responseHeaders: unknown }),
    speech('says so for an empty one', { model: '' }, 200, { responseHeaders: unknown }),
    speech('refuses a format that is no text', { response_format: 7 }, 400, {}),
    speech('refuses a model that is no text', { model: ['tts-1'] }, 400, {}),
    speech('sends a model of voice design to its route', { model: 'engine-tts-voicedesign' }, 400, {
      details: [/voice-design/],
    }),
  ])('$name', async (scenario) => {
    await runScenario(server.base, scenario);
  });

  test('answers pcm with the samples of the WAV file, without its header', async () => {
    const ask = (response_format: string) =>
      send(server.base, { method: 'POST', path: SPEECH, body: { input: 'Good morning.', seed: 7, response_format } });
    const [file, samples] = await Promise.all([ask('wav'), ask('PCM')]);
    expect(samples.headers['content-type']).toBe('audio/pcm');
    expect(samples.headers['content-length']).toBe(String(samples.bytes.length));
    expect(samples.bytes.equals(file.bytes.subarray(44))).toBe(true);
  });
});

describe('errors as objects', () => {
  const refused = { type: 'invalid_request_error', message: expect.any(String) };
  test.each([
    ['a broken rule', { method: 'POST', path: SPEECH, body: { input: 'x', speed: 9 } }, 400, 'invalid_input'],
    ['an unknown address', { path: '/v1/nothing' }, 404, 'not_found'],
    ['another method', { path: SPEECH }, 405, 'method_not_allowed'],
    ['an unknown model', { path: '/v1/models/x' }, 404, 'not_found'],
  ])('%s', async (_name, request, status, code) => {
    const answer = await send(objects.base, request);
    expect(answer.status).toBe(status);
    expect((answer.json as { error: object }).error).toEqual({ ...refused, code });
  });

  test('are strings outside of /v1/', async () => {
    expect((await send(objects.base, { path: '/nothing' })).json).toMatchObject({ error: expect.any(String) });
  });

  test('are declared so', async () => {
    const { json } = await send(objects.base, { path: '/openapi.json' });
    const { paths } = json as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
    expect(JSON.stringify(paths[SPEECH]?.post?.responses['400'])).toContain('invalid_request_error');
    expect(JSON.stringify(paths[SPEECH]?.post?.responses['200'])).not.toContain('invalid_request_error');
  });
});
