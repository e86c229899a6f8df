import type { CreateInvitationBody, CreateResetLinkBody, InvitationLink, ResetLink } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import { auditedTransaction } from '../audit-log.js';
import type { Transaction } from '../data/database.js';
import type { StoredLink } from '../data/links.js';
import { canonicalEmail, expiryOf, lifetimeFaults } from '../domain/account-rules.js';
import { randomToken, tokenHash } from '../domain/bearer-token.js';
import { uuidOf } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Context } from '../services.js';
import { rejectTaken } from './register.js';
import { accountFaults, lockedUser, recordingRejection, rejectFaults } from './rejections.js';

const INVITATION_LIFETIME = '7d';
const RESET_LIFETIME = '24h';

/** Stores a link and returns its address. The token stands in the fragment, which browsers send to nobody. */
async function newLink(
  tx: Transaction,
  { config, caller }: Context,
  link: StoredLink,
  lifetime: string,
): Promise<InvitationLink> {
  const now = Date.now();
  const [id, token, expiresAt] = [uuidv7(), randomToken(), expiryOf(lifetime, now) ?? new Date(now)];
  const stored = { ...link, id, tokenHash: tokenHash(token), createdBy: caller.actorId ?? null, expiresAt };
  await tx.links.insert(stored, new Date(now));
  const name = link.userId === null ? 'invitation' : 'reset';
  return { id, url: `${config.publicUrl}/#${name}=${token}`, expires_at: expiresAt.getTime() };
}

/**
 * Invites somebody to make an account of a given role. The administrator vouches for the e-mail address.
 * @throws {ApiError} 400 for broken rules, 403 in single-user mode, 409 when the name or the address is taken
 */
export async function inviteUser(
  context: Context,
  { username, email = null, role = 'user', expires_in: lifetime = INVITATION_LIFETIME }: CreateInvitationBody,
): Promise<InvitationLink> {
  rejectFaults([...accountFaults({ username, email }), ...lifetimeFaults(lifetime)]);
  return await recordingRejection(context, { event: 'invitation_create' }, async () => {
    if (context.config.singleUser) throw apiError('single_user_mode');
    await rejectTaken(context, username ?? null, email);
    return await auditedTransaction(context, async (tx, record) => {
      const address = email === null ? null : canonicalEmail(email);
      const account = { userId: null, username: username ?? null, email: address, role };
      const link = await newLink(tx, context, account, lifetime);
      record({ event: 'invitation_create', reason: `invitation ${link.id} role_${role}` });
      return link;
    });
  });
}

/** Withdraws an invitation. @throws {ApiError} 404 */
export async function deleteInvitation(context: Context, id: string): Promise<void> {
  const linkId = uuidOf(id);
  await auditedTransaction(context, async (tx, record) => {
    if (linkId === undefined || !(await tx.links.removeInvitation(linkId))) throw apiError('unknown_invitation');
    record({ event: 'invitation_delete', reason: `invitation ${linkId}` });
  });
}

/**
 * Makes a link by which a user sets a new password. It ends the older ones.
 * @throws {ApiError} 400 for broken rules, 404 when there is no such user
 */
export async function createResetLink(
  context: Context,
  id: string,
  { expires_in: lifetime = RESET_LIFETIME }: CreateResetLinkBody,
): Promise<ResetLink> {
  rejectFaults(lifetimeFaults(lifetime));
  return await auditedTransaction(context, async (tx, record) => {
    const user = await lockedUser(tx, id);
    await tx.links.removeOf(user.id);
    const link = { userId: user.id, username: null, email: null, role: user.role };
    const { url, expires_at } = await newLink(tx, context, link, lifetime);
    record({ event: 'reset_link_create', userId: user.id });
    return { url, expires_at };
  });
}
