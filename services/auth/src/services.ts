import type { TokenIssuer } from './accounts/session.js';
import type { Config } from './config.js';
import type { Database } from './data/database.js';
import type { LoginLimit } from './limits/login-limit.js';
import type { PasswordPool } from './passwords/password-pool.js';

/** What the use cases work with. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly passwords: PasswordPool;
  readonly loginLimit: LoginLimit;
  readonly tokens: TokenIssuer;
}
