import { isCommonPassword } from '@ownvoice/shared/contract/common-passwords';
import { EMAIL_RULES, NEW_PASSWORD_RULES, PATTERNS, USERNAME_RULES } from '@ownvoice/shared/contract/patterns';
import type { AccountsText } from './text.js';

/** In Unicode code points, as the server counts. */
const lengthOf = (text: string) => [...text].length;
const byteLength = (text: string) => new TextEncoder().encode(text).length;
const matches = (text: string, ...patterns: readonly { readonly pattern: string }[]) =>
  patterns.every(({ pattern }) => new RegExp(pattern, 'u').test(text));

/*
 * Each returns the message about the rule of the contract that a value breaks; undefined for a value that may be sent.
 */

export function usernameError(value: string, { fieldErrors }: AccountsText): string | undefined {
  const { minLength, maxLength, patterns } = USERNAME_RULES;
  if (value === '') return fieldErrors.usernameMissing;
  if (lengthOf(value) < minLength || lengthOf(value) > maxLength) return fieldErrors.usernameLength;
  return matches(value, ...patterns) ? undefined : fieldErrors.usernameCharacters;
}

/** An empty address means none. */
export function emailError(value: string, { fieldErrors }: AccountsText): string | undefined {
  if (value === '') return undefined;
  if (lengthOf(value) > EMAIL_RULES.maxLength) return fieldErrors.emailLength;
  return matches(value, ...EMAIL_RULES.patterns) ? undefined : fieldErrors.emailForm;
}

/** What a new password has to have, and whether it does. */
export function passwordRequirements(password: string) {
  const { minLength, maxBytes } = NEW_PASSWORD_RULES;
  return {
    length: lengthOf(password) >= minLength,
    upper: matches(password, PATTERNS.upperCase),
    lower: matches(password, PATTERNS.lowerCase),
    digit: matches(password, PATTERNS.digit),
    tooLong: byteLength(password) <= maxBytes,
    uncommon: !isCommonPassword(password),
  };
}

export const newPasswordError = (value: string, { fieldErrors }: AccountsText): string | undefined =>
  Object.values(passwordRequirements(value)).every(Boolean) && matches(value, PATTERNS.withoutNul)
    ? undefined
    : fieldErrors.passwordRules;

export const blankError = (value: string, message: string): string | undefined =>
  value.trim() === '' ? message : undefined;

/** What is easily read aloud and typed: without letters and digits that look alike. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GENERATED_LENGTH = 16;

/** A random password that fulfils the rules. */
export function generatePassword(): string {
  const { length } = PASSWORD_CHARACTERS;
  // Bytes beyond the last whole multiple would make some characters likelier.
  const usable = Math.floor(256 / length) * length;
  for (;;) {
    const bytes = [...crypto.getRandomValues(new Uint8Array(64))].filter((byte) => byte < usable);
    const password = bytes
      .slice(0, GENERATED_LENGTH)
      .map((byte) => PASSWORD_CHARACTERS[byte % length])
      .join('');
    if (Object.values(passwordRequirements(password)).every(Boolean)) return password;
  }
}
