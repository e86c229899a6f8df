import { type App, errorResponses } from '@ownvoice/shared';
import { AnyVoice, VoiceList, VoiceParams } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { apiError } from '../../../errors.js';
import { customVoiceOf } from '../../../voice-library/stored-voice.js';
import { libraryOf, onlyWithLibrary } from './library.js';

/** GET /v1/voices, and /v1/audio/voices where some clients look: the voices of the model, then those of the library. */
export async function voicesRoute(app: App): Promise<void> {
  const schema = { summary: 'The voices', response: { 200: VoiceList } };
  for (const path of ['/v1/voices', '/v1/audio/voices'])
    app.get(path, { schema }, async (request) => {
      const caller = app.callerOf(request);
      const custom = (caller && (await app.voiceLibrary?.all(caller))) ?? [];
      return { voices: [...app.engines.voices, ...custom.map(customVoiceOf)] };
    });
}

/** GET and DELETE /v1/voices/:id. */
export async function voiceRoutes(app: App): Promise<void> {
  onlyWithLibrary(app);
  const path = '/v1/voices/:id';

  app.get(
    path,
    {
      schema: {
        summary: 'A voice',
        description: 'Only with --voice-library.',
        params: VoiceParams,
        response: { 200: AnyVoice, ...errorResponses(400, 401, 404) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const voice = app.engines.findVoice(id);
      if (voice) return voice;
      const stored = await libraryOf(app).find(id, app.expectCaller(request));
      if (!stored) throw apiError('unknown_voice');
      return customVoiceOf(stored);
    },
  );

  app.delete(
    path,
    {
      schema: {
        summary: 'Delete a voice of the library',
        description: 'With its recording and its encodings. Only with --voice-library.',
        params: VoiceParams,
        response: {
          204: Type.Null({ description: 'Deleted.' }),
          ...errorResponses(400, 401, [403, 'forbidden', 'library_read_only'], 404),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (app.engines.findVoice(id)) throw apiError('prebuilt_voice');
      if (!(await libraryOf(app).remove(id, app.expectCaller(request)))) throw apiError('unknown_voice');
      return reply.code(204).send(null);
    },
  );
}
