import type pg from 'pg';
import { usernameKeyOf } from '../domain/account-rules.js';
import { defaultAdminQuery } from './default-admin.js';

const IS_EMPTY = { name: 'no-users', text: 'SELECT NOT EXISTS (SELECT FROM users) AS empty' };
const DEFAULT_ADMIN = { name: 'default-admin', text: defaultAdminQuery('$1') };
const DEFAULT_ADMIN_NAME = {
  name: 'default-admin-name',
  text: `SELECT username FROM users WHERE id = (${defaultAdminQuery('$1')})`,
};
/** Reads an index that is empty unless such hashes were imported. */
const ARGON2ID_PREFIXES = {
  name: 'argon2id-prefixes',
  text: `SELECT DISTINCT substring(password_hash FROM '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+') AS prefix
    FROM users WHERE password_hash LIKE '$argon2id$%'`,
};

/** Questions about all users, which every sign-in asks: prepared statements on the pool. */
export class UserQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Whether there is no user at all. */
  async isEmpty(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ empty: boolean }>(IS_EMPTY);
    return rows[0]?.empty === true;
  }

  /** The one user who signs in in single-user mode. @returns `undefined` when there is no administrator yet */
  async defaultAdminId(username: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ id: string }>({ ...DEFAULT_ADMIN, values: [usernameKeyOf(username)] });
    return rows[0]?.id;
  }

  /** The name that this user has now: the configured one may be that of nobody. */
  async defaultAdminName(username: string): Promise<string | undefined> {
    const values = [usernameKeyOf(username)];
    const { rows } = await this.#pool.query<{ username: string }>({ ...DEFAULT_ADMIN_NAME, values });
    return rows[0]?.username;
  }

  /** The cost of every stored argon2id hash, each once, as the beginning of a hash: `$argon2id$v=19$m=19456,t=2,p=1`. */
  async argon2idPrefixes(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ prefix: string }>(ARGON2ID_PREFIXES);
    return rows.map(({ prefix }) => prefix);
  }
}
