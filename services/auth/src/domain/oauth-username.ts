const minLength = 3;
const maxLength = 64;
const numberedCandidates = 50;

/** What a provider tells about a person that a username can be made of. */
export interface UsernameHint {
  /** The name used at the provider, if it has one. */
  readonly login: string | null;
  /** A verified e-mail address. */
  readonly email: string;
}

/**
 * The usernames to try for a person who arrives by a provider, best first: the provider's own name, made to fit our
 * rules (3–64 of `A-Za-z0-9_.-`), then the same with `-2`, `-3`, … Ends after 50; whoever needs more than that appends
 * something random.
 */
export function* usernameCandidates(hint: UsernameHint): Generator<string, void, void> {
  const base = fitting(hint.login ?? '') ?? fitting(hint.email.slice(0, hint.email.lastIndexOf('@'))) ?? 'user';
  yield base;
  for (let n = 2; n <= numberedCandidates; n += 1) yield withSuffix(base, String(n));
}

/** `base-suffix`, cut so that it still fits. */
export function withSuffix(base: string, suffix: string): string {
  return `${base.slice(0, maxLength - suffix.length - 1).replace(/[-.]+$/, '')}-${suffix}`;
}

function fitting(name: string): string | undefined {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, maxLength)
    .replace(/[-.]+$/, '');
  if (letters.length === 0) return undefined;
  return letters.length < minLength ? `user-${letters}` : letters;
}
