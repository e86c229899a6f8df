import net from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

let server: SpeechServer;
beforeAll(async () => {
  server = await startSpeechServer({ model: new ScriptedEngine(obedient) });
});
afterAll(() => server.close());
beforeEach(() => {
  server.log.length = 0;
});

const lines = () => server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
const about = (path: string) => lines().filter((line) => line.path === path);

test('every line names the service and its version', async () => {
  await fetch(`${server.base}/v1/voices`);
  await expect.poll(() => about('/v1/voices')).toHaveLength(1);
  for (const line of lines()) expect(line).toMatchObject({ service: 'ownvoice-tts', version: '0.0.0' });
});

describe('a request for speech is one line', () => {
  test('the log line of a request for speech has what was asked and where the time went', async () => {
    const input = 'Guten Tag 🎈, wie geht es Ihnen heute? Mir geht es gut.';
    await post(server.base, '/v1/audio/speech', { input, voice: 'echo', language: 'German' });
    await expect.poll(() => about('/v1/audio/speech')).toHaveLength(1);
    expect(about('/v1/audio/speech')[0]).toMatchObject({
      msg: 'request completed',
      status: 200,
      engine: 'qwen3-tts',
      voice: 'aiden',
      language: 'German',
      characters: [...input].length,
      chunks: 2,
      skipped: 0,
      audio_seconds: expect.any(Number),
      queue_ms: expect.any(Number),
      synthesis_ms: expect.any(Number),
    });
    expect(JSON.stringify(lines())).not.toContain('Guten');
  });

  test('the log has one line of a refused request for speech', async () => {
    await post(server.base, '/v1/audio/speech', { input: '(laughs)' });
    await expect.poll(() => about('/v1/audio/speech')).toHaveLength(1);
    expect(about('/v1/audio/speech')[0]).toMatchObject({ status: 400, voice: 'ryan', characters: 8 });
  });
});

/** Sends a part of a request, and leaves. */
function leaveAfter(head: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(server.base).port), '127.0.0.1', () => {
      socket.write(`${head}\r\nhost: x\r\n\r\n${body}`, () => {
        socket.destroy();
        resolve();
      });
    });
    socket.on('error', reject);
  });
}

describe('a client that leaves costs one line and no stack', () => {
  const form =
    'POST /v1/audio/voice-clone HTTP/1.1\r\ncontent-length: 9000\r\ncontent-type: multipart/form-data; boundary=b';
  const json = 'POST /v1/audio/speech HTTP/1.1\r\ncontent-length: 900\r\ncontent-type: application/json';
  test.each([
    [
      'in the middle of an upload',
      form,
      '--b\r\ncontent-disposition: form-data; name="input"\r\n\r\nhel',
      '/v1/audio/voice-clone',
    ],
    ['in the middle of JSON', json, '{"input": "hel', '/v1/audio/speech'],
  ])('%s', async (_, head, body, path) => {
    await leaveAfter(head, body);
    await expect.poll(() => about(path)).toHaveLength(1);
    expect(lines().filter((line) => 'err' in line || Number(line.level) > 30)).toEqual([]);
    expect(about(path)[0]).toMatchObject({ msg: 'client left' });
  });

  test('a client that leaves while its text is spoken costs one log line and no stack', async () => {
    const engine = new ScriptedEngine((held) => held.start());
    const own = await startSpeechServer({ model: engine });
    const leaving = new AbortController();
    const asked = post(own.base, '/v1/audio/speech', { input: 'Hello.' }, leaving.signal).catch(() => undefined);
    await engine.holds(1);
    leaving.abort();
    await asked;
    const left = () => own.log.filter((line) => line.includes('client left'));
    await expect.poll(left).toHaveLength(1);
    expect(own.log.filter((line) => line.includes('"err"'))).toEqual([]);
    await own.close();
  });
});
