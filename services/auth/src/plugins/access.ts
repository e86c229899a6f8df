import { ApiError, errorResponses } from '@ownvoice/shared';
import type { User } from '@ownvoice/shared/contract';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { userIdOf } from '../domain/user.js';
import { bearerToken } from '../tokens/token-codec.js';

/**
 * Who may call a route. `public`: anyone; a valid token still says who it is. `signed-in`: any user. `owner`: the user
 * that `:id` names, or an administrator. `admin`: administrators.
 */
export type Access = 'public' | 'signed-in' | 'owner' | 'admin';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user as the store has it now. */
    user: User | null;
    /** The `jti` of the request's token. */
    tokenId: string | null;
  }
  interface FastifyContextConfig {
    /** Every route of the service's own says who may call it. */
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

/** Statuses that a route answers with beside its own, so that the document names them all. */
function statusesOf(route: RouteOptions, access: Access): number[] {
  const takesBody = [route.method].flat().some((method) => method === 'POST' || method === 'PUT');
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
 * Lets every request through to its route only as far as the route's `config.access` says: 401 without a live token,
 * 403 without the right, before a body is even read. A route of ours that does not say is a mistake at start.
 */
export const access = fp(
  async (app) => {
    const { config, db, tokens } = app.services;
    const holders = db.tokenHolders(config.singleUser ? config.defaultAdmin.username : undefined);

    const identify = async (request: FastifyRequest): Promise<User | undefined> => {
      const token = bearerToken(request.raw.rawHeaders);
      const claims = token === undefined ? undefined : tokens.verify(token);
      if (claims === undefined) return undefined;
      const holder = await holders.holderOf(claims.jti);
      if (holder === undefined || holder.id !== claims.sub || holder.role !== claims.role) return undefined;
      request.user = holder;
      request.tokenId = claims.jti;
      return holder;
    };

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

    app.decorateRequest('user', null);
    app.decorateRequest('tokenId', null);
    app.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/api/')) return;
      const required = route.config?.access;
      if (required === undefined) throw new Error(`${route.url} does not say who may call it`);
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
  { name: 'access', dependencies: ['services'] },
);

/** The signed-in user of a route that is not public. */
export function signedIn(request: FastifyRequest): User {
  if (request.user === null) throw unauthorized();
  return request.user;
}
