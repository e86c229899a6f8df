import type { ApiKeyEntry, User } from '@ownvoice/shared/contract';
import type pg from 'pg';
import type { ApiKey, Prisma } from '../generated/client.js';
import { countsFor, prepared, USER_COLUMNS } from './sql.js';

export type NewApiKey = Pick<ApiKey, 'id' | 'userId' | 'name' | 'keyHash' | 'prefix' | 'expiresAt'>;

/** The networks that are remembered of a key, so that its first use from another one is noticed. */
const MAX_NETWORKS = 50;

/** API keys. A deleted one is rejected by every replica at the next request. */
export class ApiKeys {
  constructor(private readonly client: Prisma.TransactionClient) {}

  /** The keys of a user, the oldest first. */
  async of(userId: string): Promise<ApiKeyEntry[]> {
    const rows = await this.client.apiKey.findMany({ where: { userId }, orderBy: { id: 'asc' } });
    return rows.map(listed);
  }

  /** An insert under a name that the user has for a key already throws, see `uniqueViolation`. */
  async insert(key: NewApiKey): Promise<ApiKeyEntry> {
    return listed(await this.client.apiKey.create({ data: { ...key, nameKey: key.name.toLowerCase() } }));
  }

  /** Removes one key of a user. @returns whether there was one */
  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.client.apiKey.deleteMany({ where: { userId, id } })).count > 0;
  }

  /** @returns how many there were */
  async removeAll(userId: string): Promise<number> {
    return (await this.client.apiKey.deleteMany({ where: { userId } })).count;
  }

  async removeExpired(userId: string): Promise<void> {
    await this.client.apiKey.deleteMany({ where: { userId, expiresAt: { lte: new Date() } } });
  }

  /** Notes a use. @returns whether it is the first one from this network */
  async use(id: string, network: string): Promise<boolean> {
    const [before] = await this.client.$queryRaw<{ known: boolean }[]>`
      SELECT ${network} = ANY(networks) AS known FROM api_keys WHERE id = ${id}::uuid FOR UPDATE`;
    if (before === undefined) return false;
    await this.client.$executeRaw`UPDATE api_keys SET last_used_at = now(), networks =
      (array_append(array_remove(networks, ${network}), ${network}))[greatest(1, cardinality(networks) + 2 - ${MAX_NETWORKS}):]
      WHERE id = ${id}::uuid`;
    return !before.known;
  }
}

const listed = (row: ApiKey): ApiKeyEntry => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  created_at: row.createdAt.getTime(),
  last_used_at: row.lastUsedAt?.getTime() ?? null,
  expires_at: row.expiresAt?.getTime() ?? null,
});

/** The user for whom an API key counts. */
export interface ApiKeyHolder {
  readonly keyId: string;
  readonly user: User;
  readonly hasSecondFactor: boolean;
  /** Whether this use has to be noted. */
  readonly isNews: boolean;
}

interface HolderRow extends User {
  key_id: string;
  has_second_factor: boolean;
  is_news: boolean;
}

/**
 * Who holds an API key that is alive: a prepared statement for each request, nothing is cached.
 * @param onlyAdmin the default administrator's username in single-user mode
 * @returns asks for the key with this hash; `network` is the one from which it is used
 */
export const apiKeyHolders = (pool: pg.Pool, onlyAdmin: string | undefined) => {
  const { condition, values } = countsFor(onlyAdmin, '$3');
  const query = prepared<HolderRow, [keyHash: string, network: string, ...typeof values]>(
    'api-key-holder',
    `SELECT k.id AS key_id, u.has_second_factor, ${USER_COLUMNS},
      (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' OR NOT $2 = ANY(k.networks)) AS is_news
    FROM api_keys k JOIN users u ON u.id = k.user_id AND NOT u.suspended
    WHERE k.key_hash = $1 AND (k.expires_at IS NULL OR k.expires_at > now())${condition}`,
  );
  return async (keyHash: string, network: string): Promise<ApiKeyHolder | undefined> => {
    const [row] = await query(pool, keyHash, network, ...values);
    if (row === undefined) return undefined;
    const { key_id: keyId, has_second_factor: hasSecondFactor, is_news: isNews, ...user } = row;
    return { keyId, user, hasSecondFactor, isNews };
  };
};
