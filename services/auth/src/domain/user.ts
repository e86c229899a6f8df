import type { Role, User } from '@ownvoice/shared/contract';

/** An account as the store has it, without its password. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What of an account leaves the service. Field by field, so that a new column never leaves by accident. */
export const publicUser = (account: Account): User => ({
  id: account.id,
  username: account.username,
  email: account.email,
  role: account.role,
  created_at: account.createdAt.getTime(),
  updated_at: account.updatedAt.getTime(),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id as the store has it; `undefined` for what can't be an id of any account. */
export const userIdOf = (text: string): string | undefined => (UUID.test(text) ? text.toLowerCase() : undefined);
