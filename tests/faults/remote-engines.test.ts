import type { ServerResponse } from 'node:http';
import { encodeWav } from '@ownvoice/audio';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import { type Relay, startFront, startRelay } from '@ownvoice/tts/dist/testing/engine-services.js';
import { obedient, ScriptedEngine } from '@ownvoice/tts/dist/testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '@ownvoice/tts/dist/testing/speech-server.js';
import { afterEach, describe, expect, test } from 'vitest';

const textOf = (sentences: number) =>
  Array.from({ length: sentences }, (_, index) => `This is sentence number ${index} of the long text.`).join(' ');
const TEXT = textOf(40);
const REQUEST = { input: TEXT, language: 'en', seed: 11, normalize: false };

const servers: SpeechServer[] = [];
const relays: Relay[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
});

async function relayTo(...all: Parameters<typeof startRelay>): Promise<Relay> {
  const relay = await startRelay(...all);
  relays.push(relay);
  return relay;
}

/** Scripted engines, each behind a service and a relay. */
async function serve(engines: readonly ScriptedEngine[]): Promise<Relay[]> {
  const started = await Promise.all(engines.map((model) => startSpeechServer({ model })));
  servers.push(...started);
  return Promise.all(started.map(({ base }) => relayTo(base)));
}

async function front(
  urls: readonly string[],
  ...more: [Parameters<typeof startFront>[1]?, Parameters<typeof startFront>[2]?]
) {
  const server = await startFront(urls, ...more);
  servers.push(server);
  return server;
}

const health = async (base: string) => (await (await fetch(`${base}/health`)).json()) as SpeechHealth;
const states = async (base: string) => (await health(base)).engines?.map(({ state }) => state);
const bytesOf = async (answer: Response) => {
  expect([answer.status, answer.headers.get('x-tts-chunks-skipped')]).toEqual([200, null]);
  return Buffer.from(await answer.arrayBuffer());
};
const wav = (rate: number, seconds = 0.5) => {
  const samples = new Float32Array(rate * seconds).map((_, at) => 0.3 * Math.sin(at / 8));
  return Buffer.concat([...encodeWav([samples], samples.length, rate)]);
};
const answer =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

const GARBAGE = {
  'another sample rate': answer(200, { 'content-type': 'audio/wav' }, wav(16_000)),
  'an empty answer': answer(200, { 'content-type': 'audio/wav' }),
  'a web page': answer(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>'),
  'half a file': answer(200, { 'content-type': 'audio/wav' }, wav(24_000).subarray(0, 5_000)),
  silence: answer(
    200,
    { 'content-type': 'audio/wav' },
    Buffer.concat([...encodeWav([new Float32Array(9_000)], 9_000, 24_000)]),
  ),
  'a broken connection': (_: unknown, response: ServerResponse) => void response.destroy(),
  'an error without a code': answer(500, {}, 'Internal Server Error'),
  'more than there can be': answer(200, { 'content-type': 'audio/wav' }, Buffer.alloc(20_000_000)),
} as const;

describe('engines with faults', () => {
  test('at random lose no chunk, double none and keep their order: the bytes are those of one alone', async () => {
    const engines = [0, 1, 2].map(
      () => new ScriptedEngine(obedient, { parallel: 2, seeded: { parallel: 2, maxChunkSeconds: 2.8 } }),
    );
    const services = await serve(engines);
    const alone = await bytesOf(await post(servers[0]?.base ?? '', '/v1/audio/speech', REQUEST));
    const { base } = await front(services.map(({ url }) => url));
    await expect.poll(() => states(base)).toEqual(['ready', 'ready', 'ready']);
    const busy = answer(429, { 'retry-after': '1' });
    const down = answer(503, {});
    const faults = [...Object.values(GARBAGE), busy, down];
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const fault = () => (random(4) === 0 ? faults[random(faults.length)] : undefined);
    for (const service of services) service.fault = fault;
    const killed = services[1];
    const kill = killed?.kill().then(() => killed.revive());
    const spread = await post(base, '/v1/audio/speech', REQUEST);
    await kill;
    expect(Number(spread.headers.get('x-tts-chunks'))).toBeGreaterThan(30);
    expect((await bytesOf(spread)).equals(alone)).toBe(true);
    const metrics = await (await fetch(`${base}/metrics`)).text();
    expect(metrics).toMatch(/tts_engine_service_chunks_total\{url="[^"]+",outcome="(lost|unusable|refused)"\} [1-9]/);
  });

  test.each(Object.entries(GARBAGE))('%s of the only one is a failed chunk, never audio', async (_, fault) => {
    const [service] = await serve([new ScriptedEngine(obedient)]);
    const { base } = await front([service?.url ?? '']);
    if (service) service.fault = () => fault;
    const refused = await post(base, '/v1/audio/speech', { input: 'Hello there.', seed: 1, preprocess: false });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([500, 'every_chunk_failed']);
  });

  test('a redirect is not followed', async () => {
    const elsewhere = await relayTo(undefined, () => answer(200, { 'content-type': 'audio/wav' }, wav(24_000)));
    const [service] = await serve([new ScriptedEngine(obedient)]);
    const { base } = await front([service?.url ?? '']);
    const redirect = answer(307, { location: `${elsewhere.url}/v1/audio/speech` });
    if (service) service.fault = () => redirect;
    expect((await post(base, '/v1/audio/speech', { input: 'Hello there.' })).status).toBe(500);
    expect(elsewhere.chunks).toEqual([]);
  });

  test('a chunk that hangs in one of them is cancelled there, skipped and reported', async () => {
    const engines = [0, 1].map(
      () => new ScriptedEngine((held) => (held.job.text.startsWith('7 of') ? held.start() : obedient(held))),
    );
    const services = await serve(engines);
    const urls = services.map(({ url }) => url);
    // Long enough for a chunk that is spoken at once on a machine with other things to do.
    const { base } = await front(urls, {}, { chunkTimeoutMs: 5_000 });
    const spoken = await post(base, '/v1/audio/speech', REQUEST);
    expect([spoken.status, spoken.headers.get('x-tts-chunks-skipped')]).toEqual([200, '15']);
    await expect.poll(() => engines.flatMap(({ held }) => held)).toEqual([]);
    expect(await states(base)).toEqual(['ready', 'ready']);
  });

  test('one that is stopped loses its chunks to another, though its connections stay open', async () => {
    const [held, free] = [new ScriptedEngine(() => {}), new ScriptedEngine(obedient)];
    const [stopped, other] = (await serve([held, free])) as [Relay, Relay];
    const { base } = await front([stopped.url, other.url], {}, { times: { probeTimeoutMs: 2_000 } });
    await expect.poll(() => states(base)).toEqual(['ready', 'ready']);
    const speaking = post(base, '/v1/audio/speech', REQUEST);
    await held.holds(1);
    // Whatever it is asked, it says nothing any more; what is under way stays open.
    stopped.stop();
    await bytesOf(await speaking);
    await expect.poll(() => states(base)).toEqual(['unreachable', 'ready']);
  });

  test('chunks that break off together are one failure: the engine is back within seconds', {
    timeout: 25_000,
  }, async () => {
    const plan = { parallel: 8, maxChunkSeconds: 2.8 };
    const [service] = (await serve([new ScriptedEngine(obedient, { ...plan, seeded: plan })])) as [Relay];
    // Eight failures in a row are half a minute.
    const { base } = await front([service.url], {}, { times: { backOffMs: 250 } });
    let broken = 0;
    const waiting: (() => void)[] = [];
    service.fault = () => (_, response) => {
      waiting.push(() => response.destroy());
      broken += 1;
      if (broken < 8) return;
      service.fault = () => undefined;
      for (const destroy of waiting) destroy();
    };
    await bytesOf(await post(base, '/v1/audio/speech', REQUEST));
    expect(broken).toBe(8);
  });

  test('all gone: 503 for new requests at once, and speech again when one is back', async () => {
    const [service] = (await serve([new ScriptedEngine(obedient)])) as [Relay];
    const { base } = await front([service.url]);
    expect((await fetch(`${base}/ready`)).status).toBe(200);
    await service.kill();
    await expect.poll(() => states(base)).toEqual(['unreachable']);
    const refused = await post(base, '/v1/audio/speech', { input: 'Hello.' });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect((await fetch(`${base}/ready`)).status).toBe(503);
    expect(await health(base)).toMatchObject({ status: 'loading', model_loaded: false, engine: null });
    await service.revive();
    await expect.poll(async () => (await fetch(`${base}/ready`)).status).toBe(200);
    await bytesOf(await post(base, '/v1/audio/speech', { input: 'Hello.' }));
  });

  test('another model is left out, and health says why', async () => {
    const engines = [new ScriptedEngine(obedient), new ScriptedEngine(obedient, { checkpoint: 'b'.repeat(64) })];
    const [first, second] = (await serve(engines)) as [Relay, Relay];
    const { base } = await front([first.url, second.url], { model: 'customvoice-0.6b', isModelChosen: true });
    await expect.poll(async () => (await states(base))?.sort()).toEqual(['different', 'ready']);
    const reasons = (await health(base)).engines?.flatMap(({ reason }) => reason ?? []);
    expect(reasons?.join()).toContain('checkpoint');
  });

  test('the built-in voice of another service is no loaded model, and is counted and logged', async () => {
    const service = await startSpeechServer({});
    servers.push(service);
    const { base, log } = await front([service.base]);
    expect(await health(base)).toMatchObject({ engine: 'remote', model_loaded: false });
    expect((await post(base, '/v1/audio/speech', { input: 'Hello there.' })).status).toBe(200);
    expect(await (await fetch(`${base}/metrics`)).text()).toContain('tts_fallback_answers_total 1');
    expect(log.join()).toContain('answered by the built-in voice');
  });

  test('the key is sent and never shown', async () => {
    const keys = new Set<string | undefined>();
    const [service] = (await serve([new ScriptedEngine(obedient)])) as [Relay];
    service.fault = () => (request, response) => {
      keys.add(request.headers.authorization);
      response.writeHead(401).end();
    };
    const logged: string[] = [];
    const log = (...all: unknown[]) => void logged.push(JSON.stringify(all));
    const { base, log: lines } = await front(
      [service.url],
      { engineKey: 'canary-key' },
      { logger: { info: log, warn: log, error: log } },
    );
    await post(base, '/v1/audio/speech', { input: 'Hello.' });
    expect([...keys]).toEqual(['Bearer canary-key']);
    const shown = [
      JSON.stringify(await health(base)),
      await (await fetch(`${base}/metrics`)).text(),
      ...logged,
      ...lines,
    ];
    expect(logged.length).toBeGreaterThan(0);
    expect(shown.join()).not.toContain('canary');
  });
});

test('three engines take 10,000 characters in at most 0.4 of the turns of one', async () => {
  const request = { ...REQUEST, input: textOf(220).slice(0, 10_000) };
  const turnsOf = async (count: number) => {
    const plan = { parallel: 1, maxChunkSeconds: 12 };
    const engines = Array.from({ length: count }, () => new ScriptedEngine(() => {}, { ...plan, seeded: plan }));
    const services = await serve(engines);
    const { base } = await front(services.map(({ url }) => url));
    await expect.poll(() => states(base)).toEqual(services.map(() => 'ready'));
    const preview = await post(base, '/v1/text/chunks', request);
    let left = ((await preview.json()) as { chunks: unknown[] }).chunks.length;
    const speaking = post(base, '/v1/audio/speech', request);
    let turns = 0;
    for (; left > 0; turns += 1) {
      // In a turn every engine speaks what it has.
      const inHand = () => engines.flatMap(({ held }) => held);
      await expect.poll(() => inHand().length, { interval: 2 }).toBe(Math.min(count, left));
      for (const held of inHand()) {
        held.start();
        held.speak();
        left -= 1;
      }
    }
    await bytesOf(await speaking);
    return turns;
  };
  expect((await turnsOf(3)) / (await turnsOf(1))).toBeLessThanOrEqual(0.4);
});
