import { createHash } from 'node:crypto';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { readPromisedWav } from '../testing/wav.js';

// What takes more than one request to see, with the built-in voice.
let server: SpeechServer;
beforeAll(async () => {
  server = await startSpeechServer();
});
afterAll(() => server.close());

const INPUT = 'The lamp was lit before the first star. The sea was calm. Nobody saw the ship.';

async function speak(body: object) {
  const answer = await post(server.base, '/v1/audio/speech', { input: INPUT, seed: 11, ...body });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(answer.status).toBe(200);
  return { headers: answer.headers, hash: createHash('sha256').update(bytes).digest('hex'), ...readPromisedWav(bytes) };
}

describe('the same request', () => {
  test('with the same seed gives the same bytes, alone or beside others', async () => {
    const alone = await speak({});
    const others = Array.from({ length: 6 }, (_, seed) => speak({ seed, voice: 'vivian' }));
    const among = await speak({});
    await Promise.all(others);
    expect(among.hash).toBe(alone.hash);
  });

  test('with another seed, or none, is spoken anew', async () => {
    const [one, other] = await Promise.all([speak({}), speak({ seed: 12 })]);
    expect(one.hash).not.toBe(other.hash);
    // The built-in voice has some hundred ways to say it, so two of them may be the same.
    const unseeded = await Promise.all([1, 2, 3, 4].map(() => speak({ seed: undefined })));
    expect(new Set(unseeded.map(({ hash }) => hash)).size).toBeGreaterThan(1);
  });

  test('a request may have instruct or instructions', async () => {
    const [one, other, none] = await Promise.all([
      speak({ instruct: 'whisper' }),
      speak({ instructions: 'whisper' }),
      speak({}),
    ]);
    expect(one.hash).toBe(other.hash);
    expect(one.hash).not.toBe(none.hash);
  });

  test('a request may name its voice by alias', async () => {
    const [alias, id] = await Promise.all([speak({ voice: 'onyx' }), speak({ voice: 'uncle_fu' })]);
    expect(alias.hash).toBe(id.hash);
  });
});

describe('each of the nine voices', () => {
  test('each of the nine voices sounds different', async () => {
    const hashes = await Promise.all(VOICES.map(({ id }) => speak({ voice: id })));
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(9);
  });
});

describe('speed', () => {
  test.each([0.5, 2])('the speed %d changes the duration in proportion', async (speed) => {
    const [ordinary, changed] = await Promise.all([speak({}), speak({ speed })]);
    expect(changed.seconds / ordinary.seconds).toBeGreaterThan(0.8 / speed);
    expect(changed.seconds / ordinary.seconds).toBeLessThan(1.25 / speed);
  });
});

describe('a text', () => {
  test('a text is spoken in the chunks that /v1/text/chunks previews', async () => {
    const input = 'One more sentence follows here, and it is not short. '.repeat(40);
    const shown = await post(server.base, '/v1/text/chunks', { input });
    const { chunks, language } = (await shown.json()) as { chunks: unknown[]; language: string };
    const { headers } = await speak({ input });
    expect(Number(headers.get('x-tts-chunks'))).toBe(chunks.length);
    expect(headers.get('x-tts-language')).toBe(language);
    expect(chunks.length).toBeGreaterThan(3);
  });
});

describe('a preview', () => {
  const preview = async (body: object) => (await post(server.base, '/v1/text/chunks', body)).json();

  test('says how long to pause after each chunk, and not after the last', async () => {
    const sentence = 'One more sentence follows here, and it is not short. '.repeat(9);
    const { chunks } = (await preview({ input: `${sentence}\n\n${sentence}` })) as {
      chunks: { pause_seconds: number }[];
    };
    const pauses = chunks.map((chunk) => chunk.pause_seconds);
    expect(pauses.length).toBeGreaterThan(1);
    expect(pauses.at(-1)).toBe(0);
    for (const pause of pauses.slice(0, -1)) expect(pause).toBeGreaterThan(0);
  });

  test('names the language of a text in none of the ten', async () => {
    expect(await preview({ input: 'De kat slaapt op de bank.', voice: 'sohee' })).toMatchObject({
      language: 'Korean',
      detected_language: 'nl',
    });
    expect(await preview({ input: 'The cat sleeps on the sofa.' })).toMatchObject({ detected_language: null });
    expect(await preview({ input: 'De kat slaapt.', language: 'de' })).toMatchObject({ detected_language: null });
  });
});

describe('metrics', () => {
  test('metrics count responses and audio', async () => {
    const read = async () => {
      const text = await (await fetch(`${server.base}/metrics`)).text();
      const value = (name: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')[1] ?? 0,
        );
      return {
        spoken: value('tts_requests_total{kind="speech",status="200"}'),
        refused: value('tts_requests_total{kind="speech",status="400"}'),
        seconds: value('tts_audio_seconds_total{engine="builtin"}'),
        chunks: value('tts_chunk_seconds_count{engine="builtin"}'),
        waits: value('tts_queue_wait_seconds_count{engine="builtin"}'),
        factors: value('tts_real_time_factor_count{engine="builtin"}'),
      };
    };
    const before = await read();
    const { seconds } = await speak({});
    await post(server.base, '/v1/audio/speech', { input: '' });
    const after = await read();
    expect(after.spoken - before.spoken).toBe(1);
    expect(after.refused - before.refused).toBe(1);
    expect(after.seconds - before.seconds).toBeCloseTo(seconds, 3);
    expect(after.chunks - before.chunks).toBe(1);
    expect(after.waits - before.waits).toBe(1);
    expect(after.factors - before.factors).toBe(1);
  });
});

describe('the log', () => {
  test('the log never contains the text', async () => {
    await speak({ input: 'My secret word is Rumpelstiltskin.' });
    await post(server.base, '/v1/audio/speech', { input: 'Rumpelstiltskin', voice: 'Rumpelstiltskin' });
    expect(server.log.join('\n')).toContain('/v1/audio/speech');
    expect(server.log.join('\n')).not.toContain('Rumpelstiltskin');
  });
});
