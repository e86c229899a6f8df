import fastifyJwt from '@fastify/jwt';
import type { User } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { TokenHolder } from '../data/token-holders.js';
import { bearerToken } from '../domain/bearer-token.js';
import { isTokenClaims, TOKEN_AUDIENCE, TOKEN_ISSUER, type TokenClaims } from '../domain/token-claims.js';
import type { TokenIssuer } from '../services.js';

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Parameters<TokenIssuer['sign']>[0];
    /** The signed-in user as the store has it now. */
    user: User | null;
  }
}
declare module 'fastify' {
  interface FastifyInstance {
    tokens: TokenIssuer;
  }
  interface FastifyRequest {
    /** The claims of the request's token; only the id is taken from them. */
    claims: TokenClaims | null;
    /** When the token was issued, as the store has it, in milliseconds since the Unix epoch. */
    issuedAt: number;
    /** Whether the signed-in user has a second factor, as the store has it now. */
    hasSecondFactor: boolean;
    /** The API key that the request was let in by in place of a token. */
    apiKeyId: string | null;
  }
}

export interface TokensOptions {
  /** The signing secret. */
  readonly secret: string;
  /** Of a token, in seconds. */
  readonly lifetime: number;
  /** Who holds the token with this `jti`; `undefined` when it is revoked. */
  readonly holderOf: (jti: string) => Promise<TokenHolder | undefined>;
}

/**
 * JSON Web Tokens of this service: HS256 and nothing else. The library signs and verifies; the form of the header and
 * of the claims is checked before and after it. `request.user` comes from the store, at every request anew.
 * @see https://www.rfc-editor.org/rfc/rfc8725
 */
export const tokens = fp<TokensOptions>(
  async (app, { secret, lifetime, holderOf }) => {
    app.decorateRequest('user', null);
    app.decorateRequest('issuedAt', 0);
    app.decorateRequest('hasSecondFactor', false);
    app.decorateRequest('apiKeyId', null);
    await app.register(fastifyJwt, {
      secret: Buffer.from(secret),
      decoratorName: 'claims',
      sign: { algorithm: 'HS256', iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE },
      verify: {
        algorithms: ['HS256'],
        allowedIss: TOKEN_ISSUER,
        allowedAud: TOKEN_AUDIENCE,
        // A claim that is not required may be absent, its check with it.
        requiredClaims: ['sub', 'exp', 'iat', 'iss', 'aud', 'jti'],
        cache: false,
        extractToken: (request) => bearerToken(request.raw.rawHeaders),
      },
      trusted: async (request, claims) => {
        if (!isTokenClaims(claims, Date.now() / 1000)) return false;
        const holder = await holderOf(claims.jti);
        if (holder === undefined || holder.user.id !== claims.sub || holder.user.role !== claims.role) return false;
        request.user = holder.user;
        request.logFields = { user_id: holder.user.id };
        request.issuedAt = holder.issuedAt;
        request.hasSecondFactor = holder.hasSecondFactor;
        return true;
      },
    });
    app.decorate('tokens', { lifetime, sign: (claims) => app.jwt.sign(claims) });
  },
  { name: 'tokens' },
);

/** What the library throws about a token. A time that no `Date` can hold is a `RangeError` of its message. */
function isTokenError(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && /^(FST|FAST)_JWT_/.test(String(error.code));
}

/**
 * The user whose token a request carries.
 * @returns `undefined` for no token, and for one that is not ours, expired or revoked
 * @throws when the store can't be asked
 */
export async function identify(request: FastifyRequest): Promise<User | undefined> {
  try {
    await request.jwtVerify();
  } catch (error) {
    if (isTokenError(error)) return undefined;
    throw error;
  }
  return request.user ?? undefined;
}
