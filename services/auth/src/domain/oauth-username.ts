import { USERNAME_RULES } from '@ownvoice/shared/contract';

const MAX_CANDIDATES = 50;

/** What a provider says about a person, as far as a username can be derived from it. */
export interface UsernameHint {
  /** The name used at the provider, if it has one. */
  readonly login: string | null;
  /** A verified e-mail address. */
  readonly email: string;
}

/**
 * The usernames to try for a person who comes from a provider, best first: the name used there, changed to obey our
 * rules, then the same with `-2`, `-3`, … up to `-50`.
 */
export function* usernameCandidates(hint: UsernameHint): Generator<string, void, void> {
  const base = fitting(hint.login ?? '') ?? fitting(hint.email.slice(0, hint.email.lastIndexOf('@'))) ?? 'user';
  yield base;
  for (let n = 2; n <= MAX_CANDIDATES; n += 1) yield withSuffix(base, String(n));
}

/** `base-suffix`, cut so that it still fits. */
export function withSuffix(base: string, suffix: string): string {
  return `${base.slice(0, USERNAME_RULES.maxLength - suffix.length - 1).replace(/[-.]+$/, '')}-${suffix}`;
}

function fitting(name: string): string | undefined {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, USERNAME_RULES.maxLength)
    .replace(/[-.]+$/, '');
  if (letters.length === 0) return undefined;
  return letters.length < USERNAME_RULES.minLength ? `user-${letters}` : letters;
}
