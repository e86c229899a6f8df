import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@ownvoice/shared';
import type { Session } from '@ownvoice/shared/contract';
import * as openid from 'openid-client';
import { act, type Caller, recordFailure } from '../audit/trail.js';
import { type OAuthSignInDone, signInByIdentity, untilNotOvertaken } from '../data/identities.js';
import { saveOAuthAttempt, takeOAuthAttempt } from '../data/oauth-attempts.js';
import { usernameKeyOf } from '../domain/account-rules.js';
import type { ProviderProfile } from '../domain/oauth-profile.js';
import { safeReturnTo } from '../domain/oauth-return-to.js';
import { ATTEMPT_LIFETIME_MS, type OAuthProvider } from '../oauth/provider.js';
import { OAuthProviderError, protocolErrorOf } from '../oauth/provider-error.js';
import type { Services } from '../services.js';
import { openSession } from './session.js';

/** What the browser is given when it leaves for the provider. */
export interface Departure {
  readonly url: URL;
  readonly state: string;
  /** Kept by the browser in a cookie; without it the state is worth nothing. */
  readonly browserSecret: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Begins a sign-in: keeps its secrets, and says where to send the browser.
 * @throws {ApiError} 502 when the provider's metadata can't be read
 */
export async function beginAuthorization(
  { db }: Services,
  caller: Caller,
  provider: OAuthProvider,
  returnTo: string | undefined,
): Promise<Departure> {
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const codeVerifier = openid.randomPKCECodeVerifier();
  const browserSecret = randomBytes(32).toString('base64url');
  try {
    const url = await provider.authorizationUrl({ state, nonce, codeVerifier });
    const now = new Date();
    const expiresAt = new Date(now.getTime() + ATTEMPT_LIFETIME_MS);
    const hashes = { stateHash: sha256(state), browserHash: sha256(browserSecret) };
    const attempt = { ...hashes, provider: provider.name, nonce, codeVerifier, expiresAt };
    await saveOAuthAttempt(db.prisma, { ...attempt, returnTo: safeReturnTo(returnTo) }, now);
    return { url, state, browserSecret };
  } catch (error) {
    if (error instanceof OAuthProviderError)
      return await refuse(db, caller, provider, 'provider-failed', error.message);
    throw error;
  }
}

export interface Arrival {
  readonly session: Session;
  /** A path on this origin. */
  readonly returnTo: string;
}

/**
 * Ends a sign-in: takes the attempt, asks the provider who it was, and finds or makes the account. Nothing changes in
 * the store before the provider has answered in full.
 * @param answer the callback's query
 * @param browserSecret what the browser that made the callback was given for this state, if anything
 * @throws {ApiError} 400 for a state that is not this browser's, no code, or no verified e-mail; 403 when the person
 * declined or registration is disabled; 502 when the provider failed
 */
export async function handleCallback(
  services: Services,
  caller: Caller,
  provider: OAuthProvider,
  answer: URLSearchParams,
  browserSecret: string | undefined,
): Promise<Arrival> {
  const { db } = services;
  const state = answer.get('state') ?? '';
  const attempt = await takeOAuthAttempt(
    db.prisma,
    { stateHash: sha256(state), provider: provider.name, browserHash: sha256(browserSecret ?? '') },
    new Date(),
  );
  if (attempt === undefined || browserSecret === undefined) return await refuse(db, caller, provider, 'state-invalid');

  const error = answer.get('error');
  if (error === 'access_denied') return await refuse(db, caller, provider, 'declined');
  if (error !== null) {
    const code = protocolErrorOf({ error }) ?? 'an error of its own';
    return await refuse(db, caller, provider, 'provider-failed', `authorization: the provider answered ${code}`);
  }
  if (!answer.get('code')) return await refuse(db, caller, provider, 'code-missing');
  const profile = await provider.profile(answer, { state, ...attempt }).catch(async (failure: unknown) => {
    if (!(failure instanceof OAuthProviderError)) throw failure;
    return await refuse(db, caller, provider, 'provider-failed', failure.message);
  });
  return { session: await enter(services, caller, provider, profile), returnTo: attempt.returnTo };
}

async function enter(
  { config, db, tokens }: Services,
  caller: Caller,
  provider: OAuthProvider,
  profile: ProviderProfile,
): Promise<Session> {
  const policy = {
    registrationAllowed: config.allowRegistration,
    reservedUsernames: new Set([usernameKeyOf(config.defaultAdmin.username)]),
  };
  const entered = await untilNotOvertaken(() =>
    act(db.prisma, caller, async (tx, note) => {
      const outcome = await signInByIdentity(tx, profile, policy);
      if (outcome.kind === 'refused') return outcome.why;
      for (const { event, reason } of happenings(outcome, provider)) {
        note({ event, userId: outcome.user.id, actorId: outcome.user.id, reason });
      }
      return await openSession(tx, tokens, outcome.user);
    }),
  );
  return typeof entered === 'string' ? await refuse(db, caller, provider, entered) : entered;
}

/** Making or linking an account is an event of its own, before the sign-in that it is part of. */
function happenings({ decision }: OAuthSignInDone, { name }: OAuthProvider) {
  const signIn = { event: 'oauth_login', reason: name } as const;
  switch (decision.kind) {
    case 'sign-in':
      return [signIn];
    case 'create':
      return [{ event: 'oauth_create', reason: name } as const, signIn];
    case 'link': {
      const dropped = 'the e-mail was unproven: password, tokens and other identities dropped';
      return [{ event: 'oauth_link', reason: decision.expelSquatter ? `${name}; ${dropped}` : name } as const, signIn];
    }
  }
}

const refusals = {
  'state-invalid': [400, 'This sign-in is invalid or expired. Begin again from the sign-in page.'],
  'code-missing': [400, 'The provider sent no authorization code.'],
  'email-not-verified': [400, 'The provider reports no verified e-mail address for this account.'],
  declined: [403, 'The sign-in was declined at the provider.'],
  'registration-disabled': [403, 'Registration is disabled.'],
  'provider-failed': [502, 'The provider failed. Try again later.'],
} as const satisfies Record<string, readonly [number, string]>;

async function refuse(
  db: Services['db'],
  caller: Caller,
  provider: OAuthProvider,
  why: keyof typeof refusals,
  detail?: string,
): Promise<never> {
  const reason = `${provider.name}; ${why.replaceAll('-', ' ')}${detail === undefined ? '' : `; ${detail}`}`;
  await recordFailure(db.prisma, caller, { event: 'oauth_login', reason });
  const [status, sentence] = refusals[why];
  throw new ApiError(status, sentence);
}
