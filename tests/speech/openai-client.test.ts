import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';

let service: Service;
let client: OpenAI;
beforeAll(async () => {
  service = await startSpeech();
  client = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: 'none is needed', maxRetries: 0 });
});
afterAll(() => service?.end('SIGTERM'));

describe('the official client of the common speech API', () => {
  test.each(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'engine-tts'])('speaks with model %s', async (model) => {
    const answer = await client.audio.speech.create({
      model,
      voice: 'alloy',
      input: 'Good morning.',
      instructions: 'Speak calmly.',
      response_format: 'wav',
      speed: 1.25,
    });
    const file = Buffer.from(await answer.arrayBuffer());
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    expect(file.readUInt32LE(24)).toBe(24_000);
    expect(answer.headers.get('x-tts-voice')).toBe('ryan');
  });

  test.each(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'])('finds the voice %s', async (voice) => {
    const answer = await client.audio.speech.create({ model: 'tts-1', voice, input: 'Hi.', response_format: 'wav' });
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });

  test('lists the models and finds one', async () => {
    const models = [];
    for await (const model of client.models.list()) models.push(model.id);
    expect(models).toEqual(['engine-tts', 'engine-tts-customvoice', 'engine-tts-voicedesign', 'engine-tts-clone']);
    expect((await client.models.retrieve('engine-tts')).object).toBe('model');
  });

  test('reports a refusal as its own classes of errors', async () => {
    const refusal = client.audio.speech.create({
      model: 'tts-1',
      voice: 'nobody',
      input: 'Hi.',
      response_format: 'wav',
    });
    const error = await refusal.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 400 });
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    await expect(client.models.retrieve('nobody')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  test('reports any format but wav as a 400', async () => {
    const request = client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'Hi.',
      response_format: 'mp3',
    });
    await expect(request).rejects.toMatchObject({ status: 400 });
  });
});
