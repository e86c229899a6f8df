import type { Database, Transaction } from '../data/database.js';
import { type StoredUser, uuidOf } from '../domain/user.js';
import { apiError } from '../errors.js';

type Found = (id: string) => Promise<StoredUser | undefined>;

/** @param id as a client wrote it */
async function existing(id: string, find: Found): Promise<StoredUser> {
  const userId = uuidOf(id);
  const user = userId === undefined ? undefined : await find(userId);
  if (user === undefined) throw apiError('unknown_user');
  return user;
}

/** The user of an id. @throws {ApiError} 404 when there is none */
export const existingUser = ({ db }: { readonly db: Database }, id: string) =>
  existing(id, (one) => db.users.byId(one));

/** The same, locked until the transaction ends. */
export const lockedUser = (tx: Transaction, id: string) => existing(id, (one) => tx.locks.user(one));
