import { ApiError, type ApiErrorOptions, errorResponses, withHeaders } from '@ownvoice/shared';
import { type AuditEventName, SECOND_FACTOR_HEADER, SECOND_FACTOR_SETUP, type User } from '@ownvoice/shared/contract';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { Owner } from '../accounts/recent-sign-in.js';
import { recordFailure } from '../audit/trail.js';
import { uuidOf } from '../domain/user.js';
import { callerOf } from './services.js';
import { identify } from './tokens.js';

/**
 * Who may call a route. `public`: anyone; a valid token still says who it is. `signed-in`: any user. `owner`: the user
 * that `:id` names, or an administrator. `admin`: administrators.
 */
export type Access = 'public' | 'signed-in' | 'owner' | 'admin';

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
    /** The event under which a refusal of the route is recorded; `access_denied` when absent. */
    event?: AuditEventName;
  }
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const unauthorized = (): ApiError =>
  new ApiError(401, 'A valid bearer token is needed.', { headers: { 'www-authenticate': 'Bearer' } });

const SETUP_HEADER = {
  [SECOND_FACTOR_HEADER]: `\`${SECOND_FACTOR_SETUP}\`, only for an administrator who has to set up a second factor first.`,
};

const mayAct = (user: User, access: Access, request: FastifyRequest): boolean => {
  if (user.role === 'admin' || access === 'signed-in') return true;
  if (access !== 'owner') return false;
  const { id } = request.params as { id?: string };
  return id !== undefined && uuidOf(id) === user.id;
};

const canBeForbidden = ({ config }: RouteOptions, access: Access): boolean =>
  access === 'owner' ||
  access === 'admin' ||
  config?.multiUserOnly === true ||
  (access === 'signed-in' && config?.withoutSecondFactor === undefined);

/** The statuses that a route answers with besides its own, for the OpenAPI document. */
function statusesOf(route: RouteOptions, access: Access): number[] {
  const takesBody =
    [route.method].flat().some((method) => method === 'POST' || method === 'PUT') || route.schema?.body !== undefined;
  return [
    400,
    ...(access === 'public' ? [] : [401]),
    ...(canBeForbidden(route, access) ? [403] : []),
    ...(takesBody ? [408, 413, 415] : []),
  ];
}

/**
 * Enforces the `config.access` of every route before a body is read: 401 without a live token, 403 without the right.
 * @throws {Error} at start, for a route under `/api/` without `config.access`
 */
export const access = fp(
  async (app) => {
    const { config, db } = app.services;

    const refuse = async (
      request: FastifyRequest,
      sentence: string,
      headers?: ApiErrorOptions['headers'],
    ): Promise<never> => {
      const { event = 'access_denied' } = request.routeOptions.config;
      const reason = `${sentence} ${request.method} ${request.routeOptions.url ?? ''}`;
      await recordFailure(db, callerOf(request), { event, userId: request.user?.id, reason });
      throw new ApiError(403, sentence, { headers });
    };

    /** Read from the store on each request, so it begins with the role and ends with the second factor. */
    const requireSecondFactor = async (request: FastifyRequest, user: User): Promise<void> => {
      const { withoutSecondFactor } = request.routeOptions.config;
      if (config.requireSecondFactor === 'off' || user.role !== 'admin' || request.hasSecondFactor) return;
      if (withoutSecondFactor === 'unauthorized') throw unauthorized();
      if (withoutSecondFactor === undefined)
        await refuse(request, 'Set up a second factor first.', { [SECOND_FACTOR_HEADER]: SECOND_FACTOR_SETUP });
    };

    const guardFor = (required: Access): Guard => {
      if (required === 'public')
        return async (request) => {
          if (request.headers.authorization !== undefined) await identify(request);
        };
      return async (request) => {
        const user = await identify(request);
        if (user === undefined) throw unauthorized();
        await requireSecondFactor(request, user);
        if (!mayAct(user, required, request))
          await refuse(
            request,
            required === 'owner' ? 'This is another user’s record.' : 'Only administrators may do this.',
          );
      };
    };

    const multiUserOnly: Guard = async (request) => refuse(request, 'This is not available in single-user mode.');
    const afterSetUp: Guard = async (request) => {
      if (await db.userQueries.isEmpty()) await refuse(request, 'The service has to be set up first.');
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
      // Anybody can be refused by a public route, and each refusal is a row, so its rate limit comes first.
      route.onRequest = required === 'public' ? [...others, ...guards] : [...guards, ...others];
      const schema = route.schema ?? {};
      const declared = typeof schema.response === 'object' ? schema.response : {};
      const response: Record<number, object> = { ...errorResponses(...statusesOf(route, required)), ...declared };
      if (required !== 'public') {
        response[401] = withHeaders({ ...response[401] }, { 'WWW-Authenticate': '`Bearer`.' });
        if (route.config?.withoutSecondFactor === undefined)
          response[403] = withHeaders({ ...response[403] }, SETUP_HEADER);
      }
      const documented = { ...schema, security: required === 'public' ? [] : [{ bearer: [] }], response };
      route.schema = documented;
    });
  },
  { name: 'access', dependencies: ['services', 'tokens', 'rate-limits'] },
);

/** The signed-in user and when their token was issued. */
export function ownAccount(request: FastifyRequest): Omit<Owner, 'currentPassword'> {
  const { id, username } = signedIn(request);
  return { id, username, issuedAt: request.issuedAt };
}

/** @returns the signed-in user and what they prove it by, when `id` is their own; `undefined` when it is another's */
export function ownerOf(request: FastifyRequest, id: string, currentPassword: string | undefined): Owner | undefined {
  const user = signedIn(request);
  return uuidOf(id) === user.id ? { ...ownAccount(request), currentPassword } : undefined;
}

/** The signed-in user of a route that is not public. */
export function signedIn(request: FastifyRequest): User {
  if (request.user === null) throw unauthorized();
  return request.user;
}
