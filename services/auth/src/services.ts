import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.js';
import type { Database } from './data/database.js';
import type { AuditEntry, Origin } from './domain/audit-entry.js';
import type { TokenClaims } from './domain/token-claims.js';
import type { LoginLimit } from './limits/login-limit.js';
import type { Passwords } from './passwords/password-pool.js';

/** What a start did about the first account. */
export type FirstStart =
  | {
      readonly kind: 'created';
      readonly username: string;
      readonly password: string;
      /** Where the password was written. */
      readonly passwordFile: string | undefined;
    }
  | { readonly kind: 'set-up-needed' }
  /** `administrator`: the name of the default administrator. */
  | { readonly kind: 'accounts-exist'; readonly administrator: string | undefined };

/** What is known once the database is open. */
export interface Opened {
  readonly firstStart: FirstStart;
  /** The token that the set-up form asks for, if it asks for one. */
  readonly setupToken: string;
  /** What the key is derived from that encrypts the secrets of second factors. */
  readonly dataKey: string;
}

export interface TokenIssuer {
  /** Seconds from issue to expiry. */
  readonly lifetime: number;
  /** Signs the claims; issuer and audience are added. */
  sign(claims: Omit<TokenClaims, 'iss' | 'aud'>): string;
}

export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly passwords: Passwords;
  readonly loginLimit: LoginLimit;
  /** Settles when the database is open; until then no request is served. */
  readonly opened: Promise<Opened>;
  readonly tokens: TokenIssuer;
}

/** Who asks for something, and where the log lines about it go. */
export interface Caller {
  readonly origin: Origin;
  /** The signed-in user, if any. */
  readonly actorId: string | undefined;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Counts entries, for metrics. */
  readonly count?: (entry: Pick<AuditEntry, 'event' | 'outcome'>) => void;
}

/** What every use case works with, and for whom: a request, a command, or the start of the service. */
export interface Context extends Pick<Services, 'config' | 'db' | 'passwords'> {
  readonly caller: Caller;
}

/** The context of a request, which may sign in. */
export type RequestContext = Services & Context;
