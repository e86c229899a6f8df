import { COMMON_ERRORS, type ErrorTable, errorsOf } from '@ownvoice/shared';
import { errorResponses } from '@ownvoice/shared/contract';

/**
 * Every error of this service: by its reason, which the audit log has too, the status, the message, and the code where it is
 * another word. A code of its own is one by which a client does something else.
 */
export const ERRORS = {
  ...COMMON_ERRORS,
  nothing_to_confirm: [
    400,
    'There is nothing to confirm. Set up a second factor with POST /api/auth/second-factor first.',
  ],
  passkey_not_verified: [400, 'The passkey could not be verified. Begin again.'],
  invalid_state: [400, 'This sign-in is invalid or expired. Begin again from the sign-in page.'],
  code_missing: [400, 'The provider sent no authorization code.'],
  email_not_verified: [400, 'The provider reports no verified e-mail address for this account.'],
  unauthorized: [401, 'A valid bearer token is needed.'],
  invalid_credentials: [401, 'The username or the password is wrong.'],
  second_factor_required: [401, 'A one-time code is required.'],
  passkey_rejected: [401, 'This passkey is not accepted.', 'invalid_credentials'],
  forbidden: [403, 'Only administrators may do this.'],
  not_your_record: [403, 'This is another user’s record.', 'forbidden'],
  role_by_non_admin: [403, 'Only administrators may change roles.', 'forbidden'],
  wrong_password: [403, 'The current password is wrong.'],
  password_required: [403, 'current_password is required.'],
  recent_sign_in_required: [403, 'Sign in again, or send your current password as current_password.'],
  factor_required: [403, 'Send a one-time code or a recovery code as code, or a passkey as credential.'],
  wrong_code: [403, 'The one-time code is wrong.'],
  second_factor_setup_required: [403, 'Set up a second factor first.'],
  single_user_mode: [403, 'This is not available in single-user mode.'],
  not_the_default_admin: [403, 'In single-user mode only the default administrator can sign in.', 'single_user_mode'],
  suspended: [403, 'This account is suspended.'],
  key_not_allowed: [403, 'An API key is for GET /api/auth/verify and /api/auth/me. Sign in for everything else.'],
  suspension_by_non_admin: [403, 'Only administrators may suspend accounts.', 'forbidden'],
  setup_required: [403, 'The service has to be set up first.'],
  wrong_setup_token: [403, 'The set-up token is missing or wrong.'],
  registration_disabled: [403, 'Registration is disabled.'],
  sign_in_to_link: [
    403,
    'An administrator has this e-mail address, which was never confirmed. Sign in to that account in another way.',
  ],
  domain_not_allowed: [403, 'E-mail addresses of this domain may not sign in by this provider.'],
  identity_in_use: [403, 'This account at the provider signs in to another account here.'],
  sign_in_declined: [403, 'The sign-in was declined at the provider.'],
  unknown_user: [404, 'There is no such user.', 'not_found'],
  unknown_session: [404, 'There is no such session.', 'not_found'],
  unknown_passkey: [404, 'There is no such passkey.', 'not_found'],
  unknown_key: [404, 'There is no such API key.', 'not_found'],
  unknown_link: [404, 'This link is unknown, used or expired.', 'not_found'],
  unknown_invitation: [404, 'There is no such invitation.', 'not_found'],
  no_passkeys: [404, 'The account has no passkey.', 'not_found'],
  no_second_factor: [404, 'The account has no second factor.', 'not_found'],
  not_linked: [404, 'No identity of this provider is linked to the account.', 'not_found'],
  unknown_provider: [404, 'There is no such sign-in provider here.', 'not_found'],
  name_taken: [409, 'This username is taken.'],
  email_taken: [409, 'This e-mail address is taken.'],
  last_admin: [409, 'This is the last administrator.'],
  only_sign_in_method: [409, 'This is the only way to sign in to the account. Set a password first.'],
  second_factor_on: [409, 'The second factor is already on. Turn it off first.'],
  passkey_in_use: [409, 'This passkey is already in use.'],
  too_many_passkeys: [409, 'An account has at most {limit} passkeys.'],
  key_name_taken: [409, 'You have an API key of this name.'],
  too_many_keys: [409, 'An account has at most {limit} API keys.'],
  already_set_up: [409, 'The service has already been set up.'],
  rate_limited: [429, 'Too many requests from this address. Try again later.'],
  locked_out: [429, 'Too many failed sign-ins from this address. Try again later.', 'rate_limited'],
  name_locked_out: [
    429,
    'Too many failed sign-ins under this name from this address. Try again later.',
    'rate_limited',
  ],
  too_many_codes: [429, 'Too many wrong one-time codes for this account. Try again later.'],
  too_many_registrations: [429, 'Too many registrations at once. Try again later.', 'rate_limited'],
  provider_failed: [502, 'The provider failed. Try again later.'],
  database_unavailable: [503, 'The database is not available.', 'not_ready'],
  overloaded: [503, 'Too many sign-ins at once.', 'not_ready'],
  client_overloaded: [503, 'Too many sign-ins from this address at once.', 'not_ready'],
} as const satisfies ErrorTable;

export type ErrorReason = keyof typeof ERRORS;

/** Makes the error of a reason. */
export const apiError = errorsOf(ERRORS);

/** Declares the error responses for these reasons: each status with the codes that it can have. */
export function responsesFor(reasons: Iterable<ErrorReason>): Record<number, object> {
  const codes = new Map<number, Set<string>>();
  for (const reason of reasons) {
    const [status, , code = reason]: ErrorTable[string] = ERRORS[reason];
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  return errorResponses(...[...codes].map(([status, names]) => [status, ...names] as const));
}
