import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const MAX_HEADER_CHARACTERS = 4_096;
/** The only JOSE header of our tokens, compared as text, so that no other algorithm, key or address is even parsed. */
const JOSE_HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
/**
 * The 32 bytes of an HMAC with SHA-256. The last character carries four bits; with the other two set it would be another
 * text for the same signature.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-3.5
 */
const SIGNATURE = '[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]';
const TOKEN = new RegExp(`^${JOSE_HEADER}\\.[A-Za-z0-9_-]{1,2048}\\.${SIGNATURE}$`);

/**
 * The one header of this name, if it is not too long.
 * @param rawHeaders names and values in turn, as they came: a second header must not hide behind the first
 */
export function headerOf(rawHeaders: readonly string[], wanted: string): string | undefined {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== wanted.length || name.toLowerCase() !== wanted) continue;
    if (value !== undefined) return undefined;
    value = rawHeaders[i + 1];
  }
  return value === undefined || value.length > MAX_HEADER_CHARACTERS ? undefined : value;
}

/**
 * What the `Authorization` header of a request carries as a bearer.
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function bearerOf(rawHeaders: readonly string[]): string | undefined {
  const value = headerOf(rawHeaders, 'authorization');
  return value?.slice(0, 7).toLowerCase() === 'bearer ' ? value.slice(7) : undefined;
}

/** The bearer of a request, if it has the form of a token of ours. */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const token = bearerOf(rawHeaders);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

/** 256 random bits: 43 characters of base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a random token: SHA-256 in hexadecimal. Nobody can guess the token, so that a plain hash is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares in constant time. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(tokenHash(given)), Buffer.from(tokenHash(secret)));
