import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';
import { type Plausible, probesOf } from './arbitraries.js';
import { conformance } from './conformance.js';
import { operationsOf } from './document.js';

/** Requests to each operation. */
const PROBES = 30;
const { seed } = fc.readConfigureGlobal();

/** Short texts, because what is not refused is spoken; and one that is too long by a character. */
const plausible: Plausible = {
  input: fc.oneof(
    fc.constantFrom('Hi.', 'Grüße!', '你好。', '😀', '', ' ', '***', 'x'.repeat(10_001)),
    fc.string({ unit: 'binary', maxLength: 20 }),
  ),
  model: fc.constantFrom('engine-tts', 'tts-1', 'engine-tts-voicedesign', 'engine-tts-clone', 'nothing'),
  voice: fc.constantFrom('ryan', 'Uncle Fu', 'ONO-ANNA', 'nobody'),
  language: fc.constantFrom('auto', 'German', 'ja', 'Klingon'),
  response_format: fc.constantFrom('wav', 'mp3'),
  id: fc.constantFrom('engine-tts', 'tts-1', 'nothing'),
};

describe('every operation of the speech document', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startSpeech();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  test('responds as declared and never with a 5xx, whatever is sent', async () => {
    onTestFailed(() => console.error(service.output().slice(-8_000)));
    const operations = operationsOf(await (await fetch(`${service.origin}/openapi.json`)).json());
    const check = conformance();
    const spoken = new Set<number>();
    for (const operation of operations) {
      const madeUp = fc.sample(probesOf(operation, plausible), { numRuns: PROBES });
      const typical = operation.path === '/v1/audio/speech' ? [{ path: operation.path, body: { input: 'Hi.' } }] : [];
      for (const { path, body } of [...typical, ...madeUp]) {
        const response = await fetch(service.origin + path, {
          method: operation.method,
          ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        });
        const answer = {
          status: response.status,
          headers: response.headers,
          text: await response.text(),
        };
        const sent = JSON.stringify(body)?.slice(0, 300);
        check(operation, answer, `seed ${seed}: ${operation.method} ${path.slice(0, 300)} ${sent}`);
        if (operation.path === '/v1/audio/speech') spoken.add(answer.status);
      }
    }
    expect([...spoken]).toContain(200);
    expect((await fetch(`${service.origin}/ready`)).status).toBe(200);
  }, 300_000);
});
