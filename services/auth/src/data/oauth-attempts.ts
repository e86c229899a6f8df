import type { OAuthProvider } from '@ownvoice/shared/contract';
import type { PrismaClient } from '../generated/client.js';

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
}

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
  ): Promise<Pick<StoredOAuthAttempt, 'nonce' | 'codeVerifier' | 'returnTo'> | undefined> {
    const taken = await this.prisma.$queryRaw<{ nonce: string; codeVerifier: string; returnTo: string }[]>`
      DELETE FROM oauth_attempts
      WHERE state_hash = ${key.stateHash} AND provider = ${key.provider} AND browser_hash = ${key.browserHash}
        AND expires_at > ${now}
      RETURNING nonce, code_verifier AS "codeVerifier", return_to AS "returnTo"`;
    return taken[0];
  }
}
