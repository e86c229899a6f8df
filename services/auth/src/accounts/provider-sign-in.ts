import type { OAuthProvider as ProviderName, Session } from '@ownvoice/shared/contract';
import * as openid from 'openid-client';
import { auditedTransaction, type RecordEntry, reject } from '../audit-log.js';
import type { Transaction } from '../data/database.js';
import { retryOnConflict } from '../data/database-errors.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import { randomToken, tokenHash } from '../domain/bearer-token.js';
import type { ProviderProfile } from '../domain/oauth-profile.js';
import { type OAuthSignIn, safeReturnTo } from '../domain/oauth-sign-in.js';
import type { StoredUser } from '../domain/user.js';
import { apiError, type ErrorReason } from '../errors.js';
import { ATTEMPT_LIFETIME_MS, type OAuthProvider } from '../oauth/provider.js';
import { OAuthProviderError, protocolErrorOf } from '../oauth/provider-error.js';
import type { Context, RequestContext } from '../services.js';
import { recordedTransaction, recordingRejection } from './rejections.js';
import { openSession } from './session.js';
import { signInByIdentity } from './sign-in-by-identity.js';

/**
 * Begins the authorization code flow: stores its secrets and builds the authorization URL.
 * @param linkTokenId the `jti` of a signed-in user who links an identity instead of signing in
 * @returns where to send the browser, and what it keeps in a cookie, without which the state is worth nothing
 * @throws {ApiError} 502 when the provider's metadata can't be read
 */
export async function beginAuthorization(
  context: Context,
  provider: OAuthProvider,
  returnTo: string | undefined,
  linkTokenId: string | null,
) {
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const codeVerifier = openid.randomPKCECodeVerifier();
  const browserSecret = randomToken();
  try {
    const url = await provider.authorizationUrl({ state, nonce, codeVerifier });
    const now = new Date();
    const attempt = {
      stateHash: tokenHash(state),
      browserHash: tokenHash(browserSecret),
      provider: provider.name,
      nonce,
      codeVerifier,
      returnTo: safeReturnTo(returnTo),
      expiresAt: new Date(now.getTime() + ATTEMPT_LIFETIME_MS),
      linkTokenId,
    };
    await context.db.oauthAttempts.insert(attempt, now);
    return { url, state, browserSecret };
  } catch (error) {
    if (error instanceof OAuthProviderError)
      return await rejectSignIn(context, provider, 'provider_failed', error.message);
    throw error;
  }
}

/**
 * Handles the callback: takes the attempt, redeems the code, finds or creates the user, and completes the sign-in by
 * `finish`, in one transaction. Users and identities do not change before the provider has responded in full.
 * @param query of the callback
 * @param browserSecret from the cookie for this state, if the browser sent one
 * @param onReturnTo is told where the browser goes afterwards, a path on this origin, once the attempt is known
 * @throws {ApiError} 400 for a state that is not this browser's, no code, or no verified e-mail; 403 when the person
 * declined, registration is disabled, an administrator has the address unproven, or the identity to link is another
 * user's; 502 when the provider failed
 */
export async function handleCallback<T>(
  context: RequestContext,
  provider: OAuthProvider,
  query: URLSearchParams,
  browserSecret: string | undefined,
  onReturnTo: (path: string) => void,
  finish: FinishSignIn<T>,
): Promise<T> {
  const { db } = context;
  const rejected = (why: ErrorReason, detail?: string) => rejectSignIn(context, provider, why, detail);
  const state = query.get('state') ?? '';
  const attempt = await db.oauthAttempts.take(
    { stateHash: tokenHash(state), provider: provider.name, browserHash: tokenHash(browserSecret ?? '') },
    new Date(),
  );
  if (attempt === undefined || browserSecret === undefined) return await rejected('invalid_state');
  onReturnTo(attempt.returnTo);

  const error = query.get('error');
  if (error === 'access_denied') return await rejected('sign_in_declined');
  if (error !== null)
    return await rejected('provider_failed', `authorization: ${protocolErrorOf({ error }) ?? 'unknown error'}`);
  if (!query.get('code')) return await rejected('code_missing');
  const profile = await provider.profile(query, { state, ...attempt }).catch(async (failure: unknown) => {
    if (!(failure instanceof OAuthProviderError)) throw failure;
    return await rejected('provider_failed', failure.message);
  });
  const { adminGroup, [provider.name]: settings } = context.config.oauth;
  const signIn = async (tx: Transaction, record: RecordEntry) => {
    // In the order of a change of role, which would wait for this transaction's user in turn.
    if (adminGroup !== undefined) await tx.locks.admins();
    const outcome = await signInByIdentity(tx, profile, {
      registrationAllowed: context.config.allowRegistration,
      allowedDomains: settings?.allowedDomains ?? [],
      linkTokenId: attempt.linkTokenId,
    });
    if ('why' in outcome) return outcome;
    const { decision } = outcome;
    const user = await withRoleOfGroup(tx, record, outcome.user, profile, adminGroup);
    const entry = accountEntry(decision, provider.name);
    if (entry) record({ ...entry, userId: user.id, actorId: user.id });
    return { finished: await finish(tx, record, { user, provider: provider.name, takesOver: takesOver(decision) }) };
  };
  const result = await recordingRejection(context, { event: 'oauth_login' }, () =>
    retryOnConflict(() => auditedTransaction(context, signIn)),
  );
  return 'why' in result ? await rejected(result.why) : result.finished;
}

/** The claim `groups` decides the role where an operator says so; the last administrator stays one. */
async function withRoleOfGroup(
  tx: Transaction,
  record: RecordEntry,
  user: StoredUser,
  { groups, provider }: ProviderProfile,
  adminGroup: string | undefined,
): Promise<StoredUser> {
  if (adminGroup === undefined || groups === null) return user;
  const role = groups.includes(adminGroup) ? 'admin' : 'user';
  const admins = await tx.locks.admins();
  const before = await tx.locks.user(user.id);
  if (before === undefined || before.role === role || (role === 'user' && admins.size === 1)) return user;
  await tx.tokens.revokeAllOf(user.id);
  record({ event: 'role_change', userId: user.id, reason: `${before.role}_to_${role} ${provider}` });
  return await tx.users.update(user.id, { role });
}

/** Completes a sign-in by a provider, in the transaction that found or created the user. */
type FinishSignIn<T> = (tx: Transaction, record: RecordEntry, signIn: ProviderSignIn) => Promise<T>;
interface ProviderSignIn {
  readonly user: StoredUser;
  readonly provider: ProviderName;
  /** Whether whoever had the account before lost every way into it. */
  readonly takesOver: boolean;
}

/** Gives the session at once, to a program. */
export const withSession =
  (context: RequestContext): FinishSignIn<Session> =>
  async (tx, record, { user, provider }) => {
    record({ event: 'oauth_login', userId: user.id, actorId: user.id, reason: provider });
    return await openSession(tx, context, user);
  };

/** What a browser exchanges for its session, with the secret of the cookie that binds it to that browser. */
export interface SignInCode {
  readonly code: string;
  readonly browserSecret: string;
  readonly takesOver: boolean;
}

export const SIGN_IN_CODE_LIFETIME_MS = 60_000;

/** Gives a code that a browser exchanges for the session: an address is copied, logged and sent to others. */
export const withCode: FinishSignIn<SignInCode> = async (tx, _record, { user, provider, takesOver }) => {
  const [code, browserSecret] = [randomToken(), randomToken()];
  const now = new Date();
  const expiresAt = new Date(now.getTime() + SIGN_IN_CODE_LIFETIME_MS);
  const hashes = { codeHash: tokenHash(code), browserHash: tokenHash(browserSecret) };
  await tx.signInCodes.insert({ ...hashes, userId: user.id, provider, expiresAt }, now);
  return { code, browserSecret, takesOver };
};

/**
 * Exchanges a code for the session of its sign-in.
 * @param browserSecret from the cookie of this code, if the browser sent one
 * @throws {ApiError} 400 for a code that is unknown, expired, used or another browser's
 */
export async function exchangeCode(context: RequestContext, code: string, browserSecret = ''): Promise<Session> {
  return await recordedTransaction(context, { event: 'oauth_login' }, async (tx, record) => {
    const hashes = { codeHash: tokenHash(code), browserHash: tokenHash(browserSecret) };
    const taken = await tx.signInCodes.take(hashes, new Date());
    const user = taken && (await tx.users.byId(taken.userId));
    if (!user) throw apiError('invalid_state');
    record({ event: 'oauth_login', userId: user.id, actorId: user.id, reason: taken.provider });
    return await openSession(tx, context, user);
  });
}

/** Creating or linking an account has an entry of its own, before the sign-in that it is part of. */
function accountEntry(
  decision: Exclude<OAuthSignIn, { kind: 'reject' }>,
  name: string,
): Pick<AuditEntry, 'event' | 'reason'> | undefined {
  if (decision.kind === 'create') return { event: 'oauth_create', reason: name };
  if (decision.kind === 'sign-in') return undefined;
  return { event: 'oauth_link', reason: takesOver(decision) ? `${name} unverified_owner_expelled` : name };
}

async function rejectSignIn(context: Context, provider: OAuthProvider, why: ErrorReason, detail = ''): Promise<never> {
  const reason = `${why} ${provider.name} ${detail}`.trimEnd();
  return await reject(context, { event: 'oauth_login', reason }, apiError(why));
}

const takesOver = (decision: OAuthSignIn): boolean => decision.kind === 'link' && decision.expelSquatter;
