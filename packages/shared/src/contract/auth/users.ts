import { type Static, Type } from 'typebox';
import { MAX_EMAIL_CHARACTERS } from '../patterns.js';
import { closed, closedObject } from '../schemas.js';
import {
  CurrentPassword,
  Email,
  EXAMPLE_ID,
  freeText,
  Limit,
  milliseconds,
  millisecondsOrNull,
  NewPassword,
  nullableText,
  Offset,
  RoleField,
  Username,
} from './fields.js';

/** Fields and directions that the list of users can be sorted by; `-` means descending. */
export const USER_SORTS = (['username', 'email', 'role', 'created_at', 'updated_at'] as const).flatMap(
  (field) => [field, `-${field}`] as const,
);
export type UserSort = (typeof USER_SORTS)[number];

/** An account as it leaves the service: never with its password hash. */
export const User = closed('User', {
  id: Type.String({ format: 'uuid', description: 'UUID, version 7.', examples: [EXAMPLE_ID] }),
  username: Type.String(),
  email: nullableText({ description: 'Lower-case address, or null.' }),
  role: RoleField,
  suspended: Type.Optional(
    Type.Boolean({ description: 'True for an account that nobody can sign in to; absent for others.' }),
  ),
  created_at: milliseconds('When the account was created'),
  updated_at: milliseconds('When the account was last changed'),
});
export type User = Static<typeof User>;

export const UserParams = Type.Object({
  id: Type.String({ description: 'The id of an account.', examples: [EXAMPLE_ID] }),
});
export type UserParams = Static<typeof UserParams>;

/** Query of GET /api/users/. Without `limit`, all of them. */
export const UserListQuery = closedObject({
  limit: Type.Optional(Limit),
  offset: Type.Optional(Offset),
  search: Type.Optional(
    freeText('Part of the username or e-mail, in any case.', 'ada', { maxLength: MAX_EMAIL_CHARACTERS }),
  ),
  role: Type.Optional(RoleField),
  sort: Type.Optional(
    Type.Enum([...USER_SORTS], { description: 'Field to sort by, "-" for descending; created_at when absent.' }),
  ),
  details: Type.Optional(Type.Enum(['true', 'false'], { description: 'Whether each account tells how it signs in.' })),
});
export type UserListQuery = Static<typeof UserListQuery>;

/** An account in a list; what follows the account itself is there with `details=true`. */
export const ListedUser = closed('ListedUser', {
  ...User.properties,
  last_sign_in_at: Type.Optional(millisecondsOrNull('When it was last signed in to')),
  second_factor: Type.Optional(
    Type.Boolean({ description: 'Whether a sign-in by password asks for a one-time code.' }),
  ),
  passkeys: Type.Optional(Type.Integer({ minimum: 0, description: 'How many passkeys it has.' })),
  providers: Type.Optional(
    Type.Array(Type.String(), { description: 'The single sign-on providers it is linked with.' }),
  ),
  spoken_last_30d: Type.Optional(
    Type.Number({ minimum: 0, description: 'Seconds of speech in the last 30 days; absent for none.' }),
  ),
});
export type ListedUser = Static<typeof ListedUser>;

export const UserList = closed('UserList', {
  users: Type.Array(closedObject(ListedUser.properties)),
  total: Type.Integer({ description: 'How many accounts match, regardless of `limit`.' }),
});
export type UserList = Static<typeof UserList>;

export const CreateUserBody = closed('CreateUserBody', {
  username: Username,
  email: Type.Optional(Email),
  password: NewPassword,
  role: Type.Optional(RoleField),
  current_password: Type.Optional(CurrentPassword),
});
export type CreateUserBody = Static<typeof CreateUserBody>;

/** Body of PUT /api/users/:id: at least one field to change. */
export const UpdateUserBody = closed(
  'UpdateUserBody',
  {
    username: Type.Optional(Username),
    email: Type.Optional(Email),
    role: Type.Optional(RoleField),
    suspended: Type.Optional(Type.Boolean({ description: 'Whether nobody can sign in; administrators only.' })),
    current_password: Type.Optional(CurrentPassword),
  },
  { minProperties: 1 },
);
export type UpdateUserBody = Static<typeof UpdateUserBody>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const UserStats = closed('UserStats', {
  total_users: count('All accounts.'),
  by_role: closedObject({ admin: count('Administrators.'), user: count('Accounts with the role user.') }),
  created_last_24h: count('Accounts created in the last 24 hours.'),
  created_last_7d: count('Accounts created in the last 7 days.'),
  created_last_30d: count('Accounts created in the last 30 days.'),
  active_last_24h: count('Accounts that signed in during the last 24 hours.'),
  active_last_30d: count('Accounts that signed in during the last 30 days.'),
  failed_logins_last_24h: count('Sign-ins rejected for wrong credentials in the last 24 hours.'),
  signups_by_day: Type.Array(
    closedObject({
      date: Type.String({ format: 'date', description: 'A day in UTC, YYYY-MM-DD.' }),
      count: count('Accounts created.'),
    }),
    { description: 'The last 30 days, oldest first, days without sign-ups included.' },
  ),
});
export type UserStats = Static<typeof UserStats>;
