import { PrismaPg } from '@prisma/adapter-pg';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { PrismaClient } from '../generated/client.js';

/** The database, by Prisma's client and, where a request is too frequent for that, by prepared statements. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** A request waits this long for a connection, and this long for an answer, in milliseconds; then it is a 503. */
const CONNECT_MS = 4_000;
const QUERY_MS = 5_000;
/** The same for a transaction; the very first one also waits for Prisma's engine to be compiled. */
const TRANSACTION_WAIT_MS = 8_000;
const TRANSACTION_MS = 10_000;
/** The database gives up by itself on a lock that somebody else keeps, before the request that waits for it does. */
const LOCK_MS = 4_000;
/**
 * It also ends a transaction in which nothing has been said for so long: whoever began it is gone or stuck, and would keep
 * its locks for ever. Longer than any transaction of a request may take.
 */
const ABANDONED_MS = 15_000;
const CONNECTIONS = 10;

/**
 * Opens a pool of connections. None is made yet, so a database that is down is no error here.
 * @param url `postgresql://…`
 */
export function openDatabase(url: string, log: Pick<FastifyBaseLogger, 'warn'>): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    statement_timeout: QUERY_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: ABANDONED_MS,
    keepAlive: true,
    application_name: 'ownvoice-auth',
  });
  let closing = false;
  pool.on('error', (error) => {
    // A server that is stopped right after us may be quicker to end the last connections than we are.
    if (!closing) log.warn({ reason: error.message }, 'a database connection was lost');
  });
  pool.on('release', (_error, client) => {
    // Its ROLLBACK was not answered either. Whoever had it next would write into that transaction, which nobody commits.
    // Ending it here makes the pool drop it; that it can't say goodbye to a server that does not answer is no matter.
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
