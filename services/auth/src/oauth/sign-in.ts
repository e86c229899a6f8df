import { createHash, randomBytes } from 'node:crypto';
import * as openid from 'openid-client';
import { type OAuthSignInOutcome, type OAuthSignInPolicy, signInByIdentity } from '../data/identities.js';
import { saveOAuthAttempt, takeOAuthAttempt } from '../data/oauth-attempts.js';
import { safeReturnTo } from '../domain/oauth-return-to.js';
import type { PrismaClient } from '../generated/client.js';
import type { OAuthProvider } from './provider.js';
import { OAuthProviderError, protocolErrorOf } from './provider-error.js';

/** How long a person may take at the provider, in milliseconds. */
export const attemptLifetimeMs = 10 * 60 * 1000;

/** What the browser is given when it leaves for the provider. */
export interface OAuthDeparture {
  readonly url: URL;
  readonly state: string;
  /** Kept by the browser in a cookie; without it the state is worth nothing. */
  readonly browserSecret: string;
}

/** How a callback ends. */
export type OAuthArrival =
  | (Extract<OAuthSignInOutcome, { kind: 'done' }> & { readonly returnTo: string })
  | { readonly kind: 'refused'; readonly why: OAuthRefusal; readonly detail?: string };

export type OAuthRefusal =
  | 'state-invalid'
  | 'code-missing'
  | 'declined'
  | 'provider-failed'
  | 'email-not-verified'
  | 'registration-disabled';

/**
 * Begins a sign-in: keeps its secrets, and says where to send the browser.
 * @throws {OAuthProviderError} when the provider's metadata can't be read
 */
export async function departForProvider(
  db: PrismaClient,
  provider: OAuthProvider,
  returnTo: string | undefined,
  now: Date,
): Promise<OAuthDeparture> {
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const codeVerifier = openid.randomPKCECodeVerifier();
  const browserSecret = randomBytes(32).toString('base64url');
  const url = await provider.authorizationUrl({ state, nonce, codeVerifier });
  await saveOAuthAttempt(
    db,
    {
      stateHash: sha256(state),
      provider: provider.name,
      browserHash: sha256(browserSecret),
      nonce,
      codeVerifier,
      returnTo: safeReturnTo(returnTo),
      expiresAt: new Date(now.getTime() + attemptLifetimeMs),
    },
    now,
  );
  return { url, state, browserSecret };
}

/**
 * Ends a sign-in: takes the attempt, asks the provider who it was, and finds or makes the account. Nothing is changed
 * in the store before the provider has answered in full.
 * @param answer the callback's query
 * @param browserSecret what the browser that made the callback was given for this state, if anything
 */
export async function arriveFromProvider(
  db: PrismaClient,
  provider: OAuthProvider,
  answer: URLSearchParams,
  browserSecret: string | undefined,
  policy: OAuthSignInPolicy,
  now: Date,
): Promise<OAuthArrival> {
  const state = answer.get('state');
  if (state === null || browserSecret === undefined) return { kind: 'refused', why: 'state-invalid' };
  const key = { stateHash: sha256(state), provider: provider.name, browserHash: sha256(browserSecret) };
  const attempt = await takeOAuthAttempt(db, key, now);
  if (attempt === undefined) return { kind: 'refused', why: 'state-invalid' };

  const refusal = answer.get('error');
  if (refusal === 'access_denied') return { kind: 'refused', why: 'declined' };
  if (refusal !== null) {
    const code = protocolErrorOf({ error: refusal }) ?? 'an error of its own';
    return { kind: 'refused', why: 'provider-failed', detail: `authorization: the provider answered ${code}` };
  }
  if (!answer.get('code')) return { kind: 'refused', why: 'code-missing' };

  try {
    const profile = await provider.profile(answer, { state, ...attempt });
    const outcome = await signInByIdentity(db, profile, policy);
    return outcome.kind === 'done' ? { ...outcome, returnTo: attempt.returnTo } : outcome;
  } catch (error) {
    if (!(error instanceof OAuthProviderError)) throw error;
    return { kind: 'refused', why: 'provider-failed', detail: error.message };
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
