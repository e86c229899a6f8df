import type { App } from '@ownvoice/shared';
import {
  ApiKeyList,
  ApiKeyParams,
  CreateApiKeyBody,
  NewApiKey,
  UserApiKeyParams,
  UserParams,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { apiKeysOf, createApiKey, deleteApiKey, deleteApiKeys } from '../../../accounts/api-keys.js';
import { signedIn } from '../../../plugins/access.js';
import { OWN_CHANGES } from '../../../plugins/rate-limit.js';
import { callerOf } from '../../../plugins/services.js';

const DELETED = { 204: Type.Null({ description: 'Deleted.' }) };

/** The API keys of the signed-in user. Deleting needs no proof: it opens nothing. */
export async function apiKeyRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/',
    {
      config: { access: 'signed-in' },
      schema: {
        operationId: 'listKeys',
        summary: 'List your API keys, the oldest first',
        response: { 200: ApiKeyList },
      },
    },
    async (request) => ({ keys: await apiKeysOf(services, signedIn(request).id) }),
  );

  app.post(
    '/',
    {
      config: {
        access: 'signed-in',
        stepUp: { proof: 'recent', event: 'key_create' },
        rateLimit: OWN_CHANGES,
        errors: ['key_name_taken', 'too_many_keys'],
      },
      schema: {
        operationId: 'createKey',
        summary: 'Create an API key for a client that speaks on your behalf',
        body: CreateApiKeyBody,
        response: { 201: NewApiKey },
      },
    },
    (request) => createApiKey(services, callerOf(request), signedIn(request), request.body),
  );

  app.delete(
    '/',
    {
      config: { access: 'signed-in', stepUp: 'none' },
      schema: { operationId: 'deleteKeys', summary: 'Delete all your API keys', response: DELETED },
    },
    async (request) => void (await deleteApiKeys(services, callerOf(request), signedIn(request).id)),
  );

  app.delete(
    '/:id',
    {
      config: { access: 'signed-in', stepUp: 'none', errors: ['unknown_key'] },
      schema: {
        operationId: 'deleteKey',
        summary: 'Delete one of your API keys',
        params: ApiKeyParams,
        response: DELETED,
      },
    },
    (request) => deleteApiKey(services, callerOf(request), signedIn(request).id, request.params.id),
  );
}

/** The API keys of any user, for administrators. */
export async function userApiKeyRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/:id/keys',
    {
      config: { access: 'owner', errors: ['unknown_user'] },
      schema: {
        operationId: 'listUserKeys',
        summary: 'List the API keys of an account',
        params: UserParams,
        response: { 200: ApiKeyList },
      },
    },
    async (request) => ({ keys: await apiKeysOf(services, request.params.id) }),
  );

  app.delete(
    '/:id/keys/:key_id',
    {
      config: { access: 'owner', stepUp: 'none', errors: ['unknown_key'] },
      schema: {
        operationId: 'deleteUserKey',
        summary: 'Delete an API key of an account',
        params: UserApiKeyParams,
        response: DELETED,
      },
    },
    (request) => deleteApiKey(services, callerOf(request), request.params.id, request.params.key_id),
  );
}
