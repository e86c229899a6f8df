import type { App } from '@ownvoice/shared';
import { VoiceDesignRequest, withFormats } from '@ownvoice/shared/contract';
import { DEFAULT_VOICE_LANGUAGE } from '../../../synthesis/speech-request.js';
import { audioResponses, sendSpeech } from './answer.js';
import { languageOf, pronunciationsOf } from './fields.js';

/** POST /v1/audio/voice-design: text and the description of a voice in, speech out. */
export async function voiceDesignRoute(app: App): Promise<void> {
  app.post(
    '/v1/audio/voice-design',
    {
      config: { speech: 'design' },
      schema: {
        tags: ['speech'],
        summary: 'Speak a text with a voice designed from a description',
        security: [],
        body: withFormats(VoiceDesignRequest, app.formatPolicy),
        response: audioResponses(400, 408, 409, 413, 415, 429),
      },
    },
    async (request, reply) => {
      const { body } = request;
      return sendSpeech(request, reply, {
        input: body.input,
        language: languageOf(body.language),
        voice: { kind: 'design', description: body.voice_description.trim() },
        voiceLanguage: DEFAULT_VOICE_LANGUAGE,
        speed: body.speed ?? 1,
        seed: body.seed ?? undefined,
        pronunciations: pronunciationsOf(body.pronunciations),
      });
    },
  );
}
