import { type Static, Type } from 'typebox';
import { CLOSED, milliseconds, nullableText } from './fields.js';

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
