import type { Config } from './config.js';
import type { Database } from './data/database.js';
import type { TokenClaims } from './domain/token-claims.js';
import type { LoginLimit } from './limits/login-limit.js';
import type { Passwords } from './passwords/password-pool.js';

export interface TokenIssuer {
  /** Seconds from issue to expiry. */
  readonly lifetime: number;
  /** Signs the claims; issuer and audience are added. */
  sign(claims: Omit<TokenClaims, 'iss' | 'aud'>): string;
}

/** What the use cases work with. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly passwords: Passwords;
  readonly loginLimit: LoginLimit;
  /** What the key is derived from that encrypts the secrets of second factors. */
  readonly dataKey: string;
  readonly tokens: TokenIssuer;
}
