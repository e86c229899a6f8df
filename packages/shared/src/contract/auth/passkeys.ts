import { type Static, Type } from 'typebox';
import { PATTERNS } from '../patterns.js';
import { closed, closedObject, named } from '../schemas.js';
import { freeText, milliseconds, millisecondsOrNull, NAME_LENGTHS } from './fields.js';

/** Longest field of a browser's response, in characters; an attestation is a few kilobytes. */
const MAX_ENCODED = 65_536;

const base64url = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_ENCODED, pattern: PATTERNS.base64url.pattern, description });
// Browsers add fields of their own to their responses.
const OPEN = { additionalProperties: true } as const;

export const Passkey = closed('Passkey', {
  id: Type.String({ description: 'The id of the credential, base64url.' }),
  name: Type.String({ description: 'The name that its owner gave it.' }),
  backed_up: Type.Boolean({ description: 'Whether it is synchronized between devices.' }),
  created_at: milliseconds('When it was added'),
  last_used_at: millisecondsOrNull('When it last signed in'),
});
export type Passkey = Static<typeof Passkey>;

/** Response of GET /api/auth/passkeys, oldest first. */
export const PasskeyList = closed('PasskeyList', { passkeys: Type.Array(closedObject(Passkey.properties)) });
export type PasskeyList = Static<typeof PasskeyList>;

/**
 * Response of the two routes for options, for `PublicKeyCredential.parseCreationOptionsFromJSON` and
 * `parseRequestOptionsFromJSON`.
 * @see https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON
 */
export const PasskeyOptions = named(
  'PasskeyOptions',
  { challenge: Type.String({ description: 'Works once, for five minutes.' }) },
  OPEN,
);
export type PasskeyOptions = Static<typeof PasskeyOptions>;

const credential = <Response extends Parameters<typeof Type.Object>[0]>(response: Response) =>
  Type.Object(
    {
      id: base64url('The id of the credential.'),
      rawId: base64url('The same id.'),
      type: Type.Literal('public-key'),
      response: Type.Object(response, OPEN),
    },
    { ...OPEN, description: 'What `PublicKeyCredential.toJSON` returns.' },
  );

export const AddPasskeyBody = closed('AddPasskeyBody', {
  name: Type.Optional(freeText('Its name; “Passkey” when absent.', 'Laptop', NAME_LENGTHS)),
  credential: credential({
    clientDataJSON: base64url('The client data that the browser collected.'),
    attestationObject: base64url('The new public key.'),
  }),
});
export type AddPasskeyBody = Static<typeof AddPasskeyBody>;

export const PasskeySignInBody = closed('PasskeySignInBody', {
  credential: credential({
    clientDataJSON: base64url('The client data that the browser collected.'),
    authenticatorData: base64url('The authenticator data.'),
    signature: base64url('The signature of both.'),
  }),
});
export type PasskeySignInBody = Static<typeof PasskeySignInBody>;

export const PasskeyParams = Type.Object({ id: Type.String({ description: 'The id of a passkey.' }) });
