import type pg from 'pg';
import { usernameKeyOf } from '../domain/account-rules.js';
import { defaultAdminQuery, prepared } from './sql.js';

const IS_EMPTY = prepared<{ empty: boolean }>('no-users', 'SELECT NOT EXISTS (SELECT FROM users) AS empty');
const DEFAULT_ADMIN = prepared<{ id: string; username: string }, [usernameKey: string]>(
  'default-admin',
  `SELECT id, username FROM users WHERE id = (${defaultAdminQuery('$1')})`,
);
/** Reads an index that is empty unless such hashes were imported. */
const ARGON2ID_PREFIXES = prepared<{ prefix: string }>(
  'argon2id-prefixes',
  `SELECT DISTINCT substring(password_hash FROM '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+') AS prefix
    FROM users WHERE password_hash LIKE '$argon2id$%'`,
);

/** Questions about all users, which every sign-in asks. */
export class UserQueries {
  /** @param onlyAdmin the default administrator's username in single-user mode */
  constructor(
    private readonly pool: pg.Pool,
    private readonly onlyAdmin?: string,
  ) {}

  /** Whether a user may sign in: in single-user mode the default administrator alone. */
  async maySignIn(userId: string): Promise<boolean> {
    return this.onlyAdmin === undefined || (await this.defaultAdmin(this.onlyAdmin))?.id === userId;
  }

  /** Whether there is no user at all. */
  async isEmpty(): Promise<boolean> {
    return (await IS_EMPTY(this.pool))[0]?.empty === true;
  }

  /**
   * The one user who signs in in single-user mode, with the name that this user has now: the configured one may be that of
   * nobody. @returns `undefined` when there is no administrator yet
   */
  async defaultAdmin(username: string): Promise<{ readonly id: string; readonly username: string } | undefined> {
    return (await DEFAULT_ADMIN(this.pool, usernameKeyOf(username)))[0];
  }

  /** The cost of every stored argon2id hash, each once, as the beginning of a hash: `$argon2id$v=19$m=19456,t=2,p=1`. */
  async argon2idPrefixes(): Promise<string[]> {
    return (await ARGON2ID_PREFIXES(this.pool)).map(({ prefix }) => prefix);
  }
}
