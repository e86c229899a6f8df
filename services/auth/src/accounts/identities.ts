import { ApiError } from '@ownvoice/shared';
import { type Identity, OAUTH_PROVIDERS } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller } from '../audit/trail.js';
import { uuidOf } from '../domain/user.js';
import type { Services } from '../services.js';
import { type Owner, requireRecentSignIn } from './recent-sign-in.js';
import { noSuchUser, recordingRefusal } from './refusals.js';
import { refuseOnlyWayIn } from './ways-in.js';

/** The accounts at sign-in providers that open an account here. @throws {ApiError} 404 when there is no such user */
export async function linkedIdentities({ db }: Pick<Services, 'db'>, id: string): Promise<Identity[]> {
  const userId = uuidOf(id);
  if (userId === undefined || (await db.users.byId(userId)) === undefined) throw noSuchUser();
  return await db.identities.of(userId);
}

/**
 * Unlinks a user from a provider, by the user or an administrator.
 * @param owner the user, when it is their own account
 * @throws {ApiError} 403 without a recent sign-in, 404 for no such user or identity, 409 when the account could not be
 * signed in to any more, 429, 503
 */
export async function unlinkIdentity(
  services: Services,
  caller: Caller,
  { id, provider: name }: { id: string; provider: string },
  owner: Owner | undefined,
): Promise<void> {
  const { db } = services;
  const userId = uuidOf(id);
  if (userId === undefined || (await db.users.byId(userId)) === undefined) throw noSuchUser();
  const provider = OAUTH_PROVIDERS.find((one) => one === name);
  const linked = await db.identities.of(userId);
  if (provider === undefined || !linked.some((one) => one.provider === provider)) throw notLinked();
  if (owner !== undefined) await requireRecentSignIn(services, caller, owner, 'identity_unlink');
  await recordingRefusal(db, caller, { event: 'identity_unlink', userId }, () =>
    auditedTransaction(db, caller, async (tx, record) => {
      const user = await tx.locks.user(userId);
      if (user === undefined) throw noSuchUser();
      if ((await tx.identities.unlink(userId, provider)) === 0) throw notLinked();
      await refuseOnlyWayIn(tx, user);
      record({ event: 'identity_unlink', userId, reason: provider });
    }),
  );
}

const notLinked = (): ApiError => new ApiError(404, 'No identity of this provider is linked to the account.');
