import { type App, noContent } from '@ownvoice/shared';
import {
  ApiKeyList,
  ApiKeyParams,
  CreateApiKeyBody,
  NewApiKey,
  UserApiKeyParams,
  UserParams,
} from '@ownvoice/shared/contract';
import { apiKeysOf, createApiKey, deleteApiKey, deleteApiKeys } from '../../../accounts/api-keys.js';
import { signedIn } from '../../../plugins/access.js';
import { OWN_CHANGES } from '../../../plugins/rate-limit.js';
import { contextOf } from '../../../plugins/services.js';

const DELETED = noContent('Deleted.');

/** The API keys of the signed-in user. Deleting needs no proof: it opens nothing. */
export async function apiKeyRoutes(app: App): Promise<void> {
  app.get('/', {
    config: { access: 'signed-in' },
    schema: { summary: 'List your API keys, the oldest first', response: { 200: ApiKeyList } },
    handler: async (request) => ({ keys: await apiKeysOf(contextOf(request), signedIn(request).id) }),
  });

  app.post('/', {
    config: {
      access: 'signed-in',
      stepUp: { proof: 'recent', event: 'key_create' },
      rateLimit: OWN_CHANGES,
      errors: ['key_name_taken', 'too_many_keys'],
    },
    schema: {
      summary: 'Create an API key for a client that speaks on your behalf',
      body: CreateApiKeyBody,
      response: { 201: NewApiKey },
    },
    handler: (request) => createApiKey(contextOf(request), signedIn(request), request.body),
  });

  app.delete('/', {
    config: { access: 'signed-in', stepUp: 'none' },
    schema: { summary: 'Delete all your API keys', response: DELETED },
    handler: async (request) => void (await deleteApiKeys(contextOf(request), signedIn(request).id)),
  });

  app.delete('/:id', {
    config: { access: 'signed-in', stepUp: 'none', errors: ['unknown_key'] },
    schema: { summary: 'Delete one of your API keys', params: ApiKeyParams, response: DELETED },
    handler: (request) => deleteApiKey(contextOf(request), signedIn(request).id, request.params.id),
  });
}

/** The API keys of any user, for administrators. */
export async function userApiKeyRoutes(app: App): Promise<void> {
  app.get('/:id/keys', {
    config: { access: 'owner', errors: ['unknown_user'] },
    schema: { summary: 'List the API keys of an account', params: UserParams, response: { 200: ApiKeyList } },
    handler: async (request) => ({ keys: await apiKeysOf(contextOf(request), request.params.id) }),
  });

  app.delete('/:id/keys/:key_id', {
    config: { access: 'owner', stepUp: 'none', errors: ['unknown_key'] },
    schema: { summary: 'Delete an API key of an account', params: UserApiKeyParams, response: DELETED },
    handler: (request) => deleteApiKey(contextOf(request), request.params.id, request.params.key_id),
  });
}
