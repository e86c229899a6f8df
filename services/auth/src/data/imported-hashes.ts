import type pg from 'pg';

/**
 * The cost of every argon2id hash in the store, each once, as the beginning of such a hash
 * (`$argon2id$v=19$m=19456,t=2,p=1`). Reads an index that is empty unless such hashes were imported.
 */
export async function argon2idPrefixes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ prefix: string }>({
    name: 'costs of argon2id',
    text: `SELECT DISTINCT substring(password_hash FROM '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+') AS prefix
           FROM users WHERE password_hash LIKE '$argon2id$%'`,
  });
  return rows.map(({ prefix }) => prefix);
}
