import { RequestError } from '../http/request.js';
import { PageError } from '../language/message.js';
import type { KnownSentence } from '../language/sentences.js';
import { useSentences } from '../language/use-sentences.js';
import { PasskeyError } from './passkey.js';
import type { AccountsText } from './text.js';

/** The fields of the forms, by their names in requests. */
const FIELDS = [
  'username',
  'email',
  'password',
  'new_password',
  'current_password',
  'setup_token',
  'code',
  'name',
] as const;
export type Field = (typeof FIELDS)[number];
/** A sentence for each field that is refused. */
export type FieldErrors = Partial<Record<Field, string | undefined>>;

/** Sentences of the accounts service that the page says in its own language. */
export const KNOWN_SENTENCES: Readonly<Record<string, KnownSentence<keyof AccountsText['problems']>>> = {
  'The username or the password is wrong.': { problem: 'wrongCredentials' },
  'In single-user mode only the default administrator can sign in.': { problem: 'singleUser' },
  'Too many failed sign-ins from this address. Try again later.': { problem: 'lockout' },
  'Too many failed sign-ins under this name from this address. Try again later.': { problem: 'lockout' },
  'Too many requests from this address. Try again later.': { problem: 'tooManyRequests' },
  'Too many registrations at once. Try again later.': { problem: 'tooManyRequests' },
  'This username is taken.': { problem: 'usernameTaken', field: 'username' },
  'This e-mail address is taken.': { problem: 'emailTaken', field: 'email' },
  'The current password is wrong.': { problem: 'wrongCurrentPassword', field: 'current_password' },
  'current_password is required.': {
    problem: 'currentPasswordNeeded',
    field: 'current_password',
  },
  'Sign in again, or send your current password as current_password.': {
    problem: 'currentPasswordNeeded',
    field: 'current_password',
  },
  'new_password must differ from the current password.': { problem: 'samePassword', field: 'new_password' },
  'The set-up token is missing or wrong.': { problem: 'wrongSetupToken', field: 'setup_token' },
  'A one-time code is required.': { problem: 'codeMissing', field: 'code' },
  'Set up at localhost on this machine, or start the service with SETUP_TOKEN.': { problem: 'setUpLocally' },
  'The one-time code is wrong.': { problem: 'wrongCode', field: 'code' },
  'The account has no second factor.': { problem: 'noSecondFactor' },
  'The second factor is on already. Turn it off first.': { problem: 'secondFactorOn' },
  'This passkey is not accepted.': { problem: 'passkeyRefused' },
  'The passkey could not be verified. Begin again.': { problem: 'passkeyRefused' },
  'There is no such passkey.': { problem: 'noSuchPasskey' },
  'The account has no passkey.': { problem: 'noPasskeys' },
  'Too many sign-ins at once.': { problem: 'tooManyRequests' },
  'Too many sign-ins from this address at once.': { problem: 'tooManyRequests' },
  'The service has been set up already.': { problem: 'alreadySetUp' },
  'Registration is disabled.': { problem: 'registrationDisabled' },
  'Only administrators may do this.': { problem: 'adminsOnly' },
  'Only administrators may change roles.': { problem: 'adminsOnly' },
  'This is the last administrator.': { problem: 'lastAdmin' },
  'This is the only way to sign in to the account. Set a password first.': { problem: 'onlyWayIn' },
  'There is no such user.': { problem: 'noSuchUser' },
  'There is no such session.': { problem: 'noSuchSession' },
  'No identity of this provider is linked to the account.': { problem: 'notLinked' },
  'An account has at most {limit} passkeys.': { problem: 'passkeyLimit' },
  'This passkey is in use already.': { problem: 'passkeyInUse' },
  'There is nothing to confirm. Set up a second factor with POST /api/auth/second-factor first.': {
    problem: 'nothingToConfirm',
  },
  'This is another user’s record.': { problem: 'adminsOnly' },
  'This is not available in single-user mode.': { problem: 'notInSingleUserMode' },
  'The service has to be set up first.': { problem: 'setUpFirst' },
  'This sign-in is invalid or expired. Begin again from the sign-in page.': { problem: 'signInExpired' },
  'The provider sent no authorization code.': { problem: 'signInUnconfirmed' },
  'The provider reports no verified e-mail address for this account.': { problem: 'emailUnverified' },
  'The sign-in was declined at the provider.': { problem: 'providerDeclined' },
  'The provider failed. Try again later.': { problem: 'providerFailed' },
  'There is no such sign-in provider here.': { problem: 'providerUnknown' },
  'Set up a second factor first.': { problem: 'secondFactorFirst' },
  'A valid bearer token is needed.': { problem: 'sessionEnded' },
  'The database is not available.': { problem: 'databaseUnavailable' },
  'The service is stopping.': { problem: 'stopping' },
  'The body is too large.': { problem: 'tooLarge' },
  'Internal error.': { problem: 'internal' },
  'Internal error: {cause}': { problem: 'internal' },
  'username may only contain letters, digits, "_", "." and "-".': { problem: 'usernameCharacters', field: 'username' },
  '{field} must be an e-mail address.': { problem: 'emailForm' },
  '{field} must contain {what}.': { problem: 'passwordRules' },
  '{field} is required.': { problem: 'missing' },
  '{field} must not be empty.': { problem: 'missing' },
  '{field} is shorter than {limit} characters.': { problem: 'tooShort' },
  '{field} is longer than {limit} characters.': { problem: 'tooLong' },
  '{field} is longer than {limit} bytes of UTF-8.': { problem: 'tooManyBytes' },
  '{field} must not contain NUL characters.': { problem: 'notAccepted' },
  '{field} must be {what}.': { problem: 'notAccepted' },
};

export interface Problem {
  fields: FieldErrors;
  /** What no field is to blame for; undefined when nothing is left. */
  rest: unknown;
}

/** The names of fields in requests that have another one in the page. */
const PAGE_NAMES: Readonly<Record<string, Field>> = { otp: 'code' };

const fieldNamed = (name = ''): Field | undefined => PAGE_NAMES[name] ?? FIELDS.find((field) => field === name);

/**
 * Divides an error among the fields of a form. Sentences that the page does not know stay as the server wrote them;
 * those about a field begin with its name.
 */
export function useProblem(error: unknown): Problem {
  const said = useSentences();
  if (error instanceof PasskeyError)
    return { fields: {}, rest: new PageError((text: AccountsText) => text.problems[error.problem]) };
  if (!(error instanceof RequestError)) return { fields: {}, rest: error };
  const fields: FieldErrors = {};
  const rest: string[] = [];
  for (const sentence of error.sentences) {
    const { text, field: about = sentence.split(' ', 1)[0] } = said(sentence);
    const field = fieldNamed(about);
    if (field === undefined) rest.push(sentence);
    else fields[field] ??= text;
  }
  if (rest.length === 0 && error.sentences.length > 0) return { fields, rest: undefined };
  return { fields, rest: new RequestError(rest[0] ?? '', error.status, rest, error.retryAfterSeconds) };
}
