import type { ProviderProfile } from './oauth-profile.js';

/** A local user, as far as signing in by a provider is concerned. */
export interface LocalUser {
  readonly id: string;
  /** Whether anybody ever proved, or an administrator vouched, that the user's e-mail is their own. */
  readonly emailVerified: boolean;
}

export interface OAuthSignInFacts {
  readonly profile: ProviderProfile;
  /** The user that the identity is linked to. */
  readonly linked: LocalUser | undefined;
  /** The user with the provider's verified e-mail. */
  readonly sameEmail: LocalUser | undefined;
  readonly registrationAllowed: boolean;
}

export type OAuthSignIn =
  /** `provesEmail`: the address that the user claimed and this sign-in proves. */
  | { readonly kind: 'sign-in'; readonly userId: string; readonly provesEmail: string | null }
  | { readonly kind: 'link'; readonly userId: string; readonly email: string; readonly expelSquatter: boolean }
  | { readonly kind: 'create'; readonly email: string }
  | { readonly kind: 'refuse'; readonly why: 'email-not-verified' | 'registration-disabled' };

/**
 * Decides what happens when a provider says who has signed in.
 *
 * A linked identity keeps its user whatever its e-mail has become since, verified or not. A new one is linked to the user with the same
 * e-mail. If that user had only claimed the address, everything else that opens the account (password, tokens, other
 * identities) is dropped, so that whoever squatted the address keeps nothing.
 */
export function decideOAuthSignIn({ profile, linked, sameEmail, registrationAllowed }: OAuthSignInFacts): OAuthSignIn {
  const email = profile.verifiedEmail;
  if (linked !== undefined) {
    const proves = sameEmail?.id === linked.id && !linked.emailVerified;
    return { kind: 'sign-in', userId: linked.id, provesEmail: proves ? email : null };
  }
  if (email === null) return { kind: 'refuse', why: 'email-not-verified' };
  if (sameEmail !== undefined)
    return { kind: 'link', userId: sameEmail.id, email, expelSquatter: !sameEmail.emailVerified };
  if (!registrationAllowed) return { kind: 'refuse', why: 'registration-disabled' };
  return { kind: 'create', email };
}
