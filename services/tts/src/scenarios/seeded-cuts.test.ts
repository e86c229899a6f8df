import { afterEach, describe, expect, test } from 'vitest';
import type { BatchPlan } from '../engines/engine.js';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

const TEXT = 'The first sentence is here, and it goes on for a while. The second is shorter. '.repeat(6);
/** The bound of one build; what is measured differs from machine to machine and from start to start. */
const SEEDED_SECONDS = 4;
const FAST: BatchPlan = { parallel: 8, maxChunkSeconds: 30 };
const SLOW: BatchPlan = { parallel: 1, maxChunkSeconds: 2 };

const servers: SpeechServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** An engine of one build on a machine for which `plan` was measured. */
const engineWith = (plan: BatchPlan) =>
  new ScriptedEngine(obedient, { ...plan, seeded: { parallel: plan.parallel, maxChunkSeconds: SEEDED_SECONDS } });

async function serve(engine: ScriptedEngine): Promise<string> {
  const server = await startSpeechServer({ model: engine });
  servers.push(server);
  return server.base;
}

/** Asks for speech. @returns the texts of the chunks that the engine got, and the audio */
async function speak(base: string, engine: ScriptedEngine, seed?: number) {
  const texts: string[] = [];
  engine.script = (held) => {
    texts.push(held.job.text);
    obedient(held);
  };
  const answer = await post(base, '/v1/audio/speech', {
    input: TEXT,
    language: 'en',
    ...(seed !== undefined && { seed }),
  });
  expect(answer.status).toBe(200);
  return { texts, audio: Buffer.from(await answer.arrayBuffer()) };
}

/** The chunks that /v1/text/chunks shows. */
async function previewed(base: string, seed: number) {
  const answer = await post(base, '/v1/text/chunks', { input: TEXT, language: 'en', seed });
  const { chunks } = (await answer.json()) as { chunks: { text: string }[] };
  return chunks.map(({ text }) => text);
}

describe('a request with a seed', () => {
  test('is cut alike by two engines of one build with different plans; without a seed the plan decides', async () => {
    const [fast, slow] = [engineWith(FAST), engineWith(SLOW)];
    const [onFast, onSlow] = [await serve(fast), await serve(slow)];
    const seeded = await speak(onFast, fast, 7);
    expect(seeded.texts.length).toBeGreaterThan(1);
    expect(await previewed(onFast, 7)).toEqual(seeded.texts);
    expect(await previewed(onSlow, 7)).toEqual(seeded.texts);
    expect(await speak(onSlow, slow, 7)).toEqual(seeded);
    expect((await speak(onFast, fast)).texts.length).toBeLessThan((await speak(onSlow, slow)).texts.length);
  });

  test('is cut alike though the plan changes, and while the engine starts again', async () => {
    const engine = engineWith(FAST);
    const base = await serve(engine);
    const before = await speak(base, engine, 7);
    engine.capabilities = { ...engine.capabilities, ...SLOW };
    expect(await speak(base, engine, 7)).toEqual(before);

    engine.enter({ kind: 'restarting', reason: 'killed' });
    const during = speak(base, engine, 7);
    const waiting = async () =>
      ((await (await fetch(`${base}/health`)).json()) as { queue: { waiting: number } }).queue.waiting;
    await expect.poll(waiting).toBe(1);
    engine.enter({ kind: 'ready' });
    expect(await during).toEqual(before);
  });
});
