import {
  MAX_EMAIL_CHARACTERS,
  MAX_PASSWORD_BYTES,
  MAX_USERNAME_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
  MIN_USERNAME_CHARACTERS,
} from '@ownvoice/shared/contract';

/** The form in which usernames are unique. They are ASCII, so lower case is the same in every language. */
export const usernameKeyOf = (username: string): string => username.toLowerCase();

/** The form in which an e-mail address is stored and compared. */
export const canonicalEmail = (email: string): string => email.toLowerCase();

/** The rules that a username breaks, one sentence each. */
export function usernameFaults(username: string): string[] {
  const faults: string[] = [];
  const length = [...username].length;
  if (length < MIN_USERNAME_CHARACTERS || length > MAX_USERNAME_CHARACTERS)
    faults.push(`username must have ${MIN_USERNAME_CHARACTERS} to ${MAX_USERNAME_CHARACTERS} characters.`);
  if (!/^[A-Za-z0-9_.-]*$/.test(username)) faults.push('username may only contain letters, digits, "_", "." and "-".');
  return faults;
}

/** A label of a domain, as browsers check it. @see https://html.spec.whatwg.org/#valid-e-mail-address */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ADDRESS = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);

/** The rules that an e-mail address breaks, one sentence each. */
export function emailFaults(email: string): string[] {
  if (email.length > MAX_EMAIL_CHARACTERS) return [`email must have at most ${MAX_EMAIL_CHARACTERS} characters.`];
  return ADDRESS.test(email) ? [] : ['email must be an e-mail address.'];
}

/** Whether bcrypt reads all of a password: it stops at 72 bytes and at a NUL. */
export function isHashable(password: string): boolean {
  // A UTF-16 unit is at least one byte of UTF-8, so megabytes are refused without being encoded.
  return (
    password.length <= MAX_PASSWORD_BYTES &&
    Buffer.byteLength(password) <= MAX_PASSWORD_BYTES &&
    password.isWellFormed() &&
    !password.includes('\0')
  );
}

/** Why no user can have this password, so that no time is spent on it. @param field as for `passwordFaults` */
export const unreadablePasswordFaults = (password: string, field: string): string[] =>
  isHashable(password) ? [] : [`${field} must be well-formed text of at most 72 bytes of UTF-8.`];

/**
 * The rules that a new password breaks, one sentence each.
 * @param field the name of the request's field, to begin the sentences with
 */
export function passwordFaults(password: string, field = 'password'): string[] {
  const faults: string[] = [];
  const head = password.slice(0, MAX_PASSWORD_BYTES + 1);
  if ([...head].length < MIN_PASSWORD_CHARACTERS)
    faults.push(`${field} must have at least ${MIN_PASSWORD_CHARACTERS} characters.`);
  if (!/\p{Lu}/u.test(head)) faults.push(`${field} must contain an uppercase letter.`);
  if (!/\p{Ll}/u.test(head)) faults.push(`${field} must contain a lowercase letter.`);
  if (!/\p{Nd}/u.test(head)) faults.push(`${field} must contain a digit.`);
  if (password.length > MAX_PASSWORD_BYTES || Buffer.byteLength(password) > MAX_PASSWORD_BYTES)
    faults.push(`${field} must have at most ${MAX_PASSWORD_BYTES} bytes of UTF-8.`);
  if (password.includes('\0')) faults.push(`${field} must not contain NUL characters.`);
  if (!password.isWellFormed()) faults.push(`${field} must be well-formed Unicode.`);
  return faults;
}
