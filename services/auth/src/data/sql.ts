import type pg from 'pg';
import { usernameKeyOf } from '../domain/account-rules.js';

/**
 * A prepared statement on the pool or one of its connections, as a function of its values. For what Prisma can't express, and for what every request
 * or sign-in asks: PostgreSQL parses it once for each connection.
 * @param name unique among the statements
 */
export const prepared =
  <Row extends object, const Values extends readonly unknown[] = []>(name: string, text: string) =>
  async (pool: pg.Pool | pg.PoolClient, ...values: Values): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows;

/** The columns of a user as it leaves the service, of the table `u`; times in milliseconds since the Unix epoch. */
export const USER_COLUMNS = `u.id, u.username, u.email, u.role,
    (extract(epoch FROM u.created_at) * 1000)::float8 AS created_at,
    (extract(epoch FROM u.updated_at) * 1000)::float8 AS updated_at`;

/**
 * The id of the one user who signs in in single-user mode: the administrator with the configured name, else the oldest
 * one, so that renaming the account, or making it by the set-up form, locks nobody out.
 * @param usernameKey the parameter with the name in lower case, such as `$1`
 * @returns SQL; no row when there is no administrator yet
 */
export const defaultAdminQuery = (
  usernameKey: `$${number}`,
): string => `SELECT id FROM users WHERE role = 'admin' AND NOT suspended
    ORDER BY (username_key = ${usernameKey}) DESC, created_at, id LIMIT 1`;

/**
 * The end of a condition, and its value if it has one, that tokens and keys of the user `u` count: in single-user mode
 * the one user's alone.
 * @param onlyAdmin the default administrator's username in single-user mode
 */
export const countsFor = (
  onlyAdmin: string | undefined,
  usernameKey: `$${number}`,
): { condition: string; values: [] | [usernameKey: string] } =>
  onlyAdmin === undefined
    ? { condition: '', values: [] }
    : { condition: ` AND u.id = (${defaultAdminQuery(usernameKey)})`, values: [usernameKeyOf(onlyAdmin)] };

/** Rows that one statement removes: removing a year of them at once would hold their locks for as long. */
export const REMOVAL_BATCH = 1_000;
