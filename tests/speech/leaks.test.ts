import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import { liveBytes, liveObjects } from '@ownvoice/tts/dist/testing/live-memory.js';
import { ScriptedEngine } from '@ownvoice/tts/dist/testing/scripted-engine.js';
import { post, startSpeechServer } from '@ownvoice/tts/dist/testing/speech-server.js';
import { postForm } from '@ownvoice/tts/dist/testing/voice-forms.js';
import { afterEach, describe, expect, test, vi } from 'vitest';

/** A busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

describe('a thousand requests, of which nine of ten clients leave while their chunk is spoken', () => {
  const AT_ONCE = 100;

  /** Every request, answer, chunk and means of cancelling from now on. */
  function watchObjects() {
    const objects: WeakRef<object>[] = [];
    const watch = (object: object) => void objects.push(new WeakRef(object));
    const onRequest = (message: unknown) => {
      const { request, response } = message as { request: object; response: object };
      watch(request);
      watch(response);
    };
    subscribe('http.server.request.start', onRequest);
    vi.stubGlobal(
      'AbortController',
      class extends AbortController {
        constructor() {
          super();
          watch(this);
        }
      },
    );
    cleanUp.push(
      () => unsubscribe('http.server.request.start', onRequest),
      () => vi.unstubAllGlobals(),
    );
    return { objects, watch };
  }

  test('clients that leave while their chunk is spoken leave nothing behind', async () => {
    const { objects, watch } = watchObjects();
    const script = (held: ScriptedEngine['held'][number]) => {
      watch(held.job);
      held.start();
    };
    const engine = new ScriptedEngine(script, { parallel: AT_ONCE });
    const { base, close, log } = await startSpeechServer({ model: engine, queue: 1_000 });
    cleanUp.push(close);
    for (let sent = 0; sent < 1_000; sent += AT_ONCE) {
      const clients = Array.from({ length: AT_ONCE }, () => new AbortController());
      const answers = clients.map(({ signal }, i) =>
        post(base, '/v1/audio/speech', { input: `Hello ${i}.`, language: 'en' }, signal)
          .then(async (answer) => (await answer.arrayBuffer()).byteLength)
          .catch(() => 0),
      );
      await engine.holds(AT_ONCE);
      for (const [i, client] of clients.entries()) if (i % 10 > 0) client.abort();
      await vi.waitFor(() => expect(engine.held).toHaveLength(AT_ONCE / 10), PATIENCE);
      for (const held of [...engine.held]) held.speak();
      expect((await Promise.all(answers)).filter((bytes) => bytes > 0)).toHaveLength(AT_ONCE / 10);
    }
    expect(objects.length).toBeGreaterThan(5_000);
    // Connections that are kept alive have the last request of each.
    await vi.waitFor(() => expect(liveObjects(objects)).toBeLessThan(500), PATIENCE);
    const { queue } = (await (await fetch(`${base}/health`)).json()) as SpeechHealth;
    expect(queue).toMatchObject({ waiting: 0, running: 0 });
    expect(log.join('')).not.toContain('"level":50');
  }, 120_000);
});

describe('uploads that are refused, or never end', () => {
  const MEGABYTE = 1_000_000;
  const LARGE = Buffer.alloc(10 * MEGABYTE, 'not audio');
  const HALF =
    'POST /v1/audio/voice-clone HTTP/1.1\r\nhost: test\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
    'content-length: 20000000\r\n\r\n' +
    '--b\r\ncontent-disposition: form-data; name="reference_audio"; filename="voice.wav"\r\n\r\nRIFF';

  test('uploads that are refused or never end leave no memory in use', async () => {
    const engine = new ScriptedEngine(() => {}, { variant: 'base-0.6b' });
    const { base, close } = await startSpeechServer({ model: engine, variant: 'base-0.6b' });
    cleanUp.push(close);
    const { hostname, port } = new URL(base);
    const leave = async () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(HALF);
      await new Promise<void>((sent) => socket.write(LARGE.subarray(0, MEGABYTE), () => sent()));
      socket.destroy();
    };
    // The places of those that have just left may not be free yet.
    const refuse = () =>
      vi.waitFor(async () => {
        const answer = await postForm(base, '/v1/audio/voice-clone', { input: 'Hello.', reference_audio: LARGE });
        await answer.text();
        expect(answer.status).toBe(400);
      }, PATIENCE);
    const before = liveBytes();
    for (let i = 0; i < 30; i++) await leave();
    for (let i = 0; i < 3; i++) await refuse();
    await vi.waitFor(() => expect(liveBytes() - before).toBeLessThan(LARGE.length), PATIENCE);
  });
});
