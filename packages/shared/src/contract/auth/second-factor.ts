import { type Static, Type } from 'typebox';
import { closed } from '../schemas.js';
import { CurrentPassword, freeText } from './fields.js';
import { PasskeySignInBody } from './passkeys.js';

/** Recovery codes of a second factor. */
export const RECOVERY_CODES = 10;

/** Response header that says what is missing: see `SECOND_FACTOR_REQUIRED` and `SECOND_FACTOR_SETUP`. */
export const SECOND_FACTOR_HEADER = 'X-Auth-Second-Factor';
/** Of a 401 at login: the password is right, a one-time code is needed. */
export const SECOND_FACTOR_REQUIRED = 'required';
/** Of a 403: the account has to set up a second factor first. */
export const SECOND_FACTOR_SETUP = 'setup';

/** Six digits or a recovery code; spaces and hyphens do not matter. */
export const OneTimeCode = freeText(
  'The six digits of the authenticator app, or a recovery code. Ignored for an account without a second factor.',
  '123456',
  { maxLength: 64 },
);

export const SecondFactor = closed('SecondFactor', {
  enabled: Type.Boolean({ description: 'Whether a sign-in with the password asks for a one-time code.' }),
  recovery_codes_left: Type.Integer({ minimum: 0, description: 'Recovery codes that have not been used.' }),
});
export type SecondFactor = Static<typeof SecondFactor>;

/** Response of POST /api/auth/second-factor: shown once, in force after POST /api/auth/second-factor/confirm. */
export const SecondFactorSetup = closed('SecondFactorSetup', {
  secret: Type.String({ description: 'The TOTP secret in base32, 160 bits.' }),
  otpauth_url: Type.String({ description: 'The same as an `otpauth:` address, for a QR code.' }),
  recovery_codes: Type.Array(Type.String(), { description: 'Ten recovery codes; each signs in once.' }),
});
export type SecondFactorSetup = Static<typeof SecondFactorSetup>;

export const RecoveryCodes = closed('RecoveryCodes', { recovery_codes: SecondFactorSetup.properties.recovery_codes });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

export const ConfirmSecondFactorBody = closed('ConfirmSecondFactorBody', {
  code: freeText('The six digits that the authenticator app shows now.', '123456', { maxLength: 64 }),
});
export type ConfirmSecondFactorBody = Static<typeof ConfirmSecondFactorBody>;

/** Body that proves a second factor, by `code` or by the passkey of `credential`; the whole body may be left out. */
export const FactorProofBody = closed('FactorProofBody', {
  current_password: Type.Optional(CurrentPassword),
  code: Type.Optional(OneTimeCode),
  credential: Type.Optional(PasskeySignInBody.properties.credential),
});
export type FactorProofBody = Static<typeof FactorProofBody>;
