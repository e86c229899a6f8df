import multipart from '@fastify/multipart';
import type { App } from '@ownvoice/shared';
import { ClonedVoiceRequest, CustomVoice } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { apiError } from '../../../errors.js';
import { FORM_LIMITS } from '../../../reference-audio/reference-form.js';
import { customVoiceOf } from '../../../voice-library/stored-voice.js';
import { languageOf } from '../audio/request.js';
import { speechErrors } from '../audio/response.js';
import { keptLanguage, libraryOf, nameOf, onlyWithLibrary } from './library.js';

const { reference_audio: _file, ...textFields } = ClonedVoiceRequest.properties;
const RULES = {
  fields: Type.Object(textFields),
  readers: { name: nameOf },
};

/** POST /v1/voices: keeps the voice of a recording. */
export async function createVoiceRoute(app: App): Promise<void> {
  onlyWithLibrary(app);
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });

  app.post(
    '/v1/voices',
    {
      schema: {
        summary: 'Save a voice from a recording',
        description: 'Only with --voice-library. Needs a base variant; other requests then use the voice by its name.',
        consumes: ['multipart/form-data'],
        body: ClonedVoiceRequest,
        response: {
          201: CustomVoice,
          ...speechErrors(400, 401, 403, 404, 408, 409, 413, 415, 429, 507),
        },
      },
      // The schema documents the form; the handler validates its fields after parsing.
      attachValidation: true,
    },
    async (request, reply) => {
      const library = libraryOf(app);
      const signal = reply.abandoned();
      const { fields, reference } = await app.referenceUploads.read(request, reply, RULES, signal);
      if (!reference) throw new Error('A form without a recording was let pass.');
      const { name } = fields;
      const owner = app.expectCaller(request).user;
      app.synthesizer.expect('clone');
      await library.expectRoomFor({ name, owner });
      const language = languageOf(fields.language) ?? (await app.synthesizer.languageOf(reference.text ?? '', signal));
      const { encoding, model } = await app.synthesizer.encode(reference, signal);
      if (model.variant === null) throw apiError('switching');
      const voice = await library.add(
        {
          owner,
          name,
          language: keptLanguage(language),
          origin: 'cloned',
          reference,
          keepsRecording: fields.keep_recording?.toLowerCase() === 'true',
          encoding: { voice: encoding, variant: model.variant },
        },
        signal,
      );
      request.logFields = { ...request.logFields, voice: voice.id };
      return customVoiceOf(voice);
    },
  );
}
