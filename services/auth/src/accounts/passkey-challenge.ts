import type { Config } from '../config.js';
import type { Database } from '../data/database.js';
import { tokenHash } from '../domain/bearer-token.js';
import type { Services } from '../services.js';

/** How long a browser may take to respond. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** Whom passkeys are for: the public address, never the `Host` of a request. */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname: id, origin } = new URL(publicUrl);
  return { id, origin };
}

/** The library is loaded on first use: most requests need none of it. */
export const webauthn = () => import('@simplewebauthn/server');

/** Stores the challenge of what a browser is asked. @param userId who adds a passkey; `null` for a sign-in */
export async function storeChallenge<Options extends { challenge: string }>(
  db: Database,
  options: Options,
  userId: string | null,
): Promise<Options> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
  await db.passkeyChallenges.insert({ challengeHash: tokenHash(options.challenge), userId, expiresAt }, now);
  return options;
}

/** What the library compares a browser's response with. */
interface Expected {
  readonly expectedChallenge: string;
  readonly expectedOrigin: string;
  readonly expectedRPID: string;
  readonly requireUserVerification: true;
}

/**
 * Verifies a browser's response, and uses up the challenge that it says it responds to.
 * @param clientData as the browser sent it, base64url
 * @returns `undefined` when `verify` throws, when the challenge is not one of ours for this purpose, used or expired, and for
 * a page that another site shows in a frame
 */
export async function verified<T>(
  { config, db }: Pick<Services, 'config' | 'db'>,
  clientData: string,
  userId: string | null,
  verify: (library: Awaited<ReturnType<typeof webauthn>>, expected: Expected) => Promise<T | undefined>,
): Promise<T | undefined> {
  const expectedChallenge = challengeOf(clientData);
  if (expectedChallenge === undefined) return undefined;
  const challengeHash = tokenHash(expectedChallenge);
  if (!(await db.passkeyChallenges.take({ challengeHash, userId }, new Date()))) return undefined;
  const library = await webauthn();
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(config);
  try {
    return await verify(library, { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true });
  } catch {
    // The library throws a message for each rule that is broken, with what the client sent in it.
    return undefined;
  }
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
