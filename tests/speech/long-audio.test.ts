import net from 'node:net';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import { liveBytes } from '@ownvoice/tts/dist/testing/live-memory.js';
import { ScriptedEngine } from '@ownvoice/tts/dist/testing/scripted-engine.js';
import {
  post,
  type SpeechServer,
  type SpeechServerOptions,
  startSpeechServer,
} from '@ownvoice/tts/dist/testing/speech-server.js';
import { readPromisedWav } from '@ownvoice/tts/dist/testing/wav.js';
import { afterEach, describe, expect, test, vi } from 'vitest';

const CHINESE = '今天天气很好，我们一起去公园散步吧。'.repeat(600).slice(0, 10_000);
/** About 2,400 s of audio at speed 1. */
const LONG = { input: CHINESE, voice: 'serena' };
const SAMPLE_BYTES_A_SECOND = 48_000;
const MEGABYTE = 1_000_000;
/** A busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };

const servers: SpeechServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A service whose engine takes whole chunks, one at a time. */
async function serve(options: SpeechServerOptions = {}): Promise<{ base: string; engine: ScriptedEngine }> {
  const plan = { parallel: 1, maxChunkSeconds: 600 };
  const engine = new ScriptedEngine(() => {}, { ...plan, seeded: plan });
  const server = await startSpeechServer({ model: engine, ...options });
  servers.push(server);
  return { base: server.base, engine };
}

const speak = (base: string, body: object) => post(base, '/v1/audio/speech', body);

/** Speaks every chunk that comes until the returned function is called. */
function keepSpeaking(engine: ScriptedEngine, tone: { seconds?: number } = {}): () => void {
  engine.script = (held) => {
    held.start();
    held.speak(tone);
  };
  for (const held of [...engine.held]) engine.script(held);
  return () => {
    engine.script = () => {};
  };
}

describe('the memory of long audio', () => {
  test('ten requests of 10,000 Chinese characters at speed 0.25: one is spoken, what does not fit is 429', async () => {
    const { base, engine } = await serve();
    const answers = Array.from({ length: 10 }, () => speak(base, { ...LONG, speed: 0.25 }));
    const refused: Response[] = [];
    for (const answer of answers) {
      void answer.then((response) => {
        if (response.status === 429) refused.push(response);
      });
    }
    await vi.waitFor(() => expect(refused).toHaveLength(9), PATIENCE);
    for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);

    // A sentence has room beside it, and so has the next long text once the first is sent.
    const sentence = speak(base, { input: 'A sentence.' });
    await engine.holds(1);
    const stop = keepSpeaking(engine);
    expect((await sentence).status).toBe(200);
    const spoken = (await Promise.all(answers)).filter(({ status }) => status === 200);
    expect(spoken).toHaveLength(1);
    await spoken[0]?.arrayBuffer();
    await vi.waitFor(async () => {
      const next = await speak(base, { ...LONG, speed: 0.25 });
      await next.arrayBuffer();
      expect(next.status).toBe(200);
    }, PATIENCE);
    stop();
  });

  test('counts estimated seconds: what fits at speed 1 does not at speed 0.5', async () => {
    const { base, engine } = await serve();
    const inQueue = async (count: number) => {
      const { queue } = (await (await fetch(`${base}/health`)).json()) as SpeechHealth;
      expect(queue.waiting + queue.running).toBe(count);
    };
    const first = speak(base, LONG);
    await vi.waitFor(() => inQueue(1), PATIENCE);
    expect((await speak(base, { ...LONG, speed: 0.5 })).status).toBe(429);
    const second = speak(base, LONG);
    await vi.waitFor(() => inQueue(2), PATIENCE);
    const stop = keepSpeaking(engine);
    for (const answer of await Promise.all([first, second])) {
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    stop();
  });

  test('is 2 bytes a sample: neither floats nor a joined copy nor the whole file is alive beside the pieces', async () => {
    const { base, engine } = await serve();
    const before = liveBytes();
    const stop = keepSpeaking(engine, { seconds: 20 });
    const answer = await speak(base, LONG);
    const seconds = Number(answer.headers.get('x-tts-audio-seconds'));
    expect(seconds).toBeGreaterThan(300);
    // The body is not read yet: all of the audio is still there.
    const bound = seconds * SAMPLE_BYTES_A_SECOND + 3 * MEGABYTE;
    await vi.waitFor(() => expect(liveBytes() - before).toBeLessThan(bound), PATIENCE);
    const wav = new Uint8Array(await answer.arrayBuffer());
    expect(readPromisedWav(wav).seconds).toBeCloseTo(seconds, 3);
    expect(Number(answer.headers.get('content-length'))).toBe(wav.length);
    stop();
  });

  test('is not kept for a client that does not take its answer', async () => {
    const { base, engine } = await serve({ stalledMs: 200 });
    const stop = keepSpeaking(engine, { seconds: 20 });
    const body = JSON.stringify({ ...LONG, speed: 0.25 });
    const { hostname, port } = new URL(base);
    const socket = net.connect(Number(port), hostname).pause();
    socket.write(
      `POST /v1/audio/speech HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    // As long as the answer is kept, no other text as long is taken.
    await vi.waitFor(async () => expect((await speak(base, { ...LONG, speed: 0.25 })).status).toBe(429), PATIENCE);
    await vi.waitFor(async () => expect((await speak(base, { ...LONG, speed: 0.25 })).status).toBe(200), PATIENCE);
    socket.destroy();
    stop();
  });
});
