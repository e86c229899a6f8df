import { randomBytes } from 'node:crypto';
import type { Transaction } from '../data/database.js';
import { Conflict } from '../data/database-errors.js';
import { usernameKeyOf } from '../domain/account-rules.js';
import type { ProviderProfile } from '../domain/oauth-profile.js';
import {
  decideOAuthSignIn,
  type OAuthSignIn,
  type OAuthSignInFacts,
  usernameCandidates,
  withSuffix,
} from '../domain/oauth-sign-in.js';
import type { StoredUser } from '../domain/user.js';
import { dropSignInMethods } from './sign-in-methods.js';

export type OAuthSignInOutcome =
  | { readonly decision: Exclude<OAuthSignIn, { kind: 'reject' }>; readonly user: StoredUser }
  | { readonly why: Extract<OAuthSignIn, { kind: 'reject' }>['why'] | 'invalid_state' };

type SignInRules = Pick<OAuthSignInFacts, 'registrationAllowed' | 'allowedDomains'>;

/**
 * Finds, links or creates the user for an identity that a provider vouches for.
 * @param linkTokenId the `jti` of a user who links the identity; once it is revoked, nobody does
 * @throws {Conflict} when another transaction changed what the decision rests on, see `retryOnConflict`
 */
export async function signInByIdentity(
  tx: Transaction,
  profile: ProviderProfile,
  { linkTokenId, ...rules }: SignInRules & { readonly linkTokenId: string | null },
): Promise<OAuthSignInOutcome> {
  const { provider, subject, verifiedEmail } = profile;
  const linkTo = linkTokenId === null ? undefined : await tx.tokens.ownerOf(linkTokenId);
  if (linkTokenId !== null && linkTo === undefined) return { why: 'invalid_state' };
  const decision = decideOAuthSignIn({
    profile,
    linked: await tx.identities.userOf(provider, subject),
    sameEmail: verifiedEmail === null ? undefined : await tx.users.byEmail(verifiedEmail),
    ...rules,
    linkTo,
  });
  switch (decision.kind) {
    case 'reject':
      return { why: decision.why };
    case 'create':
      return { decision, user: await create(tx, decision.email, profile) };
    case 'link':
      await link(tx, decision, profile);
      break;
    default:
      if (decision.provesEmail !== null) await tx.users.verifyEmail(decision.userId, decision.provesEmail);
      if (decision.kind === 'sign-in') await tx.identities.use(profile);
      else await tx.identities.link(decision.userId, profile);
  }
  const user = await tx.users.byId(decision.userId);
  if (user === undefined) throw new Conflict('the user was deleted');
  return { decision, user };
}

async function link(
  tx: Transaction,
  { userId, email, expelSquatter }: Extract<OAuthSignIn, { kind: 'link' }>,
  profile: ProviderProfile,
): Promise<void> {
  if (!(await tx.users.claimEmail(userId, email, !expelSquatter))) throw new Conflict('the address was changed');
  if (expelSquatter) {
    await dropSignInMethods(tx, userId);
    await tx.secondFactors.remove(userId);
  }
  await tx.identities.link(userId, profile);
}

async function create(tx: Transaction, email: string, profile: ProviderProfile): Promise<StoredUser> {
  await tx.locks.newUsername();
  const username = await freeUsername(tx, [...usernameCandidates(profile.login, email)]);
  const user = await tx.users.insert({ username, email, emailVerified: true, passwordHash: null, role: 'user' });
  await tx.identities.link(user.id, profile);
  return user;
}

async function freeUsername(tx: Transaction, candidates: readonly string[]): Promise<string> {
  const taken = new Set(await tx.users.takenUsernames(candidates));
  const free = candidates.find((name) => !taken.has(usernameKeyOf(name)));
  return free ?? withSuffix(candidates[0] ?? 'user', randomBytes(5).toString('hex'));
}
