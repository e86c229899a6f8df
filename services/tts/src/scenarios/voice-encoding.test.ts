import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineError } from '../engines/engine.js';
import { ScriptedEngine } from '../testing/scripted-engine.js';
import { type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { formOf, humming, postForm } from '../testing/voice-forms.js';
import { VoiceLibrary } from '../voice-library/voice-library.js';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
let recordings = 0;
/** Another one each time: what was encoded before is not encoded again. */
const recording = () => humming(4 + recordings++ / 10);

describe('encoding a recording', () => {
  let server: SpeechServer;
  let engine: ScriptedEngine;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'voice-encoding-'));
    engine = new ScriptedEngine(() => {});
    const voiceLibrary = await VoiceLibrary.open(folder, SILENT);
    server = await startSpeechServer({ model: engine, variant: 'base-0.6b', voiceLibrary, queue: 1 });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const keep = (name: string) =>
    postForm(server.base, '/v1/voices', { name, reference_audio: recording(), consent: 'true' });

  test('has a place in the queue: 429 with Retry-After when it is full, and then it is kept', async () => {
    const body = formOf({ input: 'Hello.', reference_audio: recording() });
    const speaking = fetch(`${server.base}/v1/audio/voice-clone`, { method: 'POST', body });
    await engine.holds(1);
    const refusal = await keep('Clara');
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    const [held] = engine.held;
    held?.start();
    held?.speak();
    expect((await speaking).status).toBe(200);
    expect((await keep('Clara')).status).toBe(201);
  });

  test('wakes a model that is asleep, and waits for one that restarts', async () => {
    for (const [name, state] of [
      ['Dora', { kind: 'asleep', isWaking: false }],
      ['Emma', { kind: 'restarting', reason: 'it died' }],
    ] as const) {
      engine.enter(state);
      const keeping = keep(name);
      const waits = async () => ((await (await fetch(`${server.base}/health`)).json()) as SpeechHealth).queue;
      await expect.poll(waits).toMatchObject({ waiting: 1 });
      engine.enter({ kind: 'ready' });
      expect((await keeping).status).toBe(201);
    }
  });

  test('ends in one sentence when the model does not come back, or cannot', async () => {
    const encode = engine.encode.bind(engine);
    for (const [kind, status] of [
      ['crashed', 503],
      ['failed', 500],
      ['unsupported', 409],
    ] as const) {
      engine.encode = async () => {
        throw new EngineError(kind, 'It cannot.');
      };
      const answer = await keep('Frieda');
      expect(answer.status).toBe(status);
    }
    engine.encode = encode;
    engine.enter({ kind: 'failed', reason: 'There is no memory.' });
    expect((await keep('Frieda')).status).toBe(503);
    engine.enter({ kind: 'ready' });
    expect((await fetch(`${server.base}/v1/voices/frieda`)).status).toBe(404);
  });
});
