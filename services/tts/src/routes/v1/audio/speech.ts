import multipart from '@fastify/multipart';
import { ApiError, type App } from '@ownvoice/shared';
import {
  type FormatPolicy,
  LibraryCloneRequest,
  SPEECH_HEADERS,
  SpeechRequest as SpeechRequestBody,
  VoiceCloneRequest,
  VoiceDesignRequest,
  withFormats,
} from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readVoiceEncoding } from '../../../engines/remote/wire-format.js';
import { FORM_LIMITS } from '../../../reference-audio/reference-form.js';
import type { Caller } from '../../../storage.js';
import { DEFAULT_VOICE_LANGUAGE, type SpeechRequest } from '../../../synthesis/speech-request.js';
import { withoutControls } from '../../../text/index.js';
import { instructionOf, libraryNames, libraryVoiceOf, textOf, voiceOf } from './request.js';
import { audioResponses, sendSpeech } from './response.js';

const responses = (formats: FormatPolicy) => audioResponses(formats, 400, 408, 409, 413, 415, 429);

/** What a request asks for. @throws ApiError 400 as {@link voiceOf} does */
export async function speechRequestOf(
  request: FastifyRequest & { readonly body: SpeechRequestBody },
): Promise<SpeechRequest> {
  const { body, server } = request;
  const encoding = request.validationError ? undefined : body?.voice_encoding;
  if (encoding && request.headers[SPEECH_HEADERS.chunk] !== undefined) {
    const voice = { kind: 'clone', reference: readVoiceEncoding(encoding) } as const;
    return { ...textOf(body, server.config.normalize), voice, voiceLanguage: DEFAULT_VOICE_LANGUAGE };
  }
  const voice = await voiceOf(request, instructionOf(body ?? {}));
  return { ...textOf(body, server.config.normalize), ...voice };
}

/** POST /v1/audio/speech: text in, speech of a pre-built voice or one of the library out. */
export async function speechRoute(app: App): Promise<void> {
  const body = withFormats(SpeechRequestBody, app.config.formats);
  app.post('/v1/audio/speech', {
    config: { speech: 'speech' },
    schema: { summary: 'Speak a text with a pre-built or saved voice', body, response: responses(app.config.formats) },
    // The handler knows the voices, and reports every broken rule at once.
    attachValidation: true,
    handler: async (request, reply) => sendSpeech(request, reply, await speechRequestOf(request), request.body?.model),
  });
}

/** POST /v1/audio/voice-design: text and the description of a voice in, speech out. */
export async function voiceDesignRoute(app: App): Promise<void> {
  const { formats, normalize } = app.config;
  const body = withFormats(VoiceDesignRequest, formats);
  app.post('/v1/audio/voice-design', {
    config: { speech: 'design' },
    schema: { summary: 'Speak a text with a voice designed from a description', body, response: responses(formats) },
    handler: async (request, reply) => {
      const { voice_description, model, ...fields } = request.body;
      const voice = { kind: 'design', description: withoutControls(voice_description).trim() } as const;
      const asked = { ...textOf(fields, normalize), voice, voiceLanguage: DEFAULT_VOICE_LANGUAGE };
      return sendSpeech(request, reply, asked, model);
    },
  });
}

/** POST /v1/audio/voice-clone: text and a recording of a voice in, speech of that voice out. */
export async function voiceCloneRoute(app: App): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  const { voiceLibrary, config } = app;
  const { reference_audio: _file, voice, ...textFields } = LibraryCloneRequest.properties;
  const rules = {
    fields: withFormats(Type.Object({ ...textFields, ...(voiceLibrary && { voice }) }), config.formats),
    ...(voiceLibrary && { insteadOfAudio: 'voice' }),
  };

  const storedVoice = async (name: string, caller: Caller | undefined) => {
    if (!voiceLibrary) throw new Error('A form without a recording was let pass.');
    const stored = caller && (await voiceLibrary.find(name, caller));
    if (stored) return libraryVoiceOf(stored, voiceLibrary);
    const values = caller ? await libraryNames(voiceLibrary, caller) : 'the voice library';
    throw ApiError.invalid([{ field: 'voice', code: 'not_one_of', parameters: { values } }]);
  };

  app.post('/v1/audio/voice-clone', {
    config: { speech: 'clone' },
    schema: {
      summary: 'Speak a text with a voice cloned from a recording',
      consumes: ['multipart/form-data'],
      body: withFormats(voiceLibrary ? LibraryCloneRequest : VoiceCloneRequest, config.formats),
      response: responses(config.formats),
    },
    // The schema documents the form; the handler validates its fields after parsing.
    attachValidation: true,
    handler: async (request, reply) => {
      // The whole request is checked first: a 400 comes before a 409 about the loaded model.
      const { fields, reference } = await app.readUpload(request, reply, rules, reply.abandoned());
      const speaker = reference
        ? { voice: { kind: 'clone', reference } as const, voiceLanguage: DEFAULT_VOICE_LANGUAGE }
        : await storedVoice(String(fields.voice), app.callerOf(request));
      return sendSpeech(request, reply, { ...textOf(fields, config.normalize), ...speaker }, fields.model);
    },
  });
}
