import type { Role } from '@ownvoice/shared/contract';

/** This service alone issues tokens, and for itself alone. */
export const TOKEN_ISSUER = 'ownvoice';
export const TOKEN_AUDIENCE = 'ownvoice';

/** The claims of a token: `sub` is the subject, the user's id; times in seconds since the Unix epoch. */
export interface TokenClaims {
  readonly sub: string;
  readonly username: string;
  readonly role: Role;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly iss: string;
  readonly aud: string;
}

const CLAIM_COUNT = 8;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Clocks of replicas differ; a token from further ahead than this, in seconds, is none of ours. */
const MAX_CLOCK_SKEW = 60;

/**
 * Whether verified claims are exactly those of a token of ours: every claim of its type, and no other.
 * @param now in seconds since the Unix epoch
 */
export function isTokenClaims(claims: Readonly<Record<string, unknown>>, now: number): boolean {
  return (
    typeof claims.sub === 'string' &&
    UUID.test(claims.sub) &&
    typeof claims.jti === 'string' &&
    UUID.test(claims.jti) &&
    typeof claims.username === 'string' &&
    (claims.role === 'admin' || claims.role === 'user') &&
    Number.isSafeInteger(claims.iat) &&
    Number(claims.iat) <= now + MAX_CLOCK_SKEW &&
    Number.isSafeInteger(claims.exp) &&
    claims.iss === TOKEN_ISSUER &&
    claims.aud === TOKEN_AUDIENCE &&
    Object.keys(claims).length === CLAIM_COUNT
  );
}
