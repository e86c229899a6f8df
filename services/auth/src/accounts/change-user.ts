import { ApiError } from '@ownvoice/shared';
import type { UpdateUserBody, User } from '@ownvoice/shared/contract';
import { act, type Caller } from '../audit/trail.js';
import { lockAccount, lockAdmins } from '../data/accounts.js';
import { revokeTokensOf } from '../data/live-tokens.js';
import { canonicalEmail, usernameKeyOf } from '../domain/account-rules.js';
import { publicUser, userIdOf } from '../domain/user.js';
import type { Prisma } from '../generated/client.js';
import type { Services } from '../services.js';
import { accountFaults, asConflict, noSuchUser, refuseFaults } from './refusals.js';

/** There is always an administrator. */
function refuseLastAdmin(admins: ReadonlySet<string>, id: string): void {
  if (admins.size === 1 && admins.has(id)) throw new ApiError(409, 'This is the last administrator.');
}

/** Whoever was demoted or deleted since the request came in no longer decides on others. */
function refuseFormerAdmin(admins: ReadonlySet<string>, caller: Caller): void {
  if (caller.actorId !== undefined && !admins.has(caller.actorId))
    throw new ApiError(403, 'Only administrators may do this.');
}

/**
 * Changes an account. Whoever changes their own address only claims it; an administrator vouches for it. A new role
 * ends every token of the account.
 * @param byAdmin whether an administrator asks
 * @throws {ApiError} 400 for broken rules, 403 when anyone else sends a role, 404, 409 for a name or address that is
 * taken and for demoting the last administrator
 */
export async function changeUser(
  services: Services,
  caller: Caller,
  id: string,
  body: UpdateUserBody,
  byAdmin: boolean,
): Promise<User> {
  const { username, email, role } = body;
  if (role !== undefined && !byAdmin) throw new ApiError(403, 'Only administrators may change roles.');
  refuseFaults(accountFaults({ username, email }));
  const target = userIdOf(id);
  if (target === undefined) throw noSuchUser();
  try {
    return await act(services.db.prisma, caller, async (tx, note) => {
      const admins = role === undefined ? undefined : await lockAdmins(tx);
      const before = await lockAccount(tx, target);
      if (before === null) throw noSuchUser();
      const demoted = before.role === 'admin' && role === 'user';
      if (admins && role !== before.role) refuseFormerAdmin(admins, caller);
      if (admins && demoted) refuseLastAdmin(admins, target);
      const data: Prisma.UserUpdateInput = {
        ...(username !== undefined && { username, usernameKey: usernameKeyOf(username) }),
        ...(email !== undefined && addressOf(email, before.email, byAdmin)),
        ...(role !== undefined && { role }),
      };
      const after = await tx.user.update({ where: { id: target }, data });
      if (role !== undefined && role !== before.role) {
        await revokeTokensOf(tx, target);
        note({ event: 'role_change', userId: target, reason: `${before.role} to ${role}` });
      }
      const changed = [username !== undefined && 'username', email !== undefined && 'email'].filter(Boolean);
      if (changed.length > 0) note({ event: 'user_update', userId: target, reason: changed.join(', ') });
      return publicUser(after);
    });
  } catch (error) {
    throw asConflict(error);
  }
}

function addressOf(email: string | null, before: string | null, byAdmin: boolean): Prisma.UserUpdateInput {
  const address = email === null ? null : canonicalEmail(email);
  if (address === before) return byAdmin && address !== null ? { emailVerified: true } : {};
  return { email: address, emailVerified: byAdmin && address !== null };
}

/**
 * Deletes an account with its tokens and identities; its audit trail stays.
 * @throws {ApiError} 404, 409 for the last administrator
 */
export async function deleteUser(services: Services, caller: Caller, id: string): Promise<void> {
  const target = userIdOf(id);
  if (target === undefined) throw noSuchUser();
  await act(services.db.prisma, caller, async (tx, note) => {
    const admins = await lockAdmins(tx);
    if ((await lockAccount(tx, target)) === null) throw noSuchUser();
    refuseLastAdmin(admins, target);
    refuseFormerAdmin(admins, caller);
    await tx.user.delete({ where: { id: target } });
    note({ event: 'user_delete', userId: target });
  });
}
