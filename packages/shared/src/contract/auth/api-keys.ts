import { type Static, Type } from 'typebox';
import { PATTERNS } from '../patterns.js';
import { closed, closedObject } from '../schemas.js';
import {
  CurrentPassword,
  EXAMPLE_ID,
  freeText,
  milliseconds,
  millisecondsOrNull,
  NAME_LENGTHS,
  patternText,
} from './fields.js';
import { UserParams } from './users.js';

/** Keys of an account that are alive. */
export const MAX_API_KEYS = 50;

/** How long something is valid: as in settings. */
export const duration = (description: string) =>
  patternText(PATTERNS.duration, `${description} From 1m to 3650d.`, '90d');

export const CreateApiKeyBody = closed('CreateApiKeyBody', {
  name: freeText('What the key is for; unique among your keys, ignoring case.', 'Open WebUI', NAME_LENGTHS),
  expires_in: Type.Optional(
    Type.Unsafe<string | null>({
      ...duration('How long it is valid; 365d when absent, null: until it is deleted.'),
      type: ['string', 'null'],
    }),
  ),
  current_password: Type.Optional(CurrentPassword),
});
export type CreateApiKeyBody = Static<typeof CreateApiKeyBody>;

const identity = {
  id: Type.String({ format: 'uuid', description: 'UUID, version 7.', examples: [EXAMPLE_ID] }),
  name: Type.String({ description: 'What the key is for.' }),
  prefix: Type.String({ description: 'How the key begins.', examples: ['ov_mXw3Zk'] }),
  created_at: milliseconds('When it was created'),
};

/** An API key, as its owner sees it in lists. */
export const ApiKeyEntry = closed('ApiKeyEntry', {
  ...identity,
  last_used_at: millisecondsOrNull('When it was last used, to the minute'),
  expires_at: millisecondsOrNull('When it expires'),
});
export type ApiKeyEntry = Static<typeof ApiKeyEntry>;

export const NewApiKey = closed('NewApiKey', {
  ...identity,
  key: Type.String({ description: 'The key, shown this once.' }),
  expires_at: millisecondsOrNull('When it expires'),
});
export type NewApiKey = Static<typeof NewApiKey>;

/** Response of GET /api/auth/keys and /api/users/:id/keys, the oldest first. */
export const ApiKeyList = closed('ApiKeyList', { keys: Type.Array(closedObject(ApiKeyEntry.properties)) });
export type ApiKeyList = Static<typeof ApiKeyList>;

export const ApiKeyParams = Type.Object({ id: Type.String({ description: 'The id of a key.' }) });

export const UserApiKeyParams = Type.Object({
  ...UserParams.properties,
  key_id: Type.String({ description: 'The id of a key.' }),
});
