import type { Config } from '../config.js';
import type { Database } from '../data/database.js';
import { tokenHash } from '../domain/bearer-token.js';

/** How long a browser may take to respond. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** Whom passkeys are for: the public address, never the `Host` of a request. */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname: id, origin } = new URL(publicUrl);
  return { id, origin };
}

/** @param userId who adds a passkey; `null` for a sign-in */
export async function storeChallenge(db: Database, challenge: string, userId: string | null): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
  await db.passkeyChallenges.insert({ challengeHash: tokenHash(challenge), userId, expiresAt }, now);
}

/**
 * Uses up the challenge that a browser says it responds to.
 * @param clientData as the browser sent it, base64url
 * @returns the challenge; `undefined` when it is not one of ours for this purpose, used or expired, and for a page that another
 * site shows in a frame
 */
export async function takeChallenge(
  db: Database,
  clientData: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = challengeOf(clientData);
  if (challenge === undefined) return undefined;
  const taken = await db.passkeyChallenges.take({ challengeHash: tokenHash(challenge), userId }, new Date());
  return taken ? challenge : undefined;
}

function challengeOf(clientData: string): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    if (typeof read !== 'object' || read === null) return undefined;
    const { challenge, crossOrigin, topOrigin } = read as Readonly<Record<string, unknown>>;
    if (typeof challenge !== 'string' || (crossOrigin ?? false) !== false || topOrigin !== undefined) return undefined;
    return challenge;
  } catch {
    return undefined;
  }
}
