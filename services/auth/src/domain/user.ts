import type { Role, User } from '@ownvoice/shared/contract';

/** A user as the store has it, with what never leaves the service. */
export interface StoredUser {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  /** Whether a provider or an administrator vouches for the address. */
  readonly emailVerified: boolean;
  /** `null` for a user who signs in by a provider only. */
  readonly passwordHash: string | null;
  readonly role: Role;
  /** Nobody signs in to the account. */
  readonly suspended: boolean;
  /** Whether a sign-in by password asks for a one-time code. */
  readonly hasSecondFactor: boolean;
  /** Wrong one-time codes since the last right one. */
  readonly wrongCodes: number;
  /** Until when no code is checked. */
  readonly codesPausedUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What of a user leaves the service. Field by field, so that a new column never leaves by accident. */
export const publicUser = (user: StoredUser): User => ({
  id: user.id,
  username: user.username,
  email: user.email,
  role: user.role,
  ...(user.suspended && { suspended: true }),
  created_at: user.createdAt.getTime(),
  updated_at: user.updatedAt.getTime(),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id in the form of the store; `undefined` for a text that can't be the id of anything. */
export const uuidOf = (text: string): string | undefined => (UUID.test(text) ? text.toLowerCase() : undefined);
