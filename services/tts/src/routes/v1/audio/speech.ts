import type { App } from '@ownvoice/shared';
import { LANGUAGE_CODES, SpeechRequest as SpeechRequestBody, withFormats } from '@ownvoice/shared/contract';
import type { SpeechRequest } from '../../../synthesis/speech-request.js';
import { audioResponses, sendSpeech } from './answer.js';
import { languageOf, pronunciationsOf, voiceOf } from './fields.js';

/** What a body asks for. */
export function speechRequestOf(body: SpeechRequestBody): SpeechRequest {
  const voice = voiceOf(body.voice);
  return {
    input: body.input,
    language: languageOf(body.language),
    voice: { kind: 'speech', id: voice.id, instruct: body.instruct || body.instructions || '' },
    voiceLanguage: LANGUAGE_CODES[voice.language],
    speed: body.speed ?? 1,
    seed: body.seed ?? undefined,
    pronunciations: pronunciationsOf(body.pronunciations),
  };
}

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
        body: withFormats(SpeechRequestBody, app.formatPolicy),
        response: audioResponses(400, 408, 409, 413, 415, 429, 500, 503),
      },
    },
    async (request, reply) => sendSpeech(request, reply, speechRequestOf(request.body)),
  );
}
