import { PrismaPg } from '@prisma/adapter-pg';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { PrismaClient } from '../generated/client.js';
import { CONNECTION_FAILURE, isReadOnly, READ_ONLY } from './database-errors.js';
import { OutageLog } from './outage.js';

/** How long a request waits for a connection and for a response, in milliseconds, before it is a 503. */
const CONNECT_MS = 4_000;
const QUERY_MS = 5_000;
/** The same for a transaction; the very first one also waits for Prisma's engine to be compiled. */
const TRANSACTION_WAIT_MS = 8_000;
const TRANSACTION_MS = 10_000;
/** Shorter than the wait for a response: the database gives up a lock before the request that waits for it does. */
const LOCK_MS = 4_000;
/** After this long the database ends an idle transaction, whose client is gone or stuck. Longer than any of a request. */
const IDLE_IN_TRANSACTION_MS = 15_000;
const MAX_CONNECTIONS = 10;

/** @throws {Error} when the database takes no writes: a standby, or a primary that was demoted in a failover */
export async function requireWritable(client: pg.ClientBase | pg.Pool): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off')
    throw Object.assign(new Error('The database is read-only.'), { code: READ_ONLY });
}

/**
 * Gives the errors of a method a code where the server sent none: connections that were lost, or that came too late. With a
 * severity Prisma passes the code on.
 */
function codeErrors<Method extends string>(owner: Record<Method, unknown>, method: Method): void {
  const original = owner[method] as (...values: unknown[]) => unknown;
  owner[method] = (...values: unknown[]) => {
    const result = Reflect.apply(original, owner, values);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: Error) => {
      throw 'code' in error ? error : Object.assign(error, { code: CONNECTION_FAILURE, severity: 'FATAL' });
    });
  };
}

/** Makes the loss of a connection an error of the query that waits, or else of the next one, and of nothing else. */
export function expectLoss(client: pg.ClientBase): void {
  codeErrors(client, 'query');
  // Without a listener, Node ends the process.
  client.on('error', () => undefined);
}

export type Connection = ReturnType<typeof connect>;

/**
 * Makes a pool of connections, which serves prepared statements for the most frequent queries, and Prisma's client on it.
 * No connection is made yet.
 * @param url `postgresql://…`
 */
export function connect(url: string, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const outage = new OutageLog(log);
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
    // A standby would respond with what was true a moment ago: with a token that has been revoked since.
    verify: (client, done) => void requireWritable(client).then(() => done(), done),
  });
  let closing = false;
  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();
  codeErrors(pool, 'connect');
  codeErrors(pool, 'query');
  pool.on('connect', (client) => {
    expectLoss(client);
    generations.set(client, generation);
  });
  pool.on('error', (error) => {
    // A server that is stopped at the same time may end the last connections first.
    if (!closing) outage.failed(error);
  });
  pool.on('release', (_error, client) => {
    // Its ROLLBACK had no response. The next request would write into that transaction, which nobody commits. `end` makes
    // the pool drop the connection; it does not matter that the server can't be told.
    const stale = generations.get(client) !== generation;
    if (stale || client.getTransactionStatus() !== 'I') client.end().catch(() => undefined);
  });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: TRANSACTION_WAIT_MS, timeout: TRANSACTION_MS },
    errorFormat: 'minimal',
  });
  /** Drops every connection, those in use when they are given back: after a failover they lead to the old primary. */
  const renew = () => {
    generation += 1;
    // The pool hands out idle connections first, and drops those that are given back.
    for (let idle = pool.idleCount; idle > 0; idle -= 1)
      pool.connect().then(
        (client) => client.release(),
        () => undefined,
      );
  };
  return {
    prisma,
    pool,
    /** Takes note of a failure that is the database's: in the log, and by finding the primary again after a failover. */
    failed(error: unknown): void {
      outage.failed(error);
      if (isReadOnly(error)) renew();
    },
    /** Takes note of a response: an outage, if there was one, is over. */
    responded: () => outage.responded(),
    async close(): Promise<void> {
      closing = true;
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
