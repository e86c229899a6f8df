import type { Config } from './config.js';
import type { Database } from './data/database.js';
import type { LoginLimit } from './limits/login-limit.js';
import type { PasswordPool } from './passwords/password-pool.js';
import type { TokenCodec } from './tokens/token-codec.js';

/** What the account rules work with. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly passwords: PasswordPool;
  readonly tokens: TokenCodec;
  readonly loginLimit: LoginLimit;
}
