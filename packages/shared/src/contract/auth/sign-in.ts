import { type Static, Type } from 'typebox';
import { MAX_EMAIL_CHARACTERS } from '../patterns.js';
import { closed, closedObject } from '../schemas.js';
import { Email, freeText, milliseconds, NewPassword, nullableText, Password, Username } from './fields.js';
import { OAUTH_PROVIDERS } from './oauth.js';
import { OneTimeCode } from './second-factor.js';
import { User } from './users.js';

/** Response of every sign-in. */
export const Session = closed('Session', {
  token: Type.String({ description: 'A bearer token for the `Authorization` header.' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Lifetime of the token in seconds.' }),
  user: closedObject(User.properties),
});
export type Session = Static<typeof Session>;

export const LoginBody = closed('LoginBody', {
  username: freeText('The username or the e-mail address, in any case.', 'ada', {
    minLength: 1,
    maxLength: MAX_EMAIL_CHARACTERS,
  }),
  password: Password,
  otp: Type.Optional(OneTimeCode),
});
export type LoginBody = Static<typeof LoginBody>;

export const RegisterBody = closed('RegisterBody', {
  username: Username,
  email: Type.Optional(Email),
  password: NewPassword,
});
export type RegisterBody = Static<typeof RegisterBody>;

export const SetupBody = closed('SetupBody', {
  username: Username,
  email: Type.Optional(Email),
  password: NewPassword,
  setup_token: Type.Optional(
    freeText('The token printed to the console at start, where one is required.', 'printed-at-start', {
      maxLength: 256,
    }),
  ),
});
export type SetupBody = Static<typeof SetupBody>;

/** Body of POST /api/auth/logout; the whole body may be left out. */
export const LogoutBody = closed('LogoutBody', {
  all: Type.Optional(Type.Boolean({ description: 'Revoke every token of the user, not only this one.' })),
});

/** Response of GET /health of the accounts service, besides `status`. */
export const AccountsHealth = Type.Object({
  speech_url: Type.Optional(Type.String({ description: 'The page of the speech service; absent without SPEECH_URL.' })),
});
export type AccountsHealth = Static<typeof AccountsHealth>;

export const SystemInfo = closed('SystemInfo', {
  mode: Type.Enum(['single-user', 'multi-user']),
  registration_enabled: Type.Boolean({ description: 'Whether POST /api/auth/register is open.' }),
  setup_required: Type.Boolean({ description: 'Whether there is no account yet.' }),
  setup_token_required: Type.Boolean({ description: 'Whether set-up requires the token printed to the console.' }),
  oauth_providers: Type.Array(Type.Enum([...OAUTH_PROVIDERS]), { description: 'Providers with credentials.' }),
  version: Type.String({ description: 'Empty in production for who is not signed in.' }),
});
export type SystemInfo = Static<typeof SystemInfo>;

export const SessionParams = Type.Object({ id: Type.String({ description: 'The id of a session.' }) });

/** A sign-in whose token is alive. */
export const SessionEntry = closed('SessionEntry', {
  id: Type.String({ description: 'The `jti` of its token.' }),
  created_at: milliseconds('When it began'),
  last_used_at: milliseconds('When it was last used, to the minute'),
  expires_at: milliseconds('When its token expires'),
  ip: nullableText({ description: 'The client address of the sign-in, where known.' }),
  user_agent: nullableText({ description: 'The `user-agent` header of the sign-in, cut at 256 characters.' }),
  current: Type.Boolean({ description: 'Whether the request itself belongs to it.' }),
});
export type SessionEntry = Static<typeof SessionEntry>;

export const SessionList = closed('SessionList', { sessions: Type.Array(closedObject(SessionEntry.properties)) });
export type SessionList = Static<typeof SessionList>;
