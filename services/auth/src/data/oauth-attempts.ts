import type { OAuthProvider } from '@ownvoice/shared/contract';
import type { Prisma, PrismaClient } from '../generated/client.js';

/** An authorization that is under way. Hashes are SHA-256 in hexadecimal. */
export interface StoredOAuthAttempt {
  readonly stateHash: string;
  readonly provider: OAuthProvider;
  /** Of the secret in the cookie that binds the attempt to its browser. */
  readonly browserHash: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  readonly expiresAt: Date;
  /** The `jti` of the token of a user who links an identity. When it is revoked, the attempt goes with it. */
  readonly linkTokenId: string | null;
}

/** What a callback gets of its attempt. */
type TakenOAuthAttempt = Pick<StoredOAuthAttempt, 'nonce' | 'codeVerifier' | 'returnTo' | 'linkTokenId'>;

export class OAuthAttempts {
  constructor(private readonly prisma: PrismaClient) {}

  /** Stores an attempt, and removes those that have expired. */
  async insert(attempt: StoredOAuthAttempt, now: Date): Promise<void> {
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
    key: Pick<StoredOAuthAttempt, 'stateHash' | 'provider' | 'browserHash'>,
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

/** What a browser exchanges for its session. Hashes are SHA-256 in hexadecimal. */
export interface StoredSignInCode {
  readonly codeHash: string;
  /** Of the secret in the cookie that binds the code to its browser. */
  readonly browserHash: string;
  readonly userId: string;
  readonly provider: OAuthProvider;
  readonly expiresAt: Date;
}

export class SignInCodes {
  constructor(private readonly client: Prisma.TransactionClient) {}

  /** Stores a code, and removes those that have expired. */
  async insert(code: StoredSignInCode, now: Date): Promise<void> {
    await this.client.signInCode.deleteMany({ where: { expiresAt: { lte: now } } });
    await this.client.signInCode.create({ data: code });
  }

  /** Takes a code out of the store: of any number of exchanges, on any replica, one gets it. Another browser does not. */
  async take(
    { codeHash, browserHash }: Pick<StoredSignInCode, 'codeHash' | 'browserHash'>,
    now: Date,
  ): Promise<{ userId: string; provider: string } | undefined> {
    const taken = await this.client.$queryRaw<{ userId: string; provider: string }[]>`
      DELETE FROM sign_in_codes
      WHERE code_hash = ${codeHash} AND browser_hash = ${browserHash} AND expires_at > ${now}
      RETURNING user_id AS "userId", provider`;
    return taken[0];
  }
}
