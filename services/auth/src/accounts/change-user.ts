import type { UpdateUserBody, User } from '@ownvoice/shared/contract';
import { reject } from '../audit-log.js';
import type { UserChanges } from '../data/users.js';
import { canonicalEmail } from '../domain/account-rules.js';
import { publicUser, type StoredUser, uuidOf } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Context, RequestContext } from '../services.js';
import { accountFaults, lockedUser, recordedTransaction, rejectFaults } from './rejections.js';

/** There is always an administrator. */
function rejectLastAdmin(admins: ReadonlySet<string>, id: string): void {
  if (admins.size === 1 && admins.has(id)) throw apiError('last_admin');
}

/** Whoever was demoted or deleted since the request arrived no longer decides on others. */
function rejectFormerAdmin(admins: ReadonlySet<string>, { caller }: Context): void {
  if (caller.actorId !== undefined && !admins.has(caller.actorId)) throw apiError('forbidden');
}

export interface ChangeUserOptions {
  /** Whether an administrator asks. */
  readonly byAdmin: boolean;
  /** Whether the request has proved what a change asks for. */
  readonly isProven: boolean;
}

/**
 * Changes a user. A user who changes their own address only claims it; an administrator vouches for it. A new role
 * revokes every token of the user, and so does a suspension.
 * @throws {ApiError} 400 for broken rules, 403 when anyone else sends a role or a suspension and for a change without its proof, 404, 409 for a name or address that is taken and for demoting the last administrator, 429, 503
 */
export async function changeUser(
  context: RequestContext,
  id: string,
  change: UpdateUserBody,
  { byAdmin, isProven }: ChangeUserOptions,
): Promise<User> {
  const { username, email, role, suspended } = change;
  if (username === undefined && email === undefined && role === undefined && suspended === undefined)
    rejectFaults([{ field: 'body', code: 'none_of', parameters: { fields: 'username, email, role and suspended' } }]);
  const userId = uuidOf(id);
  const event = role === undefined ? 'user_update' : 'role_change';
  if (role !== undefined && !byAdmin) await reject(context, { event, userId }, apiError('role_by_non_admin'));
  if (suspended !== undefined && !byAdmin)
    await reject(context, { event, userId }, apiError('suspension_by_non_admin'));
  rejectFaults(accountFaults({ username, email }));
  return await recordedTransaction(context, { event, userId }, async (tx, record) => {
    const admins = role === undefined && suspended === undefined ? undefined : await tx.locks.admins();
    const before = await lockedUser(tx, id);
    // The account was changed in the meantime, and what was no change has become one.
    if (!isProven && changesUser(change, before, byAdmin)) throw apiError('recent_sign_in_required');
    const changesRole = role !== undefined && role !== before.role;
    const changesSuspension = suspended !== undefined && suspended !== before.suspended;
    if (admins && (changesRole || changesSuspension)) rejectFormerAdmin(admins, context);
    if (admins && (role === 'user' || suspended)) rejectLastAdmin(admins, before.id);
    const after = await tx.users.update(before.id, {
      ...(username !== undefined && { username }),
      ...(email !== undefined && emailChanges(email, before.email, byAdmin)),
      ...(role !== undefined && { role }),
      ...(suspended !== undefined && { suspended }),
    });
    if (changesRole || changesSuspension) await tx.tokens.revokeAllOf(before.id);
    if (changesRole) {
      record({ event: 'role_change', userId, reason: `${before.role}_to_${role}` });
    }
    const changed = [
      username !== undefined && 'username',
      email !== undefined && 'email',
      changesSuspension && (suspended ? 'suspended' : 'reinstated'),
    ].filter(Boolean);
    if (changed.length > 0)
      record({ event: 'user_update', userId, username: before.username, reason: changed.join(' ') });
    return publicUser(after);
  });
}

const changesEmail = (email: string | null | undefined, before: string | null): boolean =>
  email !== undefined && (email === null ? null : canonicalEmail(email)) !== before;

/** Whether a request says something else than what is stored, or an administrator vouches for an address by it. */
export const changesUser = (
  { username, email, role, suspended }: UpdateUserBody,
  before: StoredUser,
  byAdmin: boolean,
): boolean =>
  (username !== undefined && username !== before.username) ||
  changesEmail(email, before.email) ||
  (byAdmin && typeof email === 'string' && !before.emailVerified) ||
  (role !== undefined && role !== before.role) ||
  (suspended !== undefined && suspended !== before.suspended);

function emailChanges(email: string | null, before: string | null, byAdmin: boolean): UserChanges {
  const address = email === null ? null : canonicalEmail(email);
  if (address === before) return byAdmin && address !== null ? { emailVerified: true } : {};
  return { email: address, emailVerified: byAdmin && address !== null };
}

/**
 * Deletes a user with their tokens and identities; their audit log stays.
 * @throws {ApiError} 404, 409 for the last administrator
 */
export async function deleteUser(context: Context, id: string): Promise<void> {
  await recordedTransaction(context, { event: 'user_delete', userId: uuidOf(id) }, async (tx, record) => {
    const admins = await tx.locks.admins();
    const { id: userId, username } = await lockedUser(tx, id);
    rejectLastAdmin(admins, userId);
    rejectFormerAdmin(admins, context);
    await tx.users.delete(userId);
    record({ event: 'user_delete', userId, username });
  });
}
