import { randomBytes } from 'node:crypto';
import { usernameKeyOf } from '../domain/account-rules.js';
import type { ProviderProfile } from '../domain/oauth-profile.js';
import { decideOAuthSignIn, type OAuthSignIn } from '../domain/oauth-sign-in.js';
import { usernameCandidates, withSuffix } from '../domain/oauth-username.js';
import { Prisma, type User } from '../generated/client.js';
import { insertAccount } from './accounts.js';
import { revokeTokensOf } from './live-tokens.js';

export interface OAuthSignInPolicy {
  readonly registrationAllowed: boolean;
  /** Usernames that nobody may be given, in lower case. */
  readonly reservedUsernames: ReadonlySet<string>;
}

/** What was done, and for whom. */
export interface OAuthSignInDone {
  readonly decision: Exclude<OAuthSignIn, { kind: 'refuse' }>;
  readonly user: User;
}

export type OAuthSignInOutcome =
  | (OAuthSignInDone & { readonly kind: 'done' })
  | { readonly kind: 'refused'; readonly why: Extract<OAuthSignIn, { kind: 'refuse' }>['why'] };

type Transaction = Prisma.TransactionClient;

/** Something that the decision rested on was changed by somebody else meanwhile. */
class Overtaken extends Error {}

const attempts = 5;

/**
 * Runs a transaction with `signInByIdentity` in it again when somebody else was quicker: two callbacks at once for one
 * person, an account deleted, an address changed or a username taken in between.
 * @throws what the fifth try throws
 */
export async function untilNotOvertaken<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attempts || !isOvertaken(error)) throw error;
    }
  }
}

/** Finds, links or creates the account of a person who has signed in at a provider. */
export async function signInByIdentity(
  tx: Transaction,
  profile: ProviderProfile,
  policy: OAuthSignInPolicy,
): Promise<OAuthSignInOutcome> {
  const { provider, subject, verifiedEmail } = profile;
  const identity = await tx.identity.findUnique({
    where: { provider_subject: { provider, subject } },
    include: { user: true },
  });
  const sameEmail = verifiedEmail === null ? null : await tx.user.findUnique({ where: { email: verifiedEmail } });
  const decision = decideOAuthSignIn({
    profile,
    known: identity?.user,
    sameEmail: sameEmail ?? undefined,
    registrationAllowed: policy.registrationAllowed,
  });
  switch (decision.kind) {
    case 'refuse':
      return { kind: 'refused', why: decision.why };
    case 'sign-in':
      return { kind: 'done', decision, user: await proveEmail(tx, decision, verifiedEmail) };
    case 'link':
      return { kind: 'done', decision, user: await link(tx, decision, profile) };
    case 'create':
      return { kind: 'done', decision, user: await create(tx, decision.email, profile, policy) };
  }
}

async function proveEmail(
  tx: Transaction,
  { userId, provesEmail }: Extract<OAuthSignIn, { kind: 'sign-in' }>,
  email: string | null,
): Promise<User> {
  if (provesEmail) await tx.user.updateMany({ where: { id: userId, email }, data: { emailVerified: true } });
  return tx.user.findUniqueOrThrow({ where: { id: userId } });
}

async function link(
  tx: Transaction,
  { userId, expelSquatter }: Extract<OAuthSignIn, { kind: 'link' }>,
  { provider, subject, verifiedEmail }: ProviderProfile,
): Promise<User> {
  // The condition holds the row until the end, and fails if its owner has changed the address in the meantime.
  const { count } = await tx.user.updateMany({
    where: { id: userId, email: verifiedEmail, emailVerified: !expelSquatter },
    data: expelSquatter ? { emailVerified: true, passwordHash: null } : { emailVerified: true },
  });
  if (count !== 1) throw new Overtaken();
  if (expelSquatter) {
    await revokeTokensOf(tx, userId);
    await tx.identity.deleteMany({ where: { userId } });
  }
  await tx.identity.create({ data: { provider, subject, userId } });
  return tx.user.findUniqueOrThrow({ where: { id: userId } });
}

async function create(
  tx: Transaction,
  email: string,
  { provider, subject, login }: ProviderProfile,
  policy: OAuthSignInPolicy,
): Promise<User> {
  // One at a time, so that a hundred newcomers of one name don't overtake each other again and again.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(72707371)`;
  const username = await freeUsername(tx, [...usernameCandidates({ login, email })], policy.reservedUsernames);
  const user = await insertAccount(tx, { username, email, emailVerified: true, passwordHash: null, role: 'user' });
  await tx.identity.create({ data: { provider, subject, userId: user.id } });
  return user;
}

async function freeUsername(
  tx: Transaction,
  candidates: readonly string[],
  reserved: ReadonlySet<string>,
): Promise<string> {
  const keys = candidates.map(usernameKeyOf);
  const rows = await tx.user.findMany({ where: { usernameKey: { in: keys } }, select: { usernameKey: true } });
  const taken = new Set([...rows.map((row) => row.usernameKey), ...reserved]);
  const free = candidates.find((name) => !taken.has(usernameKeyOf(name)));
  return free ?? withSuffix(candidates[0] ?? 'user', randomBytes(5).toString('hex'));
}

function isOvertaken(error: unknown): boolean {
  if (error instanceof Overtaken) return true;
  // P2002: a unique index was hit first by somebody else. P2025: the account was deleted. P2034: a write conflict.
  return (
    error instanceof Prisma.PrismaClientKnownRequestError && ['P2002', 'P2025', 'P2034', 'P2003'].includes(error.code)
  );
}
