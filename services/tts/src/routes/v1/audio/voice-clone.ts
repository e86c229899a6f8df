import multipart from '@fastify/multipart';
import { ApiError, type App } from '@ownvoice/shared';
import { LibraryCloneRequest, VoiceCloneRequest, withFormats } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { FORM_LIMITS } from '../../../reference-audio/reference-form.js';
import { DEFAULT_VOICE_LANGUAGE } from '../../../synthesis/speech-request.js';
import { audioResponses, sendSpeech } from './answer.js';
import { languageOf, pronunciationsOf } from './fields.js';
import { libraryVoiceOf, unknownLibraryVoice } from './library-voice.js';

/** Numbers of a form are text. What is no number stays text, which the schema refuses. */
const asNumber = (text: string) => (/^\s*-?\d{1,20}(\.\d{1,20})?\s*$/.test(text) ? Number(text) : text);
/** What is no JSON stays text too. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** POST /v1/audio/voice-clone: text and a recording of a voice in, speech of that voice out. */
export async function voiceCloneRoute(app: App): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  const { voiceLibrary, formatPolicy } = app;
  const { reference_audio: _file, voice, ...textFields } = LibraryCloneRequest.properties;
  const rules = {
    fields: withFormats(Type.Object({ ...textFields, ...(voiceLibrary && { voice }) }), formatPolicy),
    readers: { speed: asNumber, seed: asNumber, pronunciations: asJson },
    ...(voiceLibrary && { insteadOfAudio: 'voice' }),
  };

  const storedVoice = async (name: string) => {
    if (!voiceLibrary) throw new Error('A form without a recording was let pass.');
    const stored = await voiceLibrary.find(name);
    if (!stored) throw ApiError.invalid([await unknownLibraryVoice('voice', voiceLibrary)]);
    return libraryVoiceOf(stored, voiceLibrary);
  };

  app.post(
    '/v1/audio/voice-clone',
    {
      config: { speech: 'clone' },
      schema: {
        tags: ['speech'],
        summary: 'Speak a text with a voice cloned from a recording',
        security: [],
        consumes: ['multipart/form-data'],
        body: withFormats(voiceLibrary ? LibraryCloneRequest : VoiceCloneRequest, formatPolicy),
        response: audioResponses(400, 408, 409, 413, 415, 429),
      },
      // The schema documents the form; the handler validates its fields after parsing.
      attachValidation: true,
    },
    async (request, reply) => {
      // The whole request is checked first: a 400 comes before a 409 about the loaded model.
      const { fields, reference } = await app.referenceUploads.read(request, rules, reply.abandoned());
      return sendSpeech(request, reply, {
        input: fields.input,
        language: languageOf(fields.language),
        ...(reference
          ? { voice: { kind: 'clone', reference }, voiceLanguage: DEFAULT_VOICE_LANGUAGE }
          : await storedVoice(String(fields.voice))),
        speed: fields.speed ?? 1,
        seed: fields.seed ?? undefined,
        pronunciations: pronunciationsOf(fields.pronunciations),
      });
    },
  );
}
