import type { User } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { countsFor, prepared, USER_COLUMNS } from './sql.js';

/** Uses of a token are noted so exactly, so that a token costs at most one write in this time. */
const USE_PRECISION = "interval '1 minute'";

interface HolderRow extends User {
  token_id: string;
  issued_at: number;
  /** Whether its last use that was noted is too long ago. */
  is_stale: boolean;
  has_second_factor: boolean;
}

/** It takes no lock that another statement holds, so it can't deadlock. */
const USED = prepared<never, [tokenIds: string[]]>(
  'token-used',
  `UPDATE issued_tokens SET last_used_at = now() WHERE id IN
    (SELECT id FROM issued_tokens WHERE id = ANY($1::uuid[]) AND last_used_at < now() - ${USE_PRECISION}
      FOR UPDATE SKIP LOCKED)`,
);

/** Who holds a token. Times in milliseconds since the Unix epoch. */
export interface TokenHolder {
  readonly user: User;
  /** When the token was issued: when its holder signed in. */
  readonly issuedAt: number;
  readonly hasSecondFactor: boolean;
}

interface Question {
  readonly tokenId: string;
  readonly resolve: (holder: TokenHolder | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The users who hold tokens that are not revoked. Every request asks, so this is a prepared statement on the pool
 * instead of Prisma's client, and one statement serves the requests that arrive together. Nothing is cached: each
 * result comes from a query that was sent after its request had arrived.
 */
export class TokenHolders {
  readonly #rows: (tokenIds: string[]) => Promise<HolderRow[]>;
  #questions: Question[] = [];

  /** @param onlyAdmin the default administrator's username in single-user mode */
  constructor(
    private readonly pool: pg.Pool,
    onlyAdmin?: string,
  ) {
    const { condition, values } = countsFor(onlyAdmin, '$2');
    const query = prepared<HolderRow, [tokenIds: string[], ...typeof values]>(
      'token-holders',
      `SELECT t.id AS token_id, (extract(epoch FROM t.issued_at) * 1000)::float8 AS issued_at,
        t.last_used_at < now() - ${USE_PRECISION} AS is_stale, u.has_second_factor, ${USER_COLUMNS}
      FROM issued_tokens t JOIN users u ON u.id = t.user_id AND NOT u.suspended
      WHERE t.id = ANY($1::uuid[])${condition}`,
    );
    this.#rows = (tokenIds) => query(pool, tokenIds, ...values);
  }

  /** @param tokenId the token's `jti` */
  holderOf(tokenId: string): Promise<TokenHolder | undefined> {
    return new Promise((resolve, reject) => {
      // Requests of other connections that have arrived already are read before this runs, and join the statement.
      if (this.#questions.length === 0) setImmediate(() => void this.#ask(this.#questions.splice(0)));
      this.#questions.push({ tokenId, resolve, reject });
    });
  }

  async #ask(questions: readonly Question[]): Promise<void> {
    const ids = questions.map(({ tokenId }) => tokenId);
    try {
      const rows = await this.#rows(ids);
      const holders = new Map<string, TokenHolder>();
      for (const { token_id, issued_at: issuedAt, is_stale: _, has_second_factor: hasSecondFactor, ...user } of rows)
        holders.set(token_id, { user, issuedAt, hasSecondFactor });
      for (const { tokenId, resolve } of questions) resolve(holders.get(tokenId));
      this.#noteUse(rows.filter((row) => row.is_stale).map((row) => row.token_id));
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }

  /** Nobody waits for it, and a database that takes no writes loses nothing but the time. */
  #noteUse(tokenIds: string[]): void {
    if (tokenIds.length > 0) USED(this.pool, tokenIds).catch(() => undefined);
  }
}
