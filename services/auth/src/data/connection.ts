import { PrismaPg } from '@prisma/adapter-pg';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { PrismaClient } from '../generated/client.js';

/** A pool of connections, and Prisma's client on it. The pool serves prepared statements for the most frequent queries. */
export interface Connection {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** How long a request waits for a connection and for an answer, in milliseconds, before it is a 503. */
const CONNECT_MS = 4_000;
const QUERY_MS = 5_000;
/** The same for a transaction; the very first one also waits for Prisma's engine to be compiled. */
const TRANSACTION_WAIT_MS = 8_000;
const TRANSACTION_MS = 10_000;
/** Shorter than the wait for an answer: the database gives up a lock before the request that waits for it does. */
const LOCK_MS = 4_000;
/** After this long the database ends an idle transaction, whose client is gone or stuck. Longer than any of a request. */
const IDLE_IN_TRANSACTION_MS = 15_000;
const MAX_CONNECTIONS = 10;

/**
 * Makes a pool. No connection is made yet.
 * @param url `postgresql://…`
 */
export function connect(url: string, log: Pick<FastifyBaseLogger, 'warn'>): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    statement_timeout: QUERY_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'ownvoice-auth',
  });
  let closing = false;
  pool.on('error', (error) => {
    // A server that is stopped at the same time may end the last connections first.
    if (!closing) log.warn({ reason: error.message }, 'database connection lost');
  });
  pool.on('release', (_error, client) => {
    // Its ROLLBACK had no answer. The next request would write into that transaction, which nobody commits. `end` makes
    // the pool drop the connection; it does not matter that the server can't be told.
    if (client.getTransactionStatus() !== 'I') client.end().catch(() => undefined);
  });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: TRANSACTION_WAIT_MS, timeout: TRANSACTION_MS },
    errorFormat: 'minimal',
  });
  return {
    prisma,
    pool,
    async close() {
      closing = true;
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
