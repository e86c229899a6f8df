import OpenAI from 'openai';
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

  test.each([
    'alloy',
    'ash',
    'ballad',
    'coral',
    'echo',
    'fable',
    'onyx',
    'nova',
    'sage',
    'shimmer',
    'verse',
    'marin',
    'cedar',
  ])('finds the voice %s', async (voice) => {
    const answer = await client.audio.speech.create({ model: 'tts-1', voice, input: 'Hi.', response_format: 'wav' });
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });

  test('lists the models and finds one', async () => {
    const models = [];
    for await (const model of client.models.list()) models.push(model.id);
    expect(models).toEqual(['engine-tts', 'engine-tts-customvoice', 'engine-tts-voicedesign', 'engine-tts-clone']);
    expect((await client.models.retrieve('engine-tts')).object).toBe('model');
  });

  test.each([
    [{ voice: 'nobody' }, /voice must be one of ryan, aiden/],
    [{ response_format: 'mp3' as const }, /response_format must be wav/],
    [{ speed: 9 }, /speed must be at most 4\./],
    [{ stream_format: 'sse' as const }, /audio is not streamed/],
    [{ voice: 'nobody', speed: 9 }, /\(and 1 more\)/],
  ])('%j is an error whose message says what is wrong', async (wrong, sentence) => {
    const body = { model: 'tts-1', voice: 'alloy', input: 'Hi.', ...wrong };
    const error = await client.audio.speech.create(body).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect((error as Error).message).toMatch(sentence);
  });

  test('an unknown model is not found', async () => {
    await expect(client.models.retrieve('nobody')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(client.models.retrieve('nobody')).rejects.toThrow('There is no such model');
  });
});
