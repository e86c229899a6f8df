import type { UserStats } from '@ownvoice/shared/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Prisma } from '../generated/client.js';
import { type ApiKeyHolder, ApiKeys, apiKeyHolder } from './api-keys.js';
import { AuditEntries } from './audit-entries.js';
import { type Connection, connect, requireWritable } from './connection.js';
import { Identities } from './identities.js';
import { Links } from './links.js';
import { Locks } from './locks.js';
import { LoginFailures } from './login-failures.js';
import { OAuthAttempts, SignInCodes } from './oauth-attempts.js';
import { PasskeyChallenges, Passkeys } from './passkeys.js';
import { RepeatedFailures } from './repeated-failures.js';
import { SecondFactors } from './second-factors.js';
import { SpeechUsage } from './speech-usage.js';
import { TokenHolders } from './token-holders.js';
import { Tokens } from './tokens.js';
import { UserLists } from './user-lists.js';
import { UserQueries } from './user-queries.js';
import { UserRecords } from './user-records.js';
import { userStats } from './user-stats.js';
import { Users } from './users.js';

class Tables {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly identities: Identities;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly apiKeys: ApiKeys;
  readonly links: Links;
  readonly auditEntries: AuditEntries;
  readonly userRecords: UserRecords;
  readonly signInCodes: SignInCodes;

  constructor(client: Prisma.TransactionClient) {
    this.users = new Users(client);
    this.tokens = new Tokens(client);
    this.identities = new Identities(client);
    this.secondFactors = new SecondFactors(client);
    this.passkeys = new Passkeys(client);
    this.apiKeys = new ApiKeys(client);
    this.links = new Links(client);
    this.auditEntries = new AuditEntries(client);
    this.userRecords = new UserRecords(client);
    this.signInCodes = new SignInCodes(client);
  }
}

/** What a use case reads, locks and writes in one transaction. It is passed along; all of it is kept, or none. */
export class Transaction extends Tables {
  readonly locks: Locks;

  constructor(client: Prisma.TransactionClient) {
    super(client);
    this.locks = new Locks(client);
  }
}

/** The database, outside of any transaction: every call is a transaction of its own. */
export class Database extends Tables {
  readonly userQueries: UserQueries;
  readonly userLists: UserLists;
  readonly oauthAttempts: OAuthAttempts;
  readonly passkeyChallenges: PasskeyChallenges;
  readonly loginFailures: LoginFailures;
  readonly repeatedFailures: RepeatedFailures;
  readonly speechUsage: SpeechUsage;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    const { prisma, pool } = connection;
    super(prisma);
    this.#connection = connection;
    this.userQueries = new UserQueries(pool);
    this.userLists = new UserLists(pool);
    this.oauthAttempts = new OAuthAttempts(prisma);
    this.passkeyChallenges = new PasskeyChallenges(prisma);
    this.loginFailures = new LoginFailures(pool);
    this.speechUsage = new SpeechUsage(pool);
    this.repeatedFailures = new RepeatedFailures(this.auditEntries);
  }

  /**
   * Runs `work` in one transaction, which is rolled back when it throws.
   * @param timeoutMs the longest that it may take; the limit of a request when absent
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, timeoutMs?: number): Promise<T> {
    return await this.#connection.prisma.$transaction(
      (client) => work(new Transaction(client)),
      timeoutMs === undefined ? undefined : { timeout: timeoutMs },
    );
  }

  /** @param onlyAdmin in single-user mode the username of the default administrator, whose tokens alone count */
  tokenHolders(onlyAdmin: string | undefined): TokenHolders {
    return new TokenHolders(this.#connection.pool, onlyAdmin);
  }

  /**
   * Who holds an API key that is alive.
   * @param network from which it is used
   * @param onlyAdmin as for {@link tokenHolders}
   */
  apiKeyHolder(keyHash: string, network: string, onlyAdmin: string | undefined): Promise<ApiKeyHolder | undefined> {
    return apiKeyHolder(this.#connection.pool, keyHash, network, onlyAdmin);
  }

  userStats(): Promise<UserStats> {
    return userStats(this.#connection.pool);
  }

  /** @throws when the database can't be reached or is read-only */
  async ping(): Promise<void> {
    try {
      await requireWritable(this.#connection.pool);
      this.#connection.responded();
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  /** Takes note of an error for which `isUnavailable` holds. */
  failed(error: unknown): void {
    this.#connection.failed(error);
  }

  /** A random id and a random key that the database was given by its migrations; they live as long as the database. */
  async installation(): Promise<{ readonly id: string; readonly dataKey: string }> {
    return await this.#connection.prisma.installation.findFirstOrThrow();
  }

  /** The connections of this process, and the queries that wait for one. */
  get connections(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#connection.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.repeatedFailures.flush();
    await this.#connection.close();
  }
}

/**
 * Opens the database. No connection is made yet, so a database that is down is no error here.
 * @param url `postgresql://…`
 */
export function openDatabase(url: string, log: Pick<FastifyBaseLogger, 'info' | 'error'>): Database {
  return new Database(connect(url, log));
}
