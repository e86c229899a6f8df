import multipart from '@fastify/multipart';
import { type App, errorResponses, isCrossSite, noContent } from '@ownvoice/shared';
import {
  AnyVoice,
  ClonedVoiceRequest,
  CustomVoice,
  LANGUAGE_NAMES,
  type Language,
  type LanguageCode,
  VoiceEncoding,
  VoiceEncodingRequest,
  VoiceList,
  VoiceParams,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { SAMPLE_RATE } from '../../../engines/engine.js';
import { numbersOf, unreadable, writeVoiceEncoding } from '../../../engines/remote/wire-format.js';
import { apiError } from '../../../errors.js';
import { FORM_LIMITS } from '../../../reference-audio/reference-form.js';
import { customVoiceOf } from '../../../voice-library/stored-voice.js';
import { hashOf, type VoiceLibrary } from '../../../voice-library/voice-library.js';
import { languageOf } from '../audio/request.js';
import { speechErrors } from '../audio/response.js';

/** @throws ApiError 404 when the service has none */
export function libraryOf({ voiceLibrary }: Pick<App, 'voiceLibrary'>): VoiceLibrary {
  if (voiceLibrary) return voiceLibrary;
  throw apiError('no_voice_library');
}

/**
 * The routes of this scope are not there without a library, whatever is sent to them, and only for users where a proxy
 * names them. Pages of other sites change nothing.
 */
export function onlyWithLibrary(app: App): void {
  app.addHook('onRequest', async (request) => {
    const { method, headers } = request;
    libraryOf(app);
    app.expectCaller(request);
    if (!['GET', 'HEAD'].includes(method) && isCrossSite(headers, app.config.corsOrigins)) throw apiError('cross_site');
  });
}

/** The name of a new voice in one form of Unicode, with half-width and full-width letters as ordinary ones. */
export const nameOf = (text: string): string => text.normalize('NFKC');

/** The language of a voice as it is kept. */
export const keptLanguage = (language: LanguageCode | undefined): Language | 'auto' =>
  language === undefined ? 'auto' : LANGUAGE_NAMES[language];

/** GET /v1/voices, and /v1/audio/voices where some clients look: the voices of the model, then those of the library. */
export async function voicesRoute(app: App): Promise<void> {
  for (const path of ['/v1/voices', '/v1/audio/voices'])
    app.get(path, {
      schema: { summary: 'The voices', response: { 200: VoiceList } },
      handler: async (request) => {
        const caller = app.callerOf(request);
        const custom = (caller && (await app.voiceLibrary?.all(caller))) ?? [];
        return { voices: [...app.engines.voices, ...custom.map(customVoiceOf)] };
      },
    });
}

/** GET and DELETE /v1/voices/:id. */
export async function voiceRoutes(app: App): Promise<void> {
  onlyWithLibrary(app);
  const path = '/v1/voices/:id';

  app.get(path, {
    schema: {
      summary: 'A voice',
      description: 'Only with --voice-library.',
      params: VoiceParams,
      response: { 200: AnyVoice, ...errorResponses(400, 401, 404) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const voice = app.engines.findVoice(id);
      if (voice) return voice;
      const stored = await libraryOf(app).find(id, app.expectCaller(request));
      if (!stored) throw apiError('unknown_voice');
      return customVoiceOf(stored);
    },
  });

  app.delete(path, {
    schema: {
      summary: 'Delete a voice of the library',
      description: 'With its recording and its encodings. Only with --voice-library.',
      params: VoiceParams,
      response: {
        ...noContent('Deleted.'),
        ...errorResponses(400, 401, [403, 'forbidden', 'library_read_only'], 404),
      },
    },
    handler: async (request) => {
      const { id } = request.params;
      if (app.engines.findVoice(id)) throw apiError('prebuilt_voice');
      if (!(await libraryOf(app).remove(id, app.expectCaller(request)))) throw apiError('unknown_voice');
    },
  });
}

const { reference_audio: _file, ...textFields } = ClonedVoiceRequest.properties;
const FORM = { fields: Type.Object(textFields), readers: { name: nameOf } };

/** POST /v1/voices: keeps the voice of a recording. */
export async function createVoiceRoute(app: App): Promise<void> {
  onlyWithLibrary(app);
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });

  app.post('/v1/voices', {
    schema: {
      summary: 'Save a voice from a recording',
      description: 'Only with --voice-library. Needs a base variant; other requests then use the voice by its name.',
      consumes: ['multipart/form-data'],
      body: ClonedVoiceRequest,
      response: { 201: CustomVoice, ...speechErrors(400, 401, 403, 404, 408, 409, 413, 415, 429, 507) },
    },
    // The schema documents the form; the handler validates its fields after parsing.
    attachValidation: true,
    handler: async (request, reply) => {
      const library = libraryOf(app);
      const signal = reply.abandoned();
      const { fields, reference } = await app.readUpload(request, reply, FORM, signal);
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
  });
}

const MAX_SECONDS = 61;
/** A minute of samples in base64, and its transcript. */
const MAX_BODY_BYTES = 9_000_000;

/** POST /v1/voices/encoding: what the loaded base model makes of a recording, for a service with --engine-url. */
export async function voiceEncodingRoute(app: App): Promise<void> {
  app.post('/v1/voices/encoding', {
    bodyLimit: MAX_BODY_BYTES,
    schema: {
      summary: 'Encode a prepared recording',
      description:
        'For a speech service with --engine-url, which keeps saved voices itself. Needs a base variant; nothing is kept.',
      body: VoiceEncodingRequest,
      response: { 200: VoiceEncoding, ...speechErrors(400, 408, 409, 413, 415, 429) },
    },
    handler: async ({ body: { samples: sent, text } }, reply) => {
      const samples = new Float32Array(numbersOf('samples', sent));
      const seconds = samples.length / SAMPLE_RATE;
      const isAudio = seconds >= 1 && seconds <= MAX_SECONDS && samples.every((sample) => Math.abs(sample) <= 1);
      if (!isAudio) throw unreadable('samples');
      const reference = { samples, hash: hashOf(samples), ...(text !== undefined && { text }) };
      return writeVoiceEncoding((await app.synthesizer.encode(reference, reply.abandoned())).encoding);
    },
  });
}
