import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeWav, readWav } from '@ownvoice/audio';
import { afterEach, expect, test } from 'vitest';
import { startFront } from '../testing/engine-services.js';
import { post, type SpeechServer } from '../testing/speech-server.js';
import { formOf, humming } from '../testing/voice-forms.js';

// An endpoint re-implemented from the documentation of vLLM-Omni (docs/serving/speech_api.md at f70c7fab): it is not the real
// server, which nobody here has run.

type Body = Readonly<Record<string, unknown>>;
const TASK_OF = /-(CustomVoice|VoiceDesign|Base)$/;

class ReimplementedOmni {
  readonly bodies: Body[] = [];
  busy = 0;
  rate = 24_000;
  readonly #server: Server;

  constructor(readonly model: string) {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, value: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const refuse = (status: number, message: string) =>
      json(status, { error: { message, type: 'BadRequestError', param: null, code: status } });
    if (request.url === '/health') return void response.writeHead(200).end();
    if (request.url === '/v1/models') return json(200, { object: 'list', data: [{ id: this.model, object: 'model' }] });
    if (request.url !== '/v1/audio/speech') return refuse(404, 'Not Found');
    if (this.busy > 0) {
      this.busy -= 1;
      return refuse(503, 'The server is overloaded.');
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Body;
    const task = body.task_type ?? 'CustomVoice';
    if (typeof body.input !== 'string' || body.input === '') return refuse(400, 'Input text cannot be empty');
    if (task !== TASK_OF.exec(this.model)?.[1]) return refuse(400, 'TTS model did not produce audio output');
    if (task === 'Base' && !String(body.ref_audio).startsWith('data:audio/wav;base64,'))
      return refuse(400, "Base task requires 'ref_audio'");
    if (task === 'VoiceDesign' && !body.instructions) return refuse(400, "VoiceDesign task requires 'instructions'");
    this.bodies.push(body);
    const samples = new Float32Array(this.rate).map(
      (_, at) => 0.3 * Math.sin(at / (5 + (String(body.input).length % 7))),
    );
    const wav = Buffer.concat([...encodeWav([samples], samples.length, this.rate)]);
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const open: { close(): unknown }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

async function serve(model: string, count = 1) {
  const engines = Array.from({ length: count }, () => new ReimplementedOmni(`Qwen/Qwen3-TTS-12Hz-${model}`));
  const urls = await Promise.all(engines.map((engine) => engine.listen()));
  const server: SpeechServer = await startFront(urls, { engineParallel: 2 });
  open.push(server, ...engines);
  return { base: server.base, engines };
}
const bodiesOf = (engines: readonly ReimplementedOmni[]) => engines.flatMap(({ bodies }) => bodies);

test('a text and a clean instruction are spoken there; a seed, which it does not have, is named', async () => {
  const { base, engines } = await serve('1.7B-CustomVoice', 2);
  const input = 'The first sentence is here. '.repeat(60);
  const spoken = await post(base, '/v1/audio/speech', {
    input,
    voice: 'nova',
    instruct: 'Whis\u0007per.\udfff',
    language: 'en',
    seed: 1,
  });
  expect([spoken.status, spoken.headers.get('x-tts-ignored')]).toEqual([200, 'seed']);
  const bodies = bodiesOf(engines);
  expect(bodies.length).toBe(Number(spoken.headers.get('x-tts-chunks')));
  expect(bodies.length).toBeGreaterThan(2);
  expect(bodies[0]).toMatchObject({
    task_type: 'CustomVoice',
    voice: 'serena',
    language: 'English',
    instructions: 'Whisper.',
  });
  expect(readWav(Buffer.from(await spoken.arrayBuffer())).sampleRate).toBe(24_000);
});

test('a vLLM-Omni engine that is overloaded is left alone, and nothing is lost', async () => {
  const { base, engines } = await serve('0.6B-CustomVoice', 2);
  for (const engine of engines) engine.busy = 1;
  const spoken = await post(base, '/v1/audio/speech', {
    input: 'The first sentence is here. '.repeat(60),
    language: 'en',
  });
  expect([spoken.status, spoken.headers.get('x-tts-chunks-skipped')]).toEqual([200, null]);
});

test('an answer of vLLM-Omni at another sample rate is no audio', async () => {
  const { base, engines } = await serve('0.6B-CustomVoice');
  for (const engine of engines) engine.rate = 16_000;
  expect((await post(base, '/v1/audio/speech', { input: 'Hello there.' })).status).toBe(500);
});

test('voices are designed, from clean descriptions, and cloned by the models for it, and 409 of the others', async () => {
  const design = await serve('1.7B-VoiceDesign');
  const designed = { input: 'Hello there.', voice_description: 'A calm\u0000 old\ud800 man.\u001b' };
  expect((await post(design.base, '/v1/audio/voice-design', designed)).status).toBe(200);
  expect(bodiesOf(design.engines)).toMatchObject([{ task_type: 'VoiceDesign', instructions: 'A calm old man.' }]);
  expect((await post(design.base, '/v1/audio/speech', { input: 'Hello.' })).status).toBe(409);

  const base = await serve('0.6B-Base');
  const body = formOf({ input: 'Hello there.', reference_audio: humming(4) });
  const cloned = await fetch(`${base.base}/v1/audio/voice-clone`, { method: 'POST', body });
  expect(cloned.status).toBe(200);
  expect(bodiesOf(base.engines)).toMatchObject([{ task_type: 'Base', x_vector_only_mode: true }]);
});
