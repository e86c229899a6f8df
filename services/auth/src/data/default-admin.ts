import type pg from 'pg';
import { usernameKeyOf } from '../domain/account-rules.js';

/**
 * Who alone signs in in single-user mode: the administrator with the configured name, else the oldest one, so that
 * whoever renames the account or set it up by the form is not locked out.
 * @param username the parameter with the name in lower case, such as `$1`
 */
export const defaultAdmin = (username: `$${number}`) => `SELECT id FROM users WHERE role = 'admin'
    ORDER BY (username_key = ${username}) DESC, created_at, id LIMIT 1`;

/** @returns `undefined` when there is no administrator yet */
export async function defaultAdminId(pool: pg.Pool, username: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'default-admin',
    text: defaultAdmin('$1'),
    values: [usernameKeyOf(username)],
  });
  return rows[0]?.id;
}
