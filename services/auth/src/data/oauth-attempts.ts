import type { OAuthProvider as OAuthProviderName } from '@ownvoice/shared/contract';
import type { PrismaClient } from '../generated/client.js';

/** A sign-in by a provider that is under way. */
export interface StoredOAuthAttempt {
  readonly stateHash: string;
  readonly provider: OAuthProviderName;
  readonly browserHash: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  readonly expiresAt: Date;
}

/** Keeps an attempt, and forgets those that nobody came back for. */
export async function saveOAuthAttempt(db: PrismaClient, attempt: StoredOAuthAttempt, now: Date): Promise<void> {
  await db.$transaction([
    db.oAuthAttempt.deleteMany({ where: { expiresAt: { lte: now } } }),
    db.oAuthAttempt.create({ data: attempt }),
  ]);
}

/**
 * Takes an attempt out of the store, so that of any number of callbacks with one state, on any replica, one gets it.
 * It stays where it is for another provider or browser than its own: a stranger can't spoil a sign-in either.
 */
export async function takeOAuthAttempt(
  db: PrismaClient,
  key: Pick<StoredOAuthAttempt, 'stateHash' | 'provider' | 'browserHash'>,
  now: Date,
): Promise<Pick<StoredOAuthAttempt, 'nonce' | 'codeVerifier' | 'returnTo'> | undefined> {
  const taken = await db.$queryRaw<{ nonce: string; codeVerifier: string; returnTo: string }[]>`
    DELETE FROM oauth_attempts
    WHERE state_hash = ${key.stateHash} AND provider = ${key.provider} AND browser_hash = ${key.browserHash}
      AND expires_at > ${now}
    RETURNING nonce, code_verifier AS "codeVerifier", return_to AS "returnTo"`;
  return taken[0];
}
