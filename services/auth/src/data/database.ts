import type { UserStats } from '@ownvoice/shared/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Prisma } from '../generated/client.js';
import { ApiKeys, apiKeyHolders } from './api-keys.js';
import { AuditEntries, RepeatedFailures } from './audit-entries.js';
import { connect, requireWritable } from './connection.js';
import { Identities } from './identities.js';
import { Links } from './links.js';
import { Locks } from './locks.js';
import { LoginFailures } from './login-failures.js';
import { OAuthAttempts, SignInCodes } from './oauth-attempts.js';
import { PasskeyChallenges, Passkeys } from './passkeys.js';
import { SecondFactors } from './second-factors.js';
import { SpeechUsage } from './speech-usage.js';
import { TokenHolders } from './token-holders.js';
import { Tokens } from './tokens.js';
import { UserLists } from './user-lists.js';
import { UserQueries, userStats } from './user-queries.js';
import { UserRecords } from './user-records.js';
import { Users } from './users.js';

const tablesOf = (client: Prisma.TransactionClient) => ({
  users: new Users(client),
  tokens: new Tokens(client),
  identities: new Identities(client),
  secondFactors: new SecondFactors(client),
  passkeys: new Passkeys(client),
  apiKeys: new ApiKeys(client),
  links: new Links(client),
  auditEntries: new AuditEntries(client),
  userRecords: new UserRecords(client),
  signInCodes: new SignInCodes(client),
});

const transactionOn = (client: Prisma.TransactionClient) => ({ ...tablesOf(client), locks: new Locks(client) });
/** What a use case reads, locks and writes in one transaction. It is passed along; all of it is kept, or none. */
export type Transaction = Readonly<ReturnType<typeof transactionOn>>;

/** The database, outside of any transaction: every call is a transaction of its own. */
export type Database = Readonly<ReturnType<typeof openDatabase>>;

/**
 * Opens the database. No connection is made yet, so a database that is down is no error here.
 * @param url `postgresql://…`
 * @param onlyAdmin in single-user mode the username of the default administrator, whose tokens and keys alone count
 */
export function openDatabase(url: string, log: Pick<FastifyBaseLogger, 'info' | 'error'>, onlyAdmin?: string) {
  const connection = connect(url, log);
  const { prisma, pool } = connection;
  const tables = tablesOf(prisma);
  const repeatedFailures = new RepeatedFailures(tables.auditEntries);
  return {
    ...tables,
    repeatedFailures,
    oauthAttempts: new OAuthAttempts(prisma),
    passkeyChallenges: new PasskeyChallenges(prisma),
    userQueries: new UserQueries(pool, onlyAdmin),
    userLists: new UserLists(pool),
    loginFailures: new LoginFailures(pool),
    speechUsage: new SpeechUsage(pool),
    tokenHolders: new TokenHolders(pool, onlyAdmin),
    apiKeyHolder: apiKeyHolders(pool, onlyAdmin),

    /**
     * Runs `work` in one transaction, which is rolled back when it throws.
     * @param timeoutMs the longest that it may take; the limit of a request when absent
     */
    transaction: <T>(work: (tx: Transaction) => Promise<T>, timeoutMs?: number): Promise<T> =>
      prisma.$transaction(
        (client) => work(transactionOn(client)),
        timeoutMs === undefined ? {} : { timeout: timeoutMs },
      ),

    userStats: (): Promise<UserStats> => userStats(pool),

    /** @throws when the database can't be reached or is read-only */
    async ping(): Promise<void> {
      try {
        await requireWritable(pool);
        connection.responded();
      } catch (error) {
        connection.failed(error);
        throw error;
      }
    },

    /** Takes note of an error for which `isUnavailable` holds. */
    failed: (error: unknown): void => connection.failed(error),

    /** A random id and a random key that the database was given by its migrations; they live as long as the database. */
    installation: () => prisma.installation.findFirstOrThrow(),

    /** The connections of this process, and the queries that wait for one. */
    connections() {
      const { totalCount, idleCount, waitingCount } = pool;
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },

    async close(): Promise<void> {
      await repeatedFailures.flush();
      await connection.close();
    },
  };
}
