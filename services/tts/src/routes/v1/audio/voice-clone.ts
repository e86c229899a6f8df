import multipart from '@fastify/multipart';
import { ApiError, type App } from '@ownvoice/shared';
import { LibraryCloneRequest, VoiceCloneRequest, withFormats } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { FORM_LIMITS } from '../../../reference-audio/reference-form.js';
import type { Caller } from '../../../storage/caller.js';
import { DEFAULT_VOICE_LANGUAGE } from '../../../synthesis/speech-request.js';
import { libraryNames, libraryVoiceOf, textOf } from './request.js';
import { audioResponses, sendSpeech } from './response.js';

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
    if (!stored) {
      const values = `the voice library${caller ? `: ${await libraryNames(voiceLibrary, caller)}` : ''}`;
      throw ApiError.invalid([{ field: 'voice', code: 'not_one_of', parameters: { values } }]);
    }
    return libraryVoiceOf(stored, voiceLibrary);
  };

  app.post(
    '/v1/audio/voice-clone',
    {
      config: { speech: 'clone' },
      schema: {
        summary: 'Speak a text with a voice cloned from a recording',
        consumes: ['multipart/form-data'],
        body: withFormats(voiceLibrary ? LibraryCloneRequest : VoiceCloneRequest, config.formats),
        response: audioResponses(400, 408, 409, 413, 415, 429),
      },
      // The schema documents the form; the handler validates its fields after parsing.
      attachValidation: true,
    },
    async (request, reply) => {
      // The whole request is checked first: a 400 comes before a 409 about the loaded model.
      const { fields, reference } = await app.referenceUploads.read(request, reply, rules, reply.abandoned());
      return sendSpeech(
        request,
        reply,
        {
          ...textOf(fields, app.config.normalize),
          ...(reference
            ? { voice: { kind: 'clone', reference }, voiceLanguage: DEFAULT_VOICE_LANGUAGE }
            : await storedVoice(String(fields.voice), app.callerOf(request))),
        },
        fields.model,
      );
    },
  );
}
