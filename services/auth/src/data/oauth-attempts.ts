import type { OAuthAttempt, Prisma, PrismaClient, SignInCode } from '../generated/client.js';

/** What a callback gets of its attempt. */
type TakenOAuthAttempt = Pick<OAuthAttempt, 'nonce' | 'codeVerifier' | 'returnTo' | 'linkTokenId'>;

/** The authorizations that are under way. Hashes are SHA-256 in hexadecimal. */
export class OAuthAttempts {
  constructor(private readonly prisma: PrismaClient) {}

  /** Stores an attempt, and removes those that have expired. */
  async insert(attempt: OAuthAttempt, now: Date): Promise<void> {
    await this.prisma.$transaction([
      this.prisma.oAuthAttempt.deleteMany({ where: { expiresAt: { lte: now } } }),
      this.prisma.oAuthAttempt.create({ data: attempt }),
    ]);
  }

  /**
   * Takes an attempt out of the store: of any number of callbacks with one state, on any replica, one gets it. Another
   * provider or browser than its own does not get it and does not use it up.
   */
  async take(
    key: Pick<OAuthAttempt, 'stateHash' | 'provider' | 'browserHash'>,
    now: Date,
  ): Promise<TakenOAuthAttempt | undefined> {
    const taken = await this.prisma.$queryRaw<TakenOAuthAttempt[]>`
      DELETE FROM oauth_attempts
      WHERE state_hash = ${key.stateHash} AND provider = ${key.provider} AND browser_hash = ${key.browserHash}
        AND expires_at > ${now}
      RETURNING nonce, code_verifier AS "codeVerifier", return_to AS "returnTo",
        link_token_id::text AS "linkTokenId"`;
    return taken[0];
  }
}

/** What browsers exchange for their sessions. Hashes are SHA-256 in hexadecimal. */
export class SignInCodes {
  constructor(private readonly client: Prisma.TransactionClient) {}

  /** Stores a code, and removes those that have expired. */
  async insert(code: SignInCode, now: Date): Promise<void> {
    await this.client.signInCode.deleteMany({ where: { expiresAt: { lte: now } } });
    await this.client.signInCode.create({ data: code });
  }

  /** Takes a code out of the store: of any number of exchanges, on any replica, one gets it. Another browser does not. */
  async take(
    { codeHash, browserHash }: Pick<SignInCode, 'codeHash' | 'browserHash'>,
    now: Date,
  ): Promise<{ userId: string; provider: string } | undefined> {
    const taken = await this.client.$queryRaw<{ userId: string; provider: string }[]>`
      DELETE FROM sign_in_codes
      WHERE code_hash = ${codeHash} AND browser_hash = ${browserHash} AND expires_at > ${now}
      RETURNING user_id AS "userId", provider`;
    return taken[0];
  }
}
