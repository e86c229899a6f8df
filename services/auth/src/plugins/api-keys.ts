import type { User } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { useApiKey } from '../accounts/api-keys.js';
import { apiKeyOf } from '../domain/api-key.js';
import { contextOf } from './services.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether an API key will do in place of a token: as a bearer, or however clients of speech APIs send theirs. */
    apiKeys?: 'bearer' | 'any-header';
  }
}

/** The user whose API key a request without a token carries. @returns `undefined` for no key, and for an unknown or expired one */
export async function identifyByKey(request: FastifyRequest): Promise<User | undefined> {
  const key = apiKeyOf(request.raw.rawHeaders, request.routeOptions.config.apiKeys === 'any-header');
  const holder = key === undefined ? undefined : await useApiKey(contextOf(request), key);
  if (holder === undefined) return undefined;
  request.user = holder.user;
  request.logFields = { user_id: holder.user.id, key_id: holder.keyId };
  request.hasSecondFactor = holder.hasSecondFactor;
  request.apiKeyId = holder.keyId;
  return holder.user;
}
