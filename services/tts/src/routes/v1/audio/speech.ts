import type { App } from '@ownvoice/shared';
import { SPEECH_HEADERS, SpeechRequest as SpeechRequestBody, withFormats } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { readVoiceEncoding } from '../../../engines/voice-encoding.js';
import { DEFAULT_VOICE_LANGUAGE, type SpeechRequest } from '../../../synthesis/speech-request.js';
import { instructionOf, textOf, voiceOf } from './request.js';
import { audioResponses, sendSpeech } from './response.js';

/** What a request asks for. @throws ApiError 400 as {@link voiceOf} does */
export async function speechRequestOf(
  request: FastifyRequest & { readonly body: SpeechRequestBody },
): Promise<SpeechRequest> {
  const { body } = request;
  const encoding = request.validationError ? undefined : body?.voice_encoding;
  if (encoding && request.headers[SPEECH_HEADERS.chunk] !== undefined) {
    const voice = { kind: 'clone', reference: readVoiceEncoding(encoding) } as const;
    return { ...textOf(body, request.server.config.normalize), voice, voiceLanguage: DEFAULT_VOICE_LANGUAGE };
  }
  const voice = await voiceOf(request, instructionOf(body ?? {}));
  return { ...textOf(body, request.server.config.normalize), ...voice };
}

/** POST /v1/audio/speech: text in, speech of a pre-built voice or one of the library out. */
export async function speechRoute(app: App): Promise<void> {
  const body = withFormats(SpeechRequestBody, app.config.formats);
  app.post(
    '/v1/audio/speech',
    {
      config: { speech: 'speech' },
      schema: {
        summary: 'Speak a text with a pre-built or saved voice',
        body,
        response: audioResponses(400, 408, 409, 413, 415, 429),
      },
      // The handler knows the voices, and reports every broken rule at once.
      attachValidation: true,
    },
    async (request, reply) => sendSpeech(request, reply, await speechRequestOf(request), request.body?.model),
  );
}
