import { type Static, Type } from 'typebox';
import { PATTERNS } from '../patterns.js';
import { closed, closedObject } from '../schemas.js';
import { EXAMPLE_ID, Limit, milliseconds, nullableText, patternText } from './fields.js';

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
  'second_factor_setup',
  'second_factor_enable',
  'second_factor_disable',
  'second_factor_challenge',
  'recovery_code_use',
  'recovery_codes_renew',
  'passkey_login',
  'passkey_add',
  'passkey_remove',
  'key_create',
  'key_delete',
  'key_use',
  'invitation_create',
  'invitation_delete',
  'invitation_accept',
  'reset_link_create',
  'access_denied',
  'tokens_revoke',
  'users_import',
  'users_export',
] as const;
export type AuditEventName = (typeof AUDIT_EVENTS)[number];

const time = (description: string) => patternText(PATTERNS.time, description, '1764115200000');

export const AuditQuery = closedObject({
  limit: Type.Optional(Limit),
  before: Type.Optional(patternText(PATTERNS.uuid, 'The `next` of the previous page.', EXAMPLE_ID)),
  event: Type.Optional(Type.Enum([...AUDIT_EVENTS], { description: 'Only events of this kind.' })),
  user_id: Type.Optional(patternText(PATTERNS.uuid, 'Only events about this account.', EXAMPLE_ID)),
  from: Type.Optional(time('Only events at or after this time, in milliseconds since the Unix epoch.')),
  to: Type.Optional(time('Only events at or before this time.')),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { description: 'csv: a table of all matching events, or the first `limit`.' }),
  ),
});
export type AuditQuery = Static<typeof AuditQuery>;

/** An entry of the audit log. It never holds a password, a token or a code. */
export const AuditEvent = closed('AuditEvent', {
  id: Type.String({ format: 'uuid', description: 'UUID, version 7: sorts by time.' }),
  at: milliseconds('When it happened'),
  event: Type.Enum([...AUDIT_EVENTS]),
  outcome: Type.Enum(['success', 'failure']),
  user_id: nullableText({ description: 'The account that the event is about, where known.' }),
  username: nullableText({ description: 'The name of that account at the time, where known.' }),
  actor_id: nullableText({ description: 'The account that acted, where known.' }),
  actor_username: nullableText({ description: 'The name of the account that acted, at the time.' }),
  ip: nullableText({ description: 'The client address.' }),
  user_agent: nullableText({ description: 'The `user-agent` header, cut at 256 characters.' }),
  request_id: nullableText({ description: 'The `x-request-id` of the request.' }),
  reason: nullableText({ description: 'The code of why it failed, or of what changed.' }),
  detail: nullableText({ description: 'What the reason is about: a route, a provider, an id, a number.' }),
  count: Type.Integer({ minimum: 1, description: 'How often a refusal was repeated in its minute.' }),
});
export type AuditEvent = Static<typeof AuditEvent>;

/** Response of GET /api/users/audit, newest first. */
export const AuditPage = closed('AuditPage', {
  events: Type.Array(closedObject(AuditEvent.properties)),
  next: nullableText({ description: 'Pass as `before` for the next page; null on the last one.' }),
});
export type AuditPage = Static<typeof AuditPage>;
