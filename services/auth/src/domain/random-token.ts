import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: 43 characters of base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a random token: SHA-256 in hexadecimal. Nobody can guess the token, so that a plain hash is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
