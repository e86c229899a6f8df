import { type TableErrorOptions, withHeaders } from '@ownvoice/shared';
import { type AuditEventName, SECOND_FACTOR_HEADER, SECOND_FACTOR_SETUP, type User } from '@ownvoice/shared/contract';
import { pathOf } from '@ownvoice/shared/logging';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { useApiKey } from '../accounts/api-keys.js';
import { reject } from '../audit-log.js';
import type { Config } from '../config.js';
import { apiKeyOf } from '../domain/api-key.js';
import { bearerOf, isSameSecret } from '../domain/bearer-token.js';
import { uuidOf } from '../domain/user.js';
import { apiError, type ErrorReason, responsesFor } from '../errors.js';
import { contextOf } from './services.js';
import { identify } from './tokens.js';

/**
 * Who may call a route. `public`: anyone; a valid token still says who it is. `signed-in`: any user. `owner`: the user
 * that `:id` names, or an administrator. `admin`: administrators. `speech`: the speech service, by `USAGE_TOKEN`; nobody
 * where that is not set.
 */
export type Access = 'public' | 'signed-in' | 'owner' | 'admin' | 'speech';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; every route under `/api/` has it. */
    access?: Access;
    /** Whether the route is closed in single-user mode. */
    multiUserOnly?: boolean;
    /** Whether the route is closed while set-up is open: an account made before would close it without an administrator. */
    afterSetUp?: boolean;
    /** What an administrator gets who lacks the second factor that is required: the route, or a 401; a 403 when absent. */
    withoutSecondFactor?: 'open' | 'unauthorized';
    /** The event under which a rejection of the route is recorded; `access_denied` when absent. */
    event?: AuditEventName;
    /** The errors of the route besides those of its access and its body. */
    errors?: readonly ErrorReason[];
  }
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const unauthorized = () => apiError('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });

const SETUP_HEADER = {
  [SECOND_FACTOR_HEADER]: `\`${SECOND_FACTOR_SETUP}\`, only for an administrator who has to set up a second factor first.`,
};

/** What a page reads beside `second_factor_setup_required`. */
export const SETUP_OPTIONS: TableErrorOptions = { headers: { [SECOND_FACTOR_HEADER]: SECOND_FACTOR_SETUP } };

const mayAct = (user: User, access: Access, request: FastifyRequest): boolean => {
  if (user.role === 'admin' || access === 'signed-in') return true;
  if (access !== 'owner') return false;
  const { id } = request.params as { id?: string };
  return id !== undefined && uuidOf(id) === user.id;
};

const takesBody = ({ method, schema }: RouteOptions): boolean =>
  [method].flat().some((one) => one === 'POST' || one === 'PUT') || schema?.body !== undefined;

/** The errors of a route: those of its access, of its body, and its own. */
function errorsOf(route: RouteOptions, access: Access): Set<ErrorReason> {
  const { config = {} } = route;
  const isForUsers = access !== 'public' && access !== 'speech';
  const reasons: readonly (ErrorReason | false | undefined)[] = [
    'invalid_input',
    access !== 'public' && 'unauthorized',
    access === 'speech' && 'not_found',
    (access === 'owner' || access === 'admin') && 'forbidden',
    isForUsers && config.withoutSecondFactor === undefined && 'second_factor_setup_required',
    isForUsers && config.apiKeys === undefined && 'key_not_allowed',
    config.multiUserOnly && 'single_user_mode',
    config.afterSetUp && 'setup_required',
    config.rateLimit !== undefined && 'rate_limited',
    ...(takesBody(route) ? (['request_timeout', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(config.errors ?? []),
  ];
  return new Set(reasons.filter((reason) => typeof reason === 'string'));
}

/**
 * Enforces the `config.access` of every route before a body is read: 401 without a live token, 403 without the right. Again
 * behind it, since a body may take minutes and the token be revoked meanwhile.
 * @throws {Error} at start, for a route under `/api/` without `config.access`
 */
export const access = fp(
  async (app) => {
    const { config, db } = app.services;

    const rejectAccess = (request: FastifyRequest, why: ErrorReason, options?: TableErrorOptions): Promise<never> => {
      const { config: route, url = '' } = request.routeOptions;
      const error = apiError(why, options);
      const reason = `${error.reason} ${request.method} ${url}`;
      const failure = { event: route.event ?? 'access_denied', userId: request.user?.id, reason };
      return reject(contextOf(request), failure, error);
    };

    /** Read from the store on each request, so it begins with the role and ends with the second factor. */
    const requireSecondFactor = async (request: FastifyRequest, user: User): Promise<void> => {
      const { withoutSecondFactor } = request.routeOptions.config;
      if (!lacksSecondFactor(config, user, request)) return;
      if (withoutSecondFactor === 'unauthorized') throw unauthorized();
      if (withoutSecondFactor === undefined) await rejectAccess(request, 'second_factor_setup_required', SETUP_OPTIONS);
    };

    const guardFor = (required: Access): Guard => {
      if (required === 'public')
        return async (request) => {
          if (request.headers.authorization !== undefined) await identify(request);
        };
      if (required === 'speech')
        return async ({ method, url, raw: { rawHeaders } }) => {
          const { usageToken } = config;
          if (usageToken === undefined) throw apiError('not_found', { parameters: { method, path: pathOf(url) } });
          if (!isSameSecret(bearerOf(rawHeaders) ?? '', usageToken)) throw unauthorized();
        };
      return async (request) => {
        const user = (await identify(request)) ?? (await identifyByKey(request));
        if (user === undefined) throw unauthorized();
        if (request.apiKeyId !== null && request.routeOptions.config.apiKeys === undefined)
          await rejectAccess(request, 'key_not_allowed');
        await requireSecondFactor(request, user);
        if (!mayAct(user, required, request))
          await rejectAccess(request, required === 'owner' ? 'not_your_record' : 'forbidden');
      };
    };

    const multiUserOnly: Guard = (request) => rejectAccess(request, 'single_user_mode');
    const afterSetUp: Guard = async (request) => {
      if (await db.userQueries.isEmpty()) await rejectAccess(request, 'setup_required');
    };

    app.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/api/')) return;
      const required = route.config?.access;
      if (required === undefined) throw new Error(`${route.url} has no config.access`);
      const closed = config.singleUser && route.config?.multiUserOnly === true;
      const guards = [
        guardFor(required),
        ...(closed ? [multiUserOnly] : []),
        ...(route.config?.afterSetUp === true ? [afterSetUp] : []),
      ];
      const others = [route.onRequest ?? []].flat();
      // Anybody can be rejected by a public route, and each rejection is a row, so its rate limit comes first.
      route.onRequest = required === 'public' ? [...others, ...guards] : [...guards, ...others];
      if (required !== 'public' && takesBody(route))
        route.preHandler = [guardFor(required), ...[route.preHandler ?? []].flat()];
      const schema = route.schema ?? {};
      const errors = errorsOf(route, required);
      const response = responsesFor(errors);
      for (const [status, own] of Object.entries((schema.response ?? {}) as Record<string, object>))
        response[Number(status)] = Number(status) < 400 ? own : { ...response[Number(status)], ...own };
      if (errors.has('unauthorized'))
        response[401] = withHeaders({ ...response[401] }, { 'WWW-Authenticate': '`Bearer`.' });
      if (errors.has('second_factor_setup_required')) response[403] = withHeaders({ ...response[403] }, SETUP_HEADER);
      const documented = { ...schema, security: required === 'public' ? [] : [{ bearer: [] }], response };
      route.schema = documented;
    });
  },
  { name: 'access', dependencies: ['services', 'tokens', 'rate-limits'] },
);

/** Whether an administrator has yet to set up the second factor that is required. */
export const lacksSecondFactor = (
  { requireSecondFactor }: Pick<Config, 'requireSecondFactor'>,
  { role }: User,
  { hasSecondFactor }: FastifyRequest,
): boolean => requireSecondFactor !== 'off' && role === 'admin' && !hasSecondFactor;

/** The signed-in user of a route that is not public. */
export function signedIn(request: FastifyRequest): User {
  if (request.user === null) throw unauthorized();
  return request.user;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether an API key will do in place of a token: as a bearer, or however clients of speech APIs send theirs. */
    apiKeys?: 'bearer' | 'any-header';
  }
}

/** The user whose API key a request without a token carries. @returns `undefined` for no key, and for an unknown or expired one */
async function identifyByKey(request: FastifyRequest): Promise<User | undefined> {
  const key = apiKeyOf(request.raw.rawHeaders, request.routeOptions.config.apiKeys === 'any-header');
  const holder = key === undefined ? undefined : await useApiKey(contextOf(request), key);
  if (holder === undefined) return undefined;
  request.user = holder.user;
  request.logFields = { user_id: holder.user.id, key_id: holder.keyId };
  request.hasSecondFactor = holder.hasSecondFactor;
  request.apiKeyId = holder.keyId;
  return holder.user;
}
