import type { App } from '@ownvoice/shared';
import { DEFAULT_VOICE, LANGUAGE_CODES, SpeechRequest } from '@ownvoice/shared/contract';
import { audioResponses, sendSpeech } from './answer.js';
import { FieldReader } from './fields.js';

/** POST /v1/audio/speech: text in, speech of a pre-built voice out. */
export async function speechRoute(app: App): Promise<void> {
  app.post(
    '/v1/audio/speech',
    {
      config: { speech: 'speech' },
      schema: {
        tags: ['speech'],
        summary: 'Speak a text with a pre-built voice',
        security: [],
        body: SpeechRequest,
        response: audioResponses(400, 408, 409, 413, 415, 429, 500, 503),
      },
    },
    async (request, reply) => {
      const { body } = request;
      const fields = new FieldReader();
      fields.model(body.model ?? 'engine-tts', 'speech');
      fields.responseFormat(body.response_format ?? 'wav');
      const language = fields.language(body.language ?? 'auto');
      const voice = fields.voice(body.voice ?? DEFAULT_VOICE);
      fields.finish();
      if (!voice) return reply;
      return sendSpeech(request, reply, {
        input: body.input,
        language,
        voice: { kind: 'speech', id: voice.id, instruct: body.instruct || body.instructions || '' },
        voiceLanguage: LANGUAGE_CODES[voice.language],
        speed: body.speed ?? 1,
        seed: body.seed,
      });
    },
  );
}
