import { type Static, Type } from 'typebox';
import {
  EMAIL_RULES,
  MAX_EMAIL_CHARACTERS,
  NEW_PASSWORD_RULES,
  PASSWORD_RULES,
  PATTERNS,
  USERNAME_RULES,
} from './patterns.js';
import { ruledText, rulesOf } from './text-rules.js';

/** The two roles of an account. */
export const ROLES = ['admin', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** Path segments of the two single sign-on providers. */
export const OAUTH_PROVIDERS = ['codehost', 'modelhub'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

/** Largest `limit` of a list. */
export const MAX_PAGE = 1000;

/** The events of the audit trail. */
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
  'identity_unlink',
  'access_denied',
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

const EXAMPLE_ID = '019ab3c1-7d52-7c3e-9f0a-52b1c6f7e8d9';
const CLOSED = { additionalProperties: false } as const;

const nullableText = (options: { description: string } & Record<string, unknown>) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...options });
const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since the Unix epoch.` });

const Username = ruledText(USERNAME_RULES, {
  description: '3 to 64 characters: letters, digits, "_", "." and "-". Unique ignoring case, kept as typed.',
  examples: ['ada'],
});
const Email = nullableText({
  ...rulesOf(EMAIL_RULES),
  description: 'At most 254 characters, unique ignoring case, stored in lower case. Absent or null: none.',
  examples: ['ada@example.org'],
});
const NewPassword = ruledText(NEW_PASSWORD_RULES, {
  description:
    'At least 6 characters with an upper-case letter, a lower-case letter and a digit; at most 72 bytes of UTF-8.',
  examples: ['Analytical1Engine'],
});
const Password = ruledText(PASSWORD_RULES, {
  description: 'At most 72 bytes of UTF-8.',
  examples: ['Analytical1Engine'],
});
const CurrentPassword = ruledText(PASSWORD_RULES, {
  examples: ['Analytical1Engine'],
  description: 'One’s own password, at most 72 bytes of UTF-8: needed without a recent sign-in.',
});
const RoleField = Type.Enum([...ROLES], { description: 'What the account may do.' });

/** An account as it leaves the service: never with its password hash. */
export const User = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'UUID, version 7.', examples: [EXAMPLE_ID] }),
    username: Type.String(),
    email: nullableText({ description: 'Lower-case address, or null.' }),
    role: RoleField,
    created_at: milliseconds('When the account was created'),
    updated_at: milliseconds('When the account was last changed'),
  },
  { $id: 'User', title: 'User', ...CLOSED },
);
export type User = Static<typeof User>;

/** Response of every sign-in. */
export const Session = Type.Object(
  {
    token: Type.String({ description: 'A bearer token for the `Authorization` header.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Lifetime of the token in seconds.' }),
    user: Type.Object(User.properties, CLOSED),
  },
  { $id: 'Session', title: 'Session', ...CLOSED },
);
export type Session = Static<typeof Session>;

/** Body of POST /api/auth/login. */
export const LoginBody = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      maxLength: MAX_EMAIL_CHARACTERS,
      pattern: PATTERNS.withoutNul.pattern,
      description: 'The username or the e-mail address, in any case.',
      examples: ['ada'],
    }),
    password: Password,
  },
  { $id: 'LoginBody', title: 'LoginBody', ...CLOSED },
);
export type LoginBody = Static<typeof LoginBody>;

/** Body of POST /api/auth/register. */
export const RegisterBody = Type.Object(
  { username: Username, email: Type.Optional(Email), password: NewPassword },
  { $id: 'RegisterBody', title: 'RegisterBody', ...CLOSED },
);
export type RegisterBody = Static<typeof RegisterBody>;

/** Body of POST /api/auth/setup. */
export const SetupBody = Type.Object(
  {
    username: Username,
    email: Type.Optional(Email),
    password: NewPassword,
    setup_token: Type.Optional(
      Type.String({
        maxLength: 256,
        pattern: PATTERNS.withoutNul.pattern,
        description: 'The token printed to the console at start, where one is required.',
        examples: ['printed-at-start'],
      }),
    ),
  },
  { $id: 'SetupBody', title: 'SetupBody', ...CLOSED },
);
export type SetupBody = Static<typeof SetupBody>;

/** Body of POST /api/auth/logout; the whole body may be left out. */
export const LogoutBody = Type.Object(
  { all: Type.Optional(Type.Boolean({ description: 'Revoke every token of the user, not only this one.' })) },
  { $id: 'LogoutBody', title: 'LogoutBody', ...CLOSED },
);
export type LogoutBody = Static<typeof LogoutBody>;

/** Path of /api/auth/sessions/:id. */
export const SessionParams = Type.Object({ id: Type.String({ description: 'The id of a session.' }) });
export type SessionParams = Static<typeof SessionParams>;

/** A sign-in whose token is alive. */
export const SessionEntry = Type.Object(
  {
    id: Type.String({ description: 'The `jti` of its token.' }),
    created_at: milliseconds('When it began'),
    last_used_at: milliseconds('When it was last used, to the minute'),
    expires_at: milliseconds('When its token expires'),
    ip: nullableText({ description: 'The client address of the sign-in, where known.' }),
    user_agent: nullableText({ description: 'The `user-agent` header of the sign-in, cut at 256 characters.' }),
    current: Type.Boolean({ description: 'Whether the request itself belongs to it.' }),
  },
  { $id: 'SessionEntry', title: 'SessionEntry', ...CLOSED },
);
export type SessionEntry = Static<typeof SessionEntry>;

/** Response of GET /api/auth/sessions. */
export const SessionList = Type.Object(
  { sessions: Type.Array(Type.Object(SessionEntry.properties, CLOSED)) },
  { $id: 'SessionList', title: 'SessionList', ...CLOSED },
);
export type SessionList = Static<typeof SessionList>;

/** Body of POST /api/auth/change-password. */
export const ChangePasswordBody = Type.Object(
  {
    current_password: Type.Optional(
      ruledText(PASSWORD_RULES, {
        description:
          'At most 72 bytes of UTF-8. May be absent for an account without a password, after a recent sign-in.',
        examples: ['Analytical1Engine'],
      }),
    ),
    new_password: NewPassword,
  },
  { $id: 'ChangePasswordBody', title: 'ChangePasswordBody', ...CLOSED },
);
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

/** Body of POST /api/auth/reset-password. */
export const ResetPasswordBody = Type.Object(
  {
    user_id: Type.String({
      pattern: PATTERNS.withoutNul.pattern,
      description: 'The account whose password is reset.',
      examples: [EXAMPLE_ID],
    }),
    new_password: NewPassword,
    email: Type.Optional(
      nullableText({ description: 'The address that the administrator vouches for. Absent: the present one.' }),
    ),
  },
  { $id: 'ResetPasswordBody', title: 'ResetPasswordBody', ...CLOSED },
);
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

/** Response of GET /api/auth/system-info. */
export const SystemInfo = Type.Object(
  {
    mode: Type.Enum(['single-user', 'multi-user']),
    registration_enabled: Type.Boolean({ description: 'Whether POST /api/auth/register is open.' }),
    setup_required: Type.Boolean({ description: 'Whether there is no account yet.' }),
    setup_token_required: Type.Boolean({ description: 'Whether set-up requires the token printed to the console.' }),
    oauth_providers: Type.Array(Type.Enum([...OAUTH_PROVIDERS]), { description: 'Providers with credentials.' }),
    version: Type.String(),
  },
  { $id: 'SystemInfo', title: 'SystemInfo', ...CLOSED },
);
export type SystemInfo = Static<typeof SystemInfo>;

/** Path of /api/auth/oauth/:provider and its callback; an unknown provider is a 404. */
export const OAuthParams = Type.Object({
  provider: Type.String({ description: 'codehost or modelhub.', examples: ['codehost'] }),
});
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
  CLOSED,
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
export const UserParams = Type.Object({
  id: Type.String({ description: 'The id of an account.', examples: [EXAMPLE_ID] }),
});
export type UserParams = Static<typeof UserParams>;

/** Query strings are text and nothing is coerced, so numbers are patterns. */
const Limit = Type.String({
  pattern: PATTERNS.limit.pattern,
  description: `How many at most, 1 to ${MAX_PAGE}.`,
  examples: ['10'],
});
const Offset = Type.String({ pattern: PATTERNS.offset.pattern, description: 'How many to skip.', examples: ['0'] });

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
        examples: ['ada'],
      }),
    ),
    role: Type.Optional(RoleField),
    sort: Type.Optional(
      Type.Enum([...USER_SORTS], { description: 'Field to sort by, "-" for descending; created_at when absent.' }),
    ),
  },
  CLOSED,
);
export type UserListQuery = Static<typeof UserListQuery>;

/** Response of GET /api/users/. */
export const UserList = Type.Object(
  {
    users: Type.Array(Type.Object(User.properties, CLOSED)),
    total: Type.Integer({ description: 'How many accounts match, regardless of `limit`.' }),
  },
  { $id: 'UserList', title: 'UserList', ...CLOSED },
);
export type UserList = Static<typeof UserList>;

/** Body of POST /api/users/. */
export const CreateUserBody = Type.Object(
  { username: Username, email: Type.Optional(Email), password: NewPassword, role: Type.Optional(RoleField) },
  { $id: 'CreateUserBody', title: 'CreateUserBody', ...CLOSED },
);
export type CreateUserBody = Static<typeof CreateUserBody>;

/** Body of PUT /api/users/:id: at least one field to change. */
export const UpdateUserBody = Type.Object(
  {
    username: Type.Optional(Username),
    email: Type.Optional(Email),
    role: Type.Optional(RoleField),
    current_password: Type.Optional(CurrentPassword),
  },
  { $id: 'UpdateUserBody', title: 'UpdateUserBody', minProperties: 1, ...CLOSED },
);
export type UpdateUserBody = Static<typeof UpdateUserBody>;

/** Body of a DELETE that needs a recent sign-in; the whole body may be left out. */
export const ProofBody = Type.Object(
  { current_password: Type.Optional(CurrentPassword) },
  { $id: 'ProofBody', title: 'ProofBody', ...CLOSED },
);
export type ProofBody = Static<typeof ProofBody>;

/** Path of /api/users/:id/identities/:provider; an unknown provider is a 404. */
export const IdentityParams = Type.Object({ ...UserParams.properties, ...OAuthParams.properties });
export type IdentityParams = Static<typeof IdentityParams>;

/** An account at a sign-in provider that is linked to one here. */
export const Identity = Type.Object(
  {
    provider: Type.Enum([...OAUTH_PROVIDERS]),
    subject: Type.String({ description: 'The provider’s own unchanging id of the account.' }),
    email: nullableText({ description: 'The verified address that the provider last reported, where known.' }),
    created_at: milliseconds('When it was linked'),
    last_used_at: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'When it last signed in, in milliseconds since the Unix epoch; null where not known.',
    }),
  },
  { $id: 'Identity', title: 'Identity', ...CLOSED },
);
export type Identity = Static<typeof Identity>;

/** Response of GET /api/users/:id/identities, oldest first. */
export const IdentityList = Type.Object(
  { identities: Type.Array(Type.Object(Identity.properties, CLOSED)) },
  { $id: 'IdentityList', title: 'IdentityList', ...CLOSED },
);
export type IdentityList = Static<typeof IdentityList>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Response of GET /api/users/stats. */
export const UserStats = Type.Object(
  {
    total_users: count('All accounts.'),
    by_role: Type.Object({ admin: count('Administrators.'), user: count('Everyone else.') }, CLOSED),
    created_last_24h: count('Accounts created in the last 24 hours.'),
    created_last_7d: count('Accounts created in the last 7 days.'),
    created_last_30d: count('Accounts created in the last 30 days.'),
    active_last_24h: count('Accounts that signed in during the last 24 hours.'),
    active_last_30d: count('Accounts that signed in during the last 30 days.'),
    failed_logins_last_24h: count('Sign-ins refused for wrong credentials in the last 24 hours.'),
    signups_by_day: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'A day in UTC, YYYY-MM-DD.' }),
          count: count('Accounts created.'),
        },
        CLOSED,
      ),
      { description: 'The last 30 days, oldest first, days without sign-ups included.' },
    ),
  },
  { $id: 'UserStats', title: 'UserStats', ...CLOSED },
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
        examples: [EXAMPLE_ID],
      }),
    ),
    event: Type.Optional(Type.Enum([...AUDIT_EVENTS], { description: 'Only events of this kind.' })),
    user_id: Type.Optional(
      Type.String({
        pattern: PATTERNS.uuid.pattern,
        description: 'Only events about this account.',
        examples: [EXAMPLE_ID],
      }),
    ),
  },
  CLOSED,
);
export type AuditQuery = Static<typeof AuditQuery>;

/** An entry of the audit trail. It never holds a password, a token or a code. */
export const AuditEvent = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'UUID, version 7: sorts by time.' }),
    at: milliseconds('When it happened'),
    event: Type.Enum([...AUDIT_EVENTS]),
    outcome: Type.Enum(['success', 'failure']),
    user_id: nullableText({ description: 'The account that the event is about, where known.' }),
    actor_id: nullableText({ description: 'The account that acted, where known.' }),
    ip: nullableText({ description: 'The client address.' }),
    user_agent: nullableText({ description: 'The `user-agent` header, cut at 256 characters.' }),
    request_id: nullableText({ description: 'The `x-request-id` of the request.' }),
    reason: nullableText({ description: 'Why it failed, or what changed.' }),
  },
  { $id: 'AuditEvent', title: 'AuditEvent', ...CLOSED },
);
export type AuditEvent = Static<typeof AuditEvent>;

/** Response of GET /api/users/audit, newest first. */
export const AuditPage = Type.Object(
  {
    events: Type.Array(Type.Object(AuditEvent.properties, CLOSED)),
    next: nullableText({ description: 'Pass as `before` for the next page; null on the last one.' }),
  },
  { $id: 'AuditPage', title: 'AuditPage', ...CLOSED },
);
export type AuditPage = Static<typeof AuditPage>;
