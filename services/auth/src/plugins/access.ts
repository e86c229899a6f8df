import { ApiError, errorResponses } from '@ownvoice/shared';
import type { User } from '@ownvoice/shared/contract';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { Owner } from '../accounts/recent-sign-in.js';
import { userIdOf } from '../domain/user.js';
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
  }
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const unauthorized = (): ApiError =>
  new ApiError(401, 'A valid bearer token is needed.', { headers: { 'www-authenticate': 'Bearer' } });

const mayAct = (user: User, access: Access, request: FastifyRequest): boolean => {
  if (user.role === 'admin' || access === 'signed-in') return true;
  if (access !== 'owner') return false;
  const { id } = request.params as { id?: string };
  return id !== undefined && userIdOf(id) === user.id;
};

/** The statuses that a route answers with besides its own, for the OpenAPI document. */
function statusesOf(route: RouteOptions, access: Access): number[] {
  const takesBody =
    [route.method].flat().some((method) => method === 'POST' || method === 'PUT') || route.schema?.body !== undefined;
  return [
    400,
    ...(access === 'public' ? [] : [401]),
    ...(access === 'owner' || access === 'admin' || route.config?.multiUserOnly === true ? [403] : []),
    ...(takesBody ? [413, 415] : []),
    500,
    503,
  ];
}

/**
 * Enforces the `config.access` of every route before a body is read: 401 without a live token, 403 without the right.
 * @throws {Error} at start, for a route under `/api/` without `config.access`
 */
export const access = fp(
  async (app) => {
    const { config } = app.services;

    const guardFor = (required: Access): Guard => {
      if (required === 'public')
        return async (request) => {
          if (request.headers.authorization !== undefined) await identify(request);
        };
      return async (request) => {
        const user = await identify(request);
        if (user === undefined) throw unauthorized();
        if (!mayAct(user, required, request))
          throw new ApiError(
            403,
            required === 'owner' ? 'This is another user’s record.' : 'Only administrators may do this.',
          );
      };
    };

    const multiUserOnly: Guard = async () => {
      throw new ApiError(403, 'This is not available in single-user mode.');
    };

    app.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/api/')) return;
      const required = route.config?.access;
      if (required === undefined) throw new Error(`${route.url} has no config.access`);
      const closed = config.singleUser && route.config?.multiUserOnly === true;
      const guards = [guardFor(required), ...(closed ? [multiUserOnly] : [])];
      route.onRequest = [...guards, ...[route.onRequest ?? []].flat()];
      const schema = route.schema ?? {};
      const declared = typeof schema.response === 'object' ? schema.response : {};
      const documented = {
        ...schema,
        security: required === 'public' ? [] : [{ bearer: [] }],
        response: { ...errorResponses(...statusesOf(route, required)), ...declared },
      };
      route.schema = documented;
    });
  },
  { name: 'access', dependencies: ['services', 'tokens'] },
);

/** The signed-in user and when their token was issued. */
export function ownAccount(request: FastifyRequest): Omit<Owner, 'currentPassword'> {
  const { id, username } = signedIn(request);
  return { id, username, issuedAt: request.issuedAt };
}

/** @returns the signed-in user and what they prove it by, when `id` is their own; `undefined` when it is another's */
export function ownerOf(request: FastifyRequest, id: string, currentPassword: string | undefined): Owner | undefined {
  const user = signedIn(request);
  return userIdOf(id) === user.id ? { ...ownAccount(request), currentPassword } : undefined;
}

/** The signed-in user of a route that is not public. */
export function signedIn(request: FastifyRequest): User {
  if (request.user === null) throw unauthorized();
  return request.user;
}
