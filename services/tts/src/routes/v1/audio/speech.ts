import type { App } from '@ownvoice/shared';
import { LANGUAGE_CODES, SpeechRequest, withFormats } from '@ownvoice/shared/contract';
import { audioResponses, sendSpeech } from './answer.js';
import { languageOf, pronunciationsOf, voiceOf } from './fields.js';

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
        body: withFormats(SpeechRequest, app.formatPolicy),
        response: audioResponses(400, 408, 409, 413, 415, 429, 500, 503),
      },
    },
    async (request, reply) => {
      const { body } = request;
      const voice = voiceOf(body.voice);
      return sendSpeech(request, reply, {
        input: body.input,
        language: languageOf(body.language),
        voice: { kind: 'speech', id: voice.id, instruct: body.instruct || body.instructions || '' },
        voiceLanguage: LANGUAGE_CODES[voice.language],
        speed: body.speed ?? 1,
        seed: body.seed ?? undefined,
        pronunciations: pronunciationsOf(body.pronunciations),
      });
    },
  );
}
