import type { ApiKeyEntry, CreateApiKeyBody, NewApiKey, User } from '@ownvoice/shared/contract';
import { MAX_API_KEYS } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import { auditedTransaction } from '../audit-log.js';
import type { ApiKeyHolder } from '../data/api-keys.js';
import { cleanName, expiryOf, lifetimeFaults } from '../domain/account-rules.js';
import { newApiKey, prefixOf } from '../domain/api-key.js';
import { tokenHash } from '../domain/bearer-token.js';
import { uuidOf } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Context, RequestContext, Services } from '../services.js';
import { networkOf } from './login-attempt.js';
import { existingUser, lockedUser, recordedTransaction, rejectFaults } from './rejections.js';

const DEFAULT_LIFETIME = '365d';

/** The API keys of a user, the oldest first. @throws {ApiError} 404 when there is no such user */
export async function apiKeysOf(context: Pick<Services, 'db'>, id: string): Promise<ApiKeyEntry[]> {
  return await context.db.apiKeys.of((await existingUser(context, id)).id);
}

/**
 * Creates an API key. What is stored of it is a hash, so that it is shown this once.
 * @throws {ApiError} 400 for a name without a letter or an expiry out of range, 409 for a name that is taken and for too many keys
 */
export async function createApiKey(
  context: Context,
  { id: userId }: Pick<User, 'id'>,
  { name: typed, expires_in: lifetime = DEFAULT_LIFETIME }: CreateApiKeyBody,
): Promise<NewApiKey> {
  const name = cleanName(typed);
  rejectFaults([...(name === '' ? [{ field: 'name', code: 'empty' } as const] : []), ...lifetimeFaults(lifetime)]);
  const key = newApiKey();
  const id = uuidv7();
  const event = 'key_create';
  return await recordedTransaction(context, { event, userId }, async (tx, record) => {
    await lockedUser(tx, userId);
    await tx.apiKeys.removeExpired(userId);
    if ((await tx.apiKeys.of(userId)).length >= MAX_API_KEYS)
      throw apiError('too_many_keys', { parameters: { limit: MAX_API_KEYS } });
    const stored = { id, userId, name, prefix: prefixOf(key), keyHash: tokenHash(key) };
    const expiresAt = expiryOf(lifetime, Date.now());
    const { last_used_at: _, ...created } = await tx.apiKeys.insert({ ...stored, expiresAt });
    record({ event, userId, reason: `key ${id}` });
    return { ...created, key };
  });
}

/** Deletes one of a user's API keys. @throws {ApiError} 404 when there is none */
export async function deleteApiKey(context: Context, user: string, id: string): Promise<void> {
  const [userId, keyId] = [uuidOf(user), uuidOf(id)];
  await auditedTransaction(context, async (tx, record) => {
    const removed = userId !== undefined && keyId !== undefined && (await tx.apiKeys.remove(userId, keyId));
    if (!removed) throw apiError('unknown_key');
    record({ event: 'key_delete', userId, reason: `key ${keyId}` });
  });
}

/** Deletes every API key of a user. @returns how many there were */
export async function deleteApiKeys(context: Context, userId: string): Promise<number> {
  return await auditedTransaction(context, async (tx, record) => {
    const count = await tx.apiKeys.removeAll(userId);
    if (count > 0) record({ event: 'key_delete', userId, reason: `keys ${count}` });
    return count;
  });
}

/** Whose API key it is, noting its use: once a minute, and the first one from each network in the audit log. */
export async function useApiKey(context: RequestContext, key: string): Promise<ApiKeyHolder | undefined> {
  const network = networkOf(context);
  const holder = await context.db.apiKeyHolder(tokenHash(key), network);
  if (holder?.isNews) {
    const { keyId, user } = holder;
    await auditedTransaction(context, async (tx, record) => {
      if (await tx.apiKeys.use(keyId, network))
        record({ event: 'key_use', userId: user.id, actorId: user.id, reason: `key ${keyId}` });
    });
  }
  return holder;
}
