import { type Static, Type } from 'typebox';
import { closed, closedObject } from '../schemas.js';
import { milliseconds, millisecondsOrNull, nullableText } from './fields.js';
import { ProofBody } from './passwords.js';
import { UserParams } from './users.js';

/** Path segments of the two single sign-on providers. */
export const OAUTH_PROVIDERS = ['codehost', 'modelhub'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

/** Response of GET /api/auth/providers, both providers. */
export const ProviderList = closed('ProviderList', {
  providers: Type.Array(
    closedObject({
      provider: Type.Enum([...OAUTH_PROVIDERS]),
      name: Type.String({ description: 'Its display name.', examples: ['GitHub'] }),
      enabled: Type.Boolean({ description: 'Whether it is configured for sign-in.' }),
    }),
  ),
});
export type ProviderList = Static<typeof ProviderList>;

/** Path of /api/auth/oauth/:provider and its callback; an unknown provider is a 404. */
export const OAuthParams = Type.Object({
  provider: Type.String({ description: 'codehost or modelhub.', examples: ['codehost'] }),
});
export type OAuthParams = Static<typeof OAuthParams>;

export const OAuthStartQuery = closedObject({
  return_to: Type.Optional(
    Type.String({
      description: 'Where the browser goes afterwards: a path on this origin; anything else means "/".',
    }),
  ),
  link: Type.Optional(
    Type.Literal('1', { description: 'Links the identity to the signed-in account instead of signing in.' }),
  ),
});

export const OAuthLinkBody = closed('OAuthLinkBody', {
  ...ProofBody.properties,
  return_to: OAuthStartQuery.properties.return_to,
});

export const OAuthDeparture = closed('OAuthDeparture', {
  url: Type.String({ description: 'The address at the provider that the browser goes to.' }),
});
export type OAuthDeparture = Static<typeof OAuthDeparture>;

/** Query of GET /api/auth/oauth/:provider/callback. Providers add fields of their own (`iss`, `session_state`, …). */
export const OAuthCallbackQuery = Type.Object(
  {
    code: Type.Optional(Type.String({ description: 'The authorization code.' })),
    state: Type.Optional(Type.String({ description: 'The state that was sent to the provider.' })),
    error: Type.Optional(Type.String({ description: 'Why the provider rejected.' })),
    error_description: Type.Optional(Type.String()),
    iss: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);

export const OAuthExchangeBody = closed('OAuthExchangeBody', {
  code: Type.String({ minLength: 1, maxLength: 200, description: 'The code from the fragment of the address.' }),
});

/** Path of /api/users/:id/identities/:provider; an unknown provider is a 404. */
export const IdentityParams = Type.Object({ ...UserParams.properties, ...OAuthParams.properties });

/** An account at a sign-in provider that is linked to one here. */
export const Identity = closed('Identity', {
  provider: Type.Enum([...OAUTH_PROVIDERS]),
  subject: Type.String({ description: 'The provider’s own unchanging id of the account.' }),
  email: nullableText({ description: 'The verified address that the provider last reported, where known.' }),
  created_at: milliseconds('When it was linked'),
  last_used_at: millisecondsOrNull('When it last signed in, as far as is known'),
});
export type Identity = Static<typeof Identity>;

/** Response of GET /api/users/:id/identities, oldest first. */
export const IdentityList = closed('IdentityList', { identities: Type.Array(closedObject(Identity.properties)) });
export type IdentityList = Static<typeof IdentityList>;
