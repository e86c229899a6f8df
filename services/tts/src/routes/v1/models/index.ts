import type { App } from '@ownvoice/shared';
import { AudioModelList, errorResponses, Model, ModelList } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { apiError } from '../../../errors.js';
import { findModel, listModels } from '../../../voices/models.js';

/** GET /v1/models and /v1/models/:id: the model identifiers of requests, in the common speech API's shape. */
export async function modelsRoutes(app: App): Promise<void> {
  app.get(
    '/v1/models',
    { schema: { summary: 'List the model identifiers that requests accept', response: { 200: ModelList } } },
    async () => ({ object: 'list' as const, data: listModels() }),
  );
  app.get(
    '/v1/audio/models',
    {
      schema: {
        summary: 'List the model identifiers, at the path that some clients use',
        response: { 200: AudioModelList },
      },
    },
    async () => ({ models: listModels().map(({ id }) => ({ id })) }),
  );
  app.get(
    '/v1/models/:id',
    {
      schema: {
        summary: 'Get a model identifier',
        params: Type.Object({ id: Type.String({ examples: ['engine-tts'] }) }),
        response: { 200: Model, ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      const model = findModel(request.params.id);
      if (!model) throw apiError('unknown_model');
      return model;
    },
  );
}
