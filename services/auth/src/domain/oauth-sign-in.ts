import { type Role, USERNAME_RULES } from '@ownvoice/shared/contract';
import type { ProviderProfile } from './oauth-profile.js';

/** A local user, as far as signing in by a provider is concerned. */
export interface LocalUser {
  readonly id: string;
  /** Whether anybody ever proved, or an administrator vouched, that the user's e-mail is their own. */
  readonly emailVerified: boolean;
  readonly role: Role;
}

export interface OAuthSignInFacts {
  readonly profile: ProviderProfile;
  /** The user that the identity is linked to. */
  readonly linked: LocalUser | undefined;
  /** The user with the provider's verified e-mail. */
  readonly sameEmail: LocalUser | undefined;
  readonly registrationAllowed: boolean;
  /** The domains of e-mail addresses that may sign in; empty: any. */
  readonly allowedDomains: readonly string[];
  /** The signed-in user who links the identity. */
  readonly linkTo?: LocalUser | undefined;
}

export type OAuthSignIn =
  /** `provesEmail`: the address that the user claimed and this sign-in proves. */
  | { readonly kind: 'sign-in'; readonly userId: string; readonly provesEmail: string | null }
  | { readonly kind: 'link'; readonly userId: string; readonly email: string; readonly expelSquatter: boolean }
  /** Links the identity to the user who asked for it; the address stays as it is, but may be proven by it. */
  | { readonly kind: 'attach'; readonly userId: string; readonly provesEmail: string | null }
  | { readonly kind: 'create'; readonly email: string }
  | { readonly kind: 'reject'; readonly why: OAuthRejection };

type OAuthRejection =
  | 'domain_not_allowed'
  | 'email_not_verified'
  | 'registration_disabled'
  | 'sign_in_to_link'
  | 'identity_in_use';

/**
 * Decides what happens when a provider says who has signed in.
 *
 * A linked identity keeps its user whatever its e-mail has become since, verified or not. A new one is linked to the user with the same
 * e-mail. If that user had only claimed the address, everything else that opens the account (password, tokens, other
 * identities) is dropped, so that whoever squatted the address keeps nothing. An administrator is never taken over so: an address
 * that was mistyped would give the server to whoever owns it.
 */
export function decideOAuthSignIn({
  profile,
  linked,
  sameEmail,
  registrationAllowed,
  allowedDomains,
  linkTo,
}: OAuthSignInFacts): OAuthSignIn {
  const email = profile.verifiedEmail;
  const isForeign = email !== null && !allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1));
  if (allowedDomains.length > 0 && isForeign) return { kind: 'reject', why: 'domain_not_allowed' };
  const provenBy = ({ id, emailVerified }: LocalUser) => (sameEmail?.id === id && !emailVerified ? email : null);
  if (linkTo !== undefined && linked === undefined)
    return { kind: 'attach', userId: linkTo.id, provesEmail: provenBy(linkTo) };
  if (linkTo !== undefined && linked?.id !== linkTo.id) return { kind: 'reject', why: 'identity_in_use' };
  if (linked !== undefined) return { kind: 'sign-in', userId: linked.id, provesEmail: provenBy(linked) };
  if (email === null) return { kind: 'reject', why: 'email_not_verified' };
  if (sameEmail?.role === 'admin' && !sameEmail.emailVerified) return { kind: 'reject', why: 'sign_in_to_link' };
  if (sameEmail !== undefined)
    return { kind: 'link', userId: sameEmail.id, email, expelSquatter: !sameEmail.emailVerified };
  if (!registrationAllowed) return { kind: 'reject', why: 'registration_disabled' };
  return { kind: 'create', email };
}

const ANY_ORIGIN = 'http://origin.invalid';
const MAX_CHARACTERS = 2048;

/**
 * Where a browser may be sent after signing in by a provider: a path with its query on this origin, or `/`. A fragment
 * is dropped, because the session travels in it.
 *
 * Browsers read `\` as `/` and skip tabs and line breaks in addresses, so all of them are rejected, and dot segments are
 * resolved before the path is checked for a leading `//`.
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 */
export function safeReturnTo(asked: string | undefined): string {
  if (asked === undefined || asked.length > MAX_CHARACTERS) return '/';
  if (!/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/u.test(asked)) return '/';
  const url = URL.canParse(asked, ANY_ORIGIN) ? new URL(asked, ANY_ORIGIN) : undefined;
  if (url === undefined || url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}

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
