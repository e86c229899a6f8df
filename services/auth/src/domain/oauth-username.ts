import { USERNAME_RULES } from '@ownvoice/shared/contract';

const MAX_CANDIDATES = 50;

/**
 * The usernames to try for a person who comes from a provider, best first: the name used there, changed to obey our
 * rules, or that of the e-mail address, then the same with `-2`, `-3`, … up to `-50`.
 */
export function* usernameCandidates(login: string | null, email: string): Generator<string, void, void> {
  const base = fitting(login ?? '') ?? fitting(email.slice(0, email.lastIndexOf('@'))) ?? 'user';
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
