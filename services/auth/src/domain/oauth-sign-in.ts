import type { ProviderProfile } from './oauth-profile.js';

/** A local account, as far as signing in by a provider is concerned. */
export interface LocalAccount {
  readonly id: string;
  /** Whether anybody ever proved, or an administrator vouched, that the account's e-mail belongs to its owner. */
  readonly emailVerified: boolean;
}

export interface OAuthSignInFacts {
  readonly profile: ProviderProfile;
  /** The account that (provider, subject) already stands for. */
  readonly known: LocalAccount | undefined;
  /** The account that holds the provider's verified e-mail. */
  readonly sameEmail: LocalAccount | undefined;
  readonly registrationAllowed: boolean;
}

export type OAuthSignIn =
  | { readonly kind: 'sign-in'; readonly userId: string; readonly provesEmail: boolean }
  | { readonly kind: 'link'; readonly userId: string; readonly expelSquatter: boolean }
  | { readonly kind: 'create'; readonly email: string }
  | { readonly kind: 'refuse'; readonly why: 'email-not-verified' | 'registration-disabled' };

/**
 * What happens when a provider says who has signed in.
 *
 * An identity that is known keeps its account whatever its e-mail has become since. A new one takes the account with
 * the same e-mail, and where that account only ever claimed the address, everything else that opens it (password,
 * tokens, other identities) is dropped: whoever squatted the address keeps nothing.
 */
export function decideOAuthSignIn({ profile, known, sameEmail, registrationAllowed }: OAuthSignInFacts): OAuthSignIn {
  if (profile.verifiedEmail === null) return { kind: 'refuse', why: 'email-not-verified' };
  if (known !== undefined) {
    const provesEmail = sameEmail?.id === known.id && !known.emailVerified;
    return { kind: 'sign-in', userId: known.id, provesEmail };
  }
  if (sameEmail !== undefined) return { kind: 'link', userId: sameEmail.id, expelSquatter: !sameEmail.emailVerified };
  if (!registrationAllowed) return { kind: 'refuse', why: 'registration-disabled' };
  return { kind: 'create', email: profile.verifiedEmail };
}
