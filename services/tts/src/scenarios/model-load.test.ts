import type { SpeechHealth } from '@ownvoice/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiError } from '../errors.js';
import { ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

/** customvoice-0.6b is loaded, voicedesign-1.7b and base-0.6b are installed beside it. */
async function start(options: { pullFromPage?: boolean } = {}) {
  const model = new ScriptedEngine(() => {});
  model.built = new Set(['voicedesign-1.7b', 'base-0.6b']);
  const server = await startSpeechServer({ variant: 'customvoice-0.6b', model, pullFromPage: true, ...options });
  const health = async () => (await (await fetch(`${server.base}/health`)).json()) as SpeechHealth;
  const load = async (variant: unknown) => {
    const response = await post(server.base, '/v1/models/load', { variant });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { server, model, health, load };
}
const speak = ({ base }: SpeechServer) =>
  post(base, '/v1/audio/speech', { input: 'First. Second sentence here. Third.' });
const design = ({ base }: SpeechServer) =>
  post(base, '/v1/audio/voice-design', { input: 'Hello.', voice_description: 'A calm voice.' });

describe('POST /v1/models/load', () => {
  let service: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service.server.close());

  test('does nothing for the variant that is loaded', async () => {
    expect(await service.load('customvoice-0.6b')).toEqual({ status: 202, body: { variant: 'customvoice-0.6b' } });
    expect(await service.health()).toMatchObject({ status: 'healthy', variant: 'customvoice-0.6b' });
  });

  test('refuses an unknown variant with 400', async () => {
    expect(await service.load('huge')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('refuses a variant that is not installed with 404 and the command that installs it', async () => {
    expect(await service.load('base-1.7b')).toMatchObject({
      status: 404,
      body: apiError('variant_absent', { parameters: { variant: 'base-1.7b' } }).body,
    });
  });

  test('finishes a request of several chunks first, refuses new speech with 503 meanwhile, then serves the variant', async () => {
    const { server, model, health, load } = service;
    const spoken = speak(server);
    await model.holds(1);
    expect(await load('voicedesign-1.7b')).toEqual({ status: 202, body: { variant: 'voicedesign-1.7b' } });
    expect(await load('voicedesign-1.7b')).toMatchObject({ status: 202 });
    expect(await load('base-0.6b')).toMatchObject({ status: 409, body: { code: 'switch_running' } });
    for (const refused of [await speak(server), await design(server)]) {
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect(await health()).toMatchObject({
      status: 'loading',
      model: { stage: expect.stringContaining('voicedesign-1.7b') },
    });

    let chunks = 0;
    model.script = (held) => {
      chunks += 1;
      held.start();
      held.speak();
    };
    for (const held of [...model.held]) model.script(held);
    expect((await spoken).status).toBe(200);
    expect(chunks).toBeGreaterThan(1);

    expect((await design(server)).status).toBe(503);
    model.capabilities = { ...model.capabilities, variant: 'voicedesign-1.7b' };
    model.enter({ kind: 'ready' });
    expect((await design(server)).status).toBe(200);
    expect((await speak(server)).status).toBe(409);
    expect(await health()).toMatchObject({ status: 'healthy', variant: 'voicedesign-1.7b' });
  });
});

test('POST /v1/models/load is guarded as the installation is', async () => {
  const { server, load } = await start({ pullFromPage: false });
  expect(await load('base-0.6b')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  await server.close();
});
