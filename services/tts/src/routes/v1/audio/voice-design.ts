import type { App } from '@ownvoice/shared';
import { VoiceDesignRequest, withFormats } from '@ownvoice/shared/contract';
import { DEFAULT_VOICE_LANGUAGE } from '../../../synthesis/speech-request.js';
import { withoutControls } from '../../../text/index.js';
import { textOf } from './request.js';
import { audioResponses, sendSpeech } from './response.js';

/** POST /v1/audio/voice-design: text and the description of a voice in, speech out. */
export async function voiceDesignRoute(app: App): Promise<void> {
  app.post(
    '/v1/audio/voice-design',
    {
      config: { speech: 'design' },
      schema: {
        summary: 'Speak a text with a voice designed from a description',
        body: withFormats(VoiceDesignRequest, app.config.formats),
        response: audioResponses(400, 408, 409, 413, 415, 429),
      },
    },
    async (request, reply) =>
      sendSpeech(
        request,
        reply,
        {
          ...textOf(request.body, app.config.normalize),
          voice: { kind: 'design', description: withoutControls(request.body.voice_description).trim() },
          voiceLanguage: DEFAULT_VOICE_LANGUAGE,
        },
        request.body.model,
      ),
  );
}
