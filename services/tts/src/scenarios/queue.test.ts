import type { SpeechHealth } from '@ownvoice/shared/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { EngineError } from '../engines/engine.js';
import { obedient, SCRIPTED_CAPABILITIES, type Script, ScriptedEngine, toneOf } from '../testing/scripted-engine.js';
import { post, type SpeechServer, type SpeechServerOptions, startSpeechServer } from '../testing/speech-server.js';
import { humming, postForm } from '../testing/voice-forms.js';
import { readPromisedWav } from '../testing/wav.js';

// What the queue promises, over HTTP, with an engine whose every step the test decides. Each sentence is one chunk.
const engine = new ScriptedEngine(obedient);
let common: SpeechServer;
beforeAll(async () => {
  common = await startSpeechServer({ model: engine, queue: 200 });
});
afterAll(() => common.close());

/** The service that the tests share, which takes in more than any of them sends; `parallel` chunks at once, else one. */
function serve(script: Script, parallel = 1): SpeechServer {
  engine.script = script;
  engine.capabilities = { ...SCRIPTED_CAPABILITIES, parallel };
  return common;
}

const own: SpeechServer[] = [];
afterEach(async () => {
  await Promise.all(own.splice(0).map((server) => server.close()));
});

/** A service of the test's own. */
async function start(model: ScriptedEngine, options: SpeechServerOptions): Promise<SpeechServer> {
  const server = await startSpeechServer({ model, ...options });
  own.push(server);
  return server;
}

/** A busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };

const speak = (base: string, input: string, signal?: AbortSignal) =>
  post(base, '/v1/audio/speech', { input, language: 'en' }, signal);

const health = async (base: string) => (await (await fetch(`${base}/health`)).json()) as SpeechHealth;

const THREE = 'The first sentence is here. The second sentence is here. The third sentence is here.';
const isSecond = (text: string) => text.includes('second');

/** The pitch of a tone, by its zero crossings. */
function pitch(samples: Float32Array): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  let crossings = 0;
  for (let at = 1; at < middle.length; at++) if ((middle[at - 1] ?? 0) < 0 !== (middle[at] ?? 0) < 0) crossings++;
  return (crossings / 2 / middle.length) * 24_000;
}

const metric = async (base: string, name: string) => {
  const line = (await (await fetch(`${base}/metrics`)).text()).split('\n').find((text) => text.startsWith(name));
  return Number(line?.split(' ').at(-1) ?? 0);
};

describe('a chunk', () => {
  test('that fails is skipped and reported, and the others are spoken', async () => {
    const { base } = serve((held) =>
      isSecond(held.job.text) ? held.fail(new EngineError('failed', 'no')) : obedient(held),
    );
    const skipped = () => metric(base, 'tts_chunks_skipped_total{engine="qwen3-tts",reason="failed"}');
    const before = await skipped();
    const answer = await speak(base, THREE);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-tts-chunks')).toBe('3');
    expect(answer.headers.get('x-tts-chunks-skipped')).toBe('1');
    const { seconds } = readPromisedWav(new Uint8Array(await answer.arrayBuffer()));
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(1.5);
    expect((await skipped()) - before).toBe(1);
  });

  test('that is doubtful is spoken like the others, named and counted', async () => {
    const { base } = serve((held) => {
      held.start();
      const doubt = { kind: 'cut', endProbability: 1e-14, endRank: 700 } as const;
      held.speak(isSecond(held.job.text) ? { doubt } : {});
    });
    const cut = () => metric(base, 'tts_chunks_doubtful_total{engine="qwen3-tts",reason="cut"}');
    const before = await cut();
    const answer = await speak(base, THREE);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-tts-chunks-skipped')).toBeNull();
    expect(answer.headers.get('x-tts-chunks-doubtful')).toBe('1');
    expect((await cut()) - before).toBe(1);
  });

  test.each([
    ['customvoice-0.6b', 'instruct'],
    ['base-1.7b', 'instruct'],
    ['customvoice-1.7b', null],
    [null, null],
  ] as const)('of %s names an instruction that the model ignores: %s', async (variant, ignored) => {
    const { base } = serve(obedient);
    engine.capabilities = { ...engine.capabilities, variant };
    const headerOf = async (body: object) =>
      (await post(base, '/v1/audio/speech', { input: 'One.', ...body })).headers.get('x-tts-ignored');
    expect(await headerOf({ instructions: 'Whisper.' })).toBe(ignored);
    expect(await headerOf({ instruct: '' })).toBeNull();
  });

  test('of a designed or a cloned voice names an instruction, which neither has', async () => {
    const asked = { input: 'One.', instruct: 'Whisper.' };
    const designs = await start(new ScriptedEngine(obedient), { variant: 'voicedesign-1.7b' });
    const clones = await start(new ScriptedEngine(obedient), { variant: 'base-0.6b' });
    const answers = [
      await post(designs.base, '/v1/audio/voice-design', { ...asked, voice_description: 'An old sailor.' }),
      await postForm(clones.base, '/v1/audio/voice-clone', { ...asked, reference_audio: humming(4) }),
    ];
    expect(answers.map(({ headers }) => headers.get('x-tts-ignored'))).toEqual(['instruct', 'instruct']);
  });

  test('that hangs is cancelled at its time-out, skipped and reported', async () => {
    let stopped = false;
    const hanging = new ScriptedEngine((held) => {
      if (!isSecond(held.job.text)) return obedient(held);
      held.signal.addEventListener('abort', () => {
        stopped = true;
      });
      held.start();
    });
    const { base } = await start(hanging, { chunkTimeoutMs: 50 });
    const answer = await speak(base, THREE);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-tts-chunks-skipped')).toBe('1');
    expect(stopped).toBe(true);
    expect(await metric(base, 'tts_chunks_skipped_total{engine="qwen3-tts",reason="timeout"}')).toBe(1);
  });

  test('is one of several in flight where the engine is parallel, and they are joined in the order of the text', async () => {
    const { base } = serve(() => {}, 3);
    const answer = speak(base, THREE);
    await engine.holds(3);
    const texts = engine.held.map((held) => held.job.text);
    for (const held of [...engine.held].reverse()) held.speak();
    const { samples } = readPromisedWav(new Uint8Array(await (await answer).arrayBuffer()));
    expect(pitch(samples.subarray(0, 12_000))).toBeCloseTo(toneOf(texts[0] ?? ''), -2);
    expect(pitch(samples.subarray(samples.length - 12_000))).toBeCloseTo(toneOf(texts[2] ?? ''), -2);
  });

  test('of one request shares the seed with the others', async () => {
    const seeds = new Set<number>();
    const { base } = serve((held) => {
      seeds.add(held.job.seed);
      obedient(held);
    });
    await speak(base, THREE);
    expect(seeds.size).toBe(1);
    await speak(base, THREE);
    expect(seeds.size).toBe(2);
  });
});

describe('a request', () => {
  test('is 500 when every chunk failed, without internals', async () => {
    const { base, log } = serve((held) => held.fail(new EngineError('failed', 'tensor of shape 7')));
    const answer = await speak(base, THREE);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: expect.any(String), code: 'every_chunk_failed' });
    expect(log.join()).toContain('tensor of shape 7');
  });

  test('is 400 when the voice has no sound for any of it', async () => {
    const { base } = serve((held) => held.fail(new EngineError('inaudible', 'no sound')));
    const answer = await speak(base, THREE);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'nothing_to_speak' });
  });

  test('is 503 with Retry-After when the engine dies under it, and the next one is spoken', async () => {
    let died = false;
    const { base } = serve((held) => {
      if (died) return obedient(held);
      died = true;
      engine.enter({ kind: 'restarting', reason: 'killed' });
      held.fail(new EngineError('crashed', 'killed'));
    });
    const answer = await speak(base, THREE);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await fetch(`${base}/ready`)).status).toBe(503);
    const next = speak(base, THREE);
    engine.enter({ kind: 'ready' });
    expect((await next).status).toBe(200);
  });

  test('is 503 with Retry-After while the model is loading', async () => {
    const loading = new ScriptedEngine(obedient);
    loading.enter({ kind: 'loading', stage: 'reading weights', progress: 0.25 });
    const { base } = await start(loading, { untilReady: false });
    const answer = await speak(base, 'Hello.');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await health(base)).toMatchObject({
      status: 'loading',
      model_loaded: false,
      progress: 0.25,
    });
    loading.enter({ kind: 'ready' });
    expect((await speak(base, 'Hello.')).headers.get('x-tts-engine')).toBe('qwen3-tts');
  });

  test('of a short text does not wait for a long one, not even for its chunk in hand', async () => {
    const { base } = serve((held) => held.start());
    const long = speak(base, 'This is a long text of many words here. '.repeat(6));
    await engine.holds(1);
    const short = speak(base, 'Me.');
    await engine.holds(2);
    engine.held.find(({ job }) => job.text === 'Me.')?.speak();
    expect((await short).status).toBe(200);
    for (let chunk = 0; chunk < 6; chunk++) {
      await engine.holds(1);
      engine.held[0]?.speak();
    }
    expect((await long).status).toBe(200);
  });
});

describe('the queue', () => {
  // ASVS 15.2.2, 15.4.4
  test('accepts as many requests as its limit; the rest are 429 with Retry-After, and health responds', async () => {
    const busy = new ScriptedEngine(() => {});
    const { base } = await start(busy, { queue: 10 });
    const answers = Array.from({ length: 100 }, (_, index) => speak(base, `Hello number ${index}.`));
    let refused = 0;
    const counted = answers.map(async (answer) => {
      const { status, headers } = await answer;
      if (status !== 429) return;
      refused++;
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    });
    await vi.waitFor(() => expect(refused).toBe(90), PATIENCE);
    expect(await health(base)).toMatchObject({
      status: 'healthy',
      queue: { waiting: 10, running: 0, limit: 10 },
    });
    const pump = setInterval(() => busy.held[0]?.speak(), 1);
    await Promise.all(counted);
    clearInterval(pump);
    expect((await Promise.all(answers)).filter((answer) => answer.status === 200)).toHaveLength(10);
  });

  test('is not blocked by a flood of previews, whose excess is 429', async () => {
    const { base } = serve(obedient);
    // Of many paragraphs, so that they come in sooner than four threads make them.
    const input = 'One.\n\n'.repeat(1_600);
    const previews = Array.from({ length: 300 }, () => post(base, '/v1/text/chunks', { input }));
    const spoken = await speak(base, THREE);
    expect(spoken.status).toBe(200);
    const statuses = (await Promise.all(previews)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(64);
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
    expect(statuses).toContain(429);
  });

  test('gives everyone their own audio, however many speak at once', async () => {
    const { base } = serve(obedient, 4);
    const texts = Array.from(
      { length: 60 },
      (_, index) => `Hello from client ${'abcdefghij'[index % 10]}${'abcdef'[Math.floor(index / 10)]}`,
    );
    const checks = texts.map(async (text) => {
      const answer = await speak(base, text);
      const { samples } = readPromisedWav(new Uint8Array(await answer.arrayBuffer()));
      return Math.abs(pitch(samples) - toneOf(text));
    });
    for (const difference of await Promise.all(checks)) expect(difference).toBeLessThan(10);
  });

  test('is empty after a hundred clients have disconnected, and their computation has stopped', async () => {
    let stopped = 0;
    const script: Script = (held) => {
      held.start();
      held.signal.addEventListener('abort', () => stopped++);
    };
    const { base } = serve(script, 100);
    const left = () => metric(base, 'tts_requests_total{kind="speech",status="499"}');
    const before = await left();
    const clients = Array.from({ length: 100 }, () => new AbortController());
    const answers = clients.map((client) => speak(base, 'Hello.', client.signal).catch(() => undefined));
    await engine.holds(100);
    for (const client of clients) client.abort();
    await Promise.all(answers);
    await vi.waitFor(async () => {
      expect((await health(base)).queue).toMatchObject({ waiting: 0, running: 0 });
    }, PATIENCE);
    expect(stopped).toBe(100);
    expect(engine.held).toEqual([]);
    expect((await left()) - before).toBe(100);
    expect(await metric(base, 'tts_backlog_seconds')).toBe(0);
  });
});

describe('a service that is stopping', () => {
  test('finishes the requests in flight and accepts no new ones', async () => {
    const last = new ScriptedEngine(() => {});
    const { base, close } = await startSpeechServer({ model: last });
    const answer = speak(base, 'Hello.');
    await last.holds(1);
    const closed = close();
    const asked = () =>
      fetch(`${base}/health`).then(
        ({ status }) => status,
        () => 'no connection',
      );
    await expect.poll(asked).not.toBe(200);
    last.held[0]?.speak();
    expect((await answer).status).toBe(200);
    await closed;
  });
});

describe('the queue of several clients', () => {
  /** Who asks, as a trusted proxy says. */
  const speakAs = (base: string, client: string, input: string) =>
    fetch(`${base}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify({ input, language: 'en' }),
    });
  const serveAll = async () => {
    const busy = new ScriptedEngine(() => {});
    const { base } = await start(busy, { queue: 20, config: { trustProxy: ['127.0.0.1'] } });
    const flood = (count: number) =>
      Array.from({ length: count }, (_, index) => speakAs(base, '192.0.2.1', `Hello number ${index}.`));
    const places = async () => {
      const { waiting, running } = (await health(base)).queue;
      return waiting + running;
    };
    const drain = async (responses: readonly Promise<Response>[]) => {
      const pump = setInterval(() => busy.held[0]?.speak(), 1);
      const statuses = await Promise.all(responses.map(async (response) => (await response).status));
      clearInterval(pump);
      return statuses;
    };
    return { base, busy, flood, places, drain };
  };

  test('attack 82: sixty requests of one client hold up no sentence of another, and none of those is refused', async () => {
    const { base, busy, flood, places, drain } = await serveAll();
    const many = flood(60);
    let refused = 0;
    for (const response of many) void response.then(({ status }) => status === 429 && refused++);
    await expect.poll(() => refused, PATIENCE).toBe(40);
    busy.held[0]?.speak();
    await expect.poll(places, PATIENCE).toBe(19);
    const few: Promise<Response>[] = [];
    for (const [sentence, word] of ['first', 'second', 'third', 'fourth', 'fifth'].entries()) {
      const before = await places();
      const input = `Good morning for the ${word} time.`;
      few.push(speakAs(base, '192.0.2.2', input));
      await expect.poll(places, PATIENCE).toBe(before + 1);
      // Alone it would be one.
      const isHeld = () => busy.held.some(({ job }) => job.text === input);
      for (let chunk = 0; chunk < 4 && !isHeld(); chunk++) {
        busy.held[0]?.speak();
        await expect.poll(() => busy.held.length, PATIENCE).toBeGreaterThan(0);
      }
      expect(isHeld()).toBe(true);
      busy.held.find(({ job }) => job.text === input)?.speak();
      expect((await few[sentence])?.status).toBe(200);
    }
    expect(new Set(await drain(many))).toEqual(new Set([200, 429]));
  });

  test.each([1, 4])(
    'attack 82: nor do requests of %d chunks that come again at once when they are refused',
    async (chunks) => {
      const { base, busy } = await serveAll();
      const page = Array.from({ length: chunks }, (_, index) => `# Part ${index}\n\nHere it is.`).join('\n\n');
      let isOver = false;
      const insist = async () => {
        while (!isOver) await (await speakAs(base, '192.0.2.1', page)).arrayBuffer();
      };
      const many = Array.from({ length: 30 }, insist);
      await expect.poll(async () => (await health(base)).queue.waiting, PATIENCE).toBeGreaterThan(10);
      const pump = setInterval(() => busy.held[0]?.speak(), 5);
      const statuses: number[] = [];
      for (let sentence = 0; sentence < 5; sentence++) {
        const response = await speakAs(base, '192.0.2.2', 'Good morning.');
        await response.arrayBuffer();
        statuses.push(response.status);
      }
      expect(statuses).toEqual(Array(5).fill(200));
      isOver = true;
      await Promise.all(many);
      clearInterval(pump);
    },
  );

  test('when it is full, the newest waiting request of the client with the most is 429 with Retry-After for another', async () => {
    const { base, flood, places, drain } = await serveAll();
    const many = flood(20);
    await expect.poll(places, PATIENCE).toBe(20);
    const other = speakAs(base, '192.0.2.2', 'Good morning.');
    const { status, headers } = await Promise.race(many);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const statuses = await drain([...many, other]);
    expect(statuses.filter((one) => one === 429)).toHaveLength(1);
    expect(statuses.at(-1)).toBe(200);
  });
});

test('a client that takes less than 10 kB a second of its speech is disconnected', async () => {
  const long = new ScriptedEngine((held) => {
    held.start();
    held.speak({ seconds: 400 });
  });
  const { base, log } = await start(long, { stalledMs: 300 });
  const response = await speak(base, 'A long one.');
  const reader = response.body!.getReader();
  await reader.read();
  await expect.poll(() => log.join(), PATIENCE).toContain('client left');
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow();
});
