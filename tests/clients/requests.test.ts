import { runScenario } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';
import { CLIENT_REQUESTS, type ClientRequest } from './requests.js';

const MODES = ['strict', 'lenient'] as const;
const services = new Map<(typeof MODES)[number], Service>();
beforeAll(async () => {
  await Promise.all(MODES.map(async (mode) => services.set(mode, await startSpeech(['--formats', mode]))));
});
afterAll(() => Promise.all([...services.values()].map((service) => service.end('SIGTERM'))));

const titled = CLIENT_REQUESTS.map((request) => {
  const { client, path, body = {} } = request;
  const { input: _input, ...fields } = body;
  return [`${client}: ${path} ${JSON.stringify(fields)}`, request] as const;
});

async function send(request: ClientRequest, mode: (typeof MODES)[number]) {
  const { client, method = 'POST', path, headers, body, json = {} } = request;
  const outcome = request[mode];
  const expected = outcome instanceof RegExp ? { error: outcome } : json;
  const scenario = { name: client, method, path, headers, body, json: expected };
  const origin = services.get(mode)?.origin ?? '';
  const answer = await runScenario(origin, { ...scenario, status: outcome instanceof RegExp ? 400 : 200 });
  if (outcome !== 'WAV' && outcome !== 'PCM') return;
  expect(answer.headers['content-type']).toBe(`audio/${outcome.toLowerCase()}`);
  expect(answer.bytes.toString('latin1', 0, 4) === 'RIFF').toBe(outcome === 'WAV');
}

describe.each(MODES)('with --formats %s a client gets what the table says', (mode) => {
  test.each(titled)('%s', (_title, request) => send(request, mode));
});
