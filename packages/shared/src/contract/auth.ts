import { type Static, Type } from 'typebox';
import { PATTERNS } from './patterns.js';

/** The two roles of an account. */
export const ROLES = ['admin', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** Path segments of the two single sign-on providers. */
export const OAUTH_PROVIDERS = ['codehost', 'modelhub'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

/** Shortest and longest username, in characters, all of them ASCII letters, digits, `_`, `.` or `-`. */
export const MIN_USERNAME_CHARACTERS = 3;
export const MAX_USERNAME_CHARACTERS = 64;
/** Longest e-mail address, in characters. */
export const MAX_EMAIL_CHARACTERS = 254;
/** Shortest password, in Unicode code points, and longest, in UTF-8 bytes: bcrypt reads no more. */
export const MIN_PASSWORD_CHARACTERS = 6;
export const MAX_PASSWORD_BYTES = 72;
/** Largest `limit` of a list. */
export const MAX_PAGE = 1000;

/** What the audit trail records. */
export const AUDIT_EVENTS = [
  'login',
  'lockout',
  'logout',
  'register',
  'setup',
  'password_change',
  'password_reset',
  'user_create',
  'user_update',
  'role_change',
  'user_delete',
  'oauth_login',
  'oauth_create',
  'oauth_link',
  'tokens_revoke',
  'users_import',
  'users_export',
] as const;
export type AuditEventName = (typeof AUDIT_EVENTS)[number];

/** Fields and directions that the list of users can be sorted by; `-` means descending. */
export const USER_SORTS = [
  'username',
  '-username',
  'email',
  '-email',
  'role',
  '-role',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
] as const;
export type UserSort = (typeof USER_SORTS)[number];

const closed = { additionalProperties: false } as const;

const nullableText = (options: { description: string; format?: string }) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...options });
const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since the Unix epoch.` });

const Username = Type.String({
  description: '3 to 64 characters: letters, digits, "_", "." and "-". Unique ignoring case, kept as typed.',
});
const Email = nullableText({
  description: 'At most 254 characters, unique ignoring case, stored in lower case. Absent or null: none.',
});
const NewPassword = Type.String({
  description:
    'At least 6 characters with an upper-case letter, a lower-case letter and a digit; at most 72 bytes of UTF-8.',
});
const RoleField = Type.Enum([...ROLES], { description: 'What the account may do.' });

/** An account as it leaves the service: never with its password hash. */
export const User = Type.Object(
  {
    id: Type.String({ description: 'UUID, version 7.' }),
    username: Type.String(),
    email: nullableText({ description: 'Lower-case address, or null.' }),
    role: RoleField,
    created_at: milliseconds('When the account was made'),
    updated_at: milliseconds('When the account was last changed'),
  },
  { $id: 'User', title: 'User', ...closed },
);
export type User = Static<typeof User>;

/** What every sign-in returns. */
export const Session = Type.Object(
  {
    token: Type.String({ description: 'A bearer token for the `Authorization` header.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Lifetime of the token in seconds.' }),
    user: Type.Object(User.properties, closed),
  },
  { $id: 'Session', title: 'Session', ...closed },
);
export type Session = Static<typeof Session>;

/** Body of POST /api/auth/login. */
export const LoginBody = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      maxLength: MAX_EMAIL_CHARACTERS,
      description: 'The username or the e-mail address, in any case.',
    }),
    password: Type.String({ description: 'At most 72 bytes of UTF-8.' }),
  },
  { $id: 'LoginBody', title: 'LoginBody', ...closed },
);
export type LoginBody = Static<typeof LoginBody>;

/** Body of POST /api/auth/register. */
export const RegisterBody = Type.Object(
  { username: Username, email: Type.Optional(Email), password: NewPassword },
  { $id: 'RegisterBody', title: 'RegisterBody', ...closed },
);
export type RegisterBody = Static<typeof RegisterBody>;

/** Body of POST /api/auth/setup. */
export const SetupBody = Type.Object(
  {
    username: Username,
    email: Type.Optional(Email),
    password: NewPassword,
    setup_token: Type.Optional(
      Type.String({ maxLength: 256, description: 'As printed to the console at start, where one is in force.' }),
    ),
  },
  { $id: 'SetupBody', title: 'SetupBody', ...closed },
);
export type SetupBody = Static<typeof SetupBody>;

/** Body of POST /api/auth/logout; the whole body may be left out. */
export const LogoutBody = Type.Object(
  { all: Type.Optional(Type.Boolean({ description: 'Whether every token of the user dies, not just this one.' })) },
  { $id: 'LogoutBody', title: 'LogoutBody', ...closed },
);
export type LogoutBody = Static<typeof LogoutBody>;

/** Body of POST /api/auth/change-password. */
export const ChangePasswordBody = Type.Object(
  { current_password: Type.String({ description: 'At most 72 bytes of UTF-8.' }), new_password: NewPassword },
  { $id: 'ChangePasswordBody', title: 'ChangePasswordBody', ...closed },
);
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

/** Body of POST /api/auth/reset-password. */
export const ResetPasswordBody = Type.Object(
  { user_id: Type.String({ description: 'Whose password is set anew.' }), new_password: NewPassword },
  { $id: 'ResetPasswordBody', title: 'ResetPasswordBody', ...closed },
);
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

/** Answer of GET /api/auth/system-info. */
export const SystemInfo = Type.Object(
  {
    mode: Type.Enum(['single-user', 'multi-user']),
    registration_enabled: Type.Boolean({ description: 'Whether POST /api/auth/register would be let through.' }),
    setup_required: Type.Boolean({ description: 'Whether there is no account yet.' }),
    setup_token_required: Type.Boolean({ description: 'Whether set-up asks for the token from the console.' }),
    oauth_providers: Type.Array(Type.Enum([...OAUTH_PROVIDERS]), { description: 'Providers with credentials.' }),
    version: Type.String(),
  },
  { $id: 'SystemInfo', title: 'SystemInfo', ...closed },
);
export type SystemInfo = Static<typeof SystemInfo>;

/** Path of /api/auth/oauth/:provider and its callback; an unknown provider is a 404. */
export const OAuthParams = Type.Object({ provider: Type.String({ description: 'codehost or modelhub.' }) });
export type OAuthParams = Static<typeof OAuthParams>;

/** Query of GET /api/auth/oauth/:provider. */
export const OAuthStartQuery = Type.Object(
  {
    return_to: Type.Optional(
      Type.String({
        description: 'Where the browser goes afterwards: a path on this origin; anything else means "/".',
      }),
    ),
  },
  closed,
);
export type OAuthStartQuery = Static<typeof OAuthStartQuery>;

/** Query of GET /api/auth/oauth/:provider/callback. Providers add fields of their own (`iss`, `session_state`, …). */
export const OAuthCallbackQuery = Type.Object(
  {
    code: Type.Optional(Type.String({ description: 'The authorization code.' })),
    state: Type.Optional(Type.String({ description: 'As it was sent to the provider.' })),
    error: Type.Optional(Type.String({ description: 'Why the provider refused.' })),
    error_description: Type.Optional(Type.String()),
    iss: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);
export type OAuthCallbackQuery = Static<typeof OAuthCallbackQuery>;

/** Path of /api/users/:id. */
export const UserParams = Type.Object({ id: Type.String({ description: 'The id of an account.' }) });
export type UserParams = Static<typeof UserParams>;

/** Query strings are text, and nothing is ever cast: numbers are patterns. */
const Limit = Type.String({ pattern: PATTERNS.limit.pattern, description: `How many at most, 1 to ${MAX_PAGE}.` });
const Offset = Type.String({ pattern: PATTERNS.offset.pattern, description: 'How many to skip.' });

/** Query of GET /api/users/. Without `limit`, all of them. */
export const UserListQuery = Type.Object(
  {
    limit: Type.Optional(Limit),
    offset: Type.Optional(Offset),
    search: Type.Optional(
      Type.String({
        maxLength: MAX_EMAIL_CHARACTERS,
        pattern: PATTERNS.withoutNul.pattern,
        description: 'Part of the username or e-mail, in any case.',
      }),
    ),
    role: Type.Optional(RoleField),
    sort: Type.Optional(
      Type.Enum([...USER_SORTS], { description: 'Field to sort by, "-" for descending; created_at when absent.' }),
    ),
  },
  closed,
);
export type UserListQuery = Static<typeof UserListQuery>;

/** Answer of GET /api/users/. */
export const UserList = Type.Object(
  {
    users: Type.Array(Type.Object(User.properties, closed)),
    total: Type.Integer({ description: 'How many match, whatever `limit` is.' }),
  },
  { $id: 'UserList', title: 'UserList', ...closed },
);
export type UserList = Static<typeof UserList>;

/** Body of POST /api/users/. */
export const CreateUserBody = Type.Object(
  { username: Username, email: Type.Optional(Email), password: NewPassword, role: Type.Optional(RoleField) },
  { $id: 'CreateUserBody', title: 'CreateUserBody', ...closed },
);
export type CreateUserBody = Static<typeof CreateUserBody>;

/** Body of PUT /api/users/:id: at least one field. */
export const UpdateUserBody = Type.Object(
  { username: Type.Optional(Username), email: Type.Optional(Email), role: Type.Optional(RoleField) },
  { $id: 'UpdateUserBody', title: 'UpdateUserBody', minProperties: 1, ...closed },
);
export type UpdateUserBody = Static<typeof UpdateUserBody>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Answer of GET /api/users/stats. */
export const UserStats = Type.Object(
  {
    total_users: count('All accounts.'),
    by_role: Type.Object({ admin: count('Administrators.'), user: count('Everyone else.') }, closed),
    created_last_24h: count('Accounts made in the last 24 hours.'),
    created_last_7d: count('Accounts made in the last 7 days.'),
    created_last_30d: count('Accounts made in the last 30 days.'),
    active_last_24h: count('Accounts that signed in during the last 24 hours.'),
    active_last_30d: count('Accounts that signed in during the last 30 days.'),
    failed_logins_last_24h: count('Sign-ins refused for wrong credentials in the last 24 hours.'),
    signups_by_day: Type.Array(
      Type.Object(
        { date: Type.String({ description: 'A day in UTC, YYYY-MM-DD.' }), count: count('Accounts made.') },
        closed,
      ),
      { description: 'The last 30 days, oldest first, days without sign-ups included.' },
    ),
  },
  { $id: 'UserStats', title: 'UserStats', ...closed },
);
export type UserStats = Static<typeof UserStats>;

/** Query of GET /api/users/audit. */
export const AuditQuery = Type.Object(
  {
    limit: Type.Optional(Limit),
    before: Type.Optional(
      Type.String({
        pattern: PATTERNS.uuid.pattern,
        description: 'The `next` of the page before.',
      }),
    ),
    event: Type.Optional(Type.Enum([...AUDIT_EVENTS], { description: 'Only events of this kind.' })),
    user_id: Type.Optional(
      Type.String({
        pattern: PATTERNS.uuid.pattern,
        description: 'Only events about this account.',
      }),
    ),
  },
  closed,
);
export type AuditQuery = Static<typeof AuditQuery>;

/** One line of the audit trail. It never holds a password, a token or a code. */
export const AuditEvent = Type.Object(
  {
    id: Type.String({ description: 'UUID, version 7: sorts by time.' }),
    at: milliseconds('When it happened'),
    event: Type.Enum([...AUDIT_EVENTS]),
    outcome: Type.Enum(['success', 'failure']),
    user_id: nullableText({ description: 'Whom it is about, where that is known.' }),
    actor_id: nullableText({ description: 'Who did it, where that is known.' }),
    ip: nullableText({ description: 'The client address.' }),
    user_agent: nullableText({ description: 'The client, as it calls itself; cut at 256 characters.' }),
    request_id: nullableText({ description: 'The `x-request-id` of the request.' }),
    reason: nullableText({ description: 'Why it failed, or what changed.' }),
  },
  { $id: 'AuditEvent', title: 'AuditEvent', ...closed },
);
export type AuditEvent = Static<typeof AuditEvent>;

/** Answer of GET /api/users/audit, newest first. */
export const AuditPage = Type.Object(
  {
    events: Type.Array(Type.Object(AuditEvent.properties, closed)),
    next: nullableText({ description: 'Pass as `before` for the next page; null on the last one.' }),
  },
  { $id: 'AuditPage', title: 'AuditPage', ...closed },
);
export type AuditPage = Static<typeof AuditPage>;
