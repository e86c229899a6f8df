import type { Role } from '@ownvoice/shared/contract';
import { createSigner, createVerifier } from 'fast-jwt';

/** Who issues the tokens, and for whom: this service alone. */
const ISSUER = 'ownvoice';
const AUDIENCE = 'ownvoice';

/** The only header there is. Compared as text, so that no other algorithm, key or address is even looked at. */
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const SHAPE = /^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{1,2048}\.[A-Za-z0-9_-]{43}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What a token says; times in seconds since the Unix epoch. */
export interface Claims {
  readonly sub: string;
  readonly username: string;
  readonly role: Role;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly iss: string;
  readonly aud: string;
}

export interface TokenCodec {
  /** Seconds from issue to expiry. */
  readonly lifetime: number;
  /** Signs the claims; issuer and audience are added. */
  sign(claims: Omit<Claims, 'iss' | 'aud'>): string;
  /** The claims of a token that we signed and that has not expired; `undefined` for anything else. */
  verify(token: string): Claims | undefined;
}

function isClaims(value: Record<string, unknown>): boolean {
  return (
    typeof value.sub === 'string' &&
    UUID.test(value.sub) &&
    typeof value.jti === 'string' &&
    UUID.test(value.jti) &&
    typeof value.username === 'string' &&
    (value.role === 'admin' || value.role === 'user') &&
    Number.isSafeInteger(value.iat) &&
    Number.isSafeInteger(value.exp) &&
    value.iss === ISSUER &&
    value.aud === AUDIENCE &&
    Object.keys(value).length === 8
  );
}

/**
 * JSON Web Tokens of this service: HS256 and nothing else.
 * @param secret the signing secret
 * @param lifetime seconds
 * @see https://www.rfc-editor.org/rfc/rfc8725
 */
export function tokenCodec(secret: string, lifetime: number): TokenCodec {
  const key = Buffer.from(secret);
  const sign = createSigner({ key, algorithm: 'HS256' });
  const verify = createVerifier({
    key,
    algorithms: ['HS256'],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['sub', 'exp', 'iat', 'iss', 'aud', 'jti'],
    cache: false,
  });
  return {
    lifetime,
    sign: (claims) => sign({ ...claims, iss: ISSUER, aud: AUDIENCE }),
    verify(token) {
      if (!token.startsWith(`${HEADER}.`) || !SHAPE.test(token)) return undefined;
      try {
        const claims: Record<string, unknown> = verify(token);
        return isClaims(claims) ? (claims as unknown as Claims) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * The token of an `Authorization` header.
 * @param rawHeaders names and values in turn, as they came: a second header must not hide behind the first
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (value !== undefined) return undefined;
    value = rawHeaders[i + 1];
  }
  if (value === undefined || value.length > 4_096 || value.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  return value.slice(7);
}
