import {
  type BrokenRule,
  brokenRules,
  EMAIL_RULES,
  MAX_PASSWORD_BYTES,
  NEW_PASSWORD_RULES,
  USERNAME_RULES,
  withinBytes,
} from '@ownvoice/shared/contract';
import { isCommonPassword } from '@ownvoice/shared/contract/common-passwords';
import { parseDuration } from '@ownvoice/shared/settings';

/** The form in which usernames are unique. They are ASCII, so lower case is the same in every language. */
export const usernameKeyOf = (username: string): string => username.toLowerCase();

/** The form in which an e-mail address is stored and compared. */
export const canonicalEmail = (email: string): string => email.toLowerCase();

export const usernameFaults = (username: string): BrokenRule[] => brokenRules('username', username, USERNAME_RULES);

/** The rules that an e-mail address breaks. */
export const emailFaults = (email: string): BrokenRule[] => brokenRules('email', email, EMAIL_RULES);

/**
 * The rules that a new password breaks.
 * @param field the name of the request's field
 */
export function passwordFaults(password: string, field = 'password'): BrokenRule[] {
  const faults = brokenRules(field, password, NEW_PASSWORD_RULES);
  if (!password.isWellFormed()) faults.push({ field, code: 'malformed_unicode' });
  if (isCommonPassword(password)) faults.push({ field, code: 'common_password' });
  return faults;
}

/**
 * The form in which a password is hashed: NFC, so that it does not matter which keyboard wrote an accent. Where that is longer
 * than bcrypt reads, it is left as typed.
 */
export function canonicalPassword(password: string): string {
  const composed = password.normalize('NFC');
  return withinBytes(MAX_PASSWORD_BYTES, composed) ? composed : password;
}

/** What could make a name look like another, or like none. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** The name that somebody gave to a key or a passkey, as it is stored and shown; `''` when nothing of it can be seen. */
export const cleanName = (typed: string): string => typed.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim();

const MIN_LIFETIME_SECONDS = 60;
const MAX_LIFETIME_SECONDS = 3_650 * 24 * 3_600;

/** The rule that a lifetime such as `90d` breaks; `null` is for ever. */
export function lifetimeFaults(lifetime: string | null): BrokenRule[] {
  const seconds = lifetime === null ? MIN_LIFETIME_SECONDS : (parseDuration(lifetime) ?? 0);
  if (seconds >= MIN_LIFETIME_SECONDS && seconds <= MAX_LIFETIME_SECONDS) return [];
  return [{ field: 'expires_in', code: 'not_within', parameters: { least: '1m', most: '3650d' } }];
}

/** When something expires that is made now, in milliseconds since the Unix epoch. */
export const expiryOf = (lifetime: string | null, now: number): Date | null =>
  lifetime === null ? null : new Date(now + (parseDuration(lifetime) ?? 0) * 1000);
