import { type Static, Type } from 'typebox';
import { CLOSED, milliseconds, nullableText } from './fields.js';
import { OAUTH_PROVIDERS, OAuthParams } from './oauth.js';
import { UserParams } from './users.js';

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
