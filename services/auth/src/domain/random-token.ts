import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits: 43 characters of base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a random token: SHA-256 in hexadecimal. Nobody can guess the token, so that a plain hash is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares in constant time. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(tokenHash(given)), Buffer.from(tokenHash(secret)));
