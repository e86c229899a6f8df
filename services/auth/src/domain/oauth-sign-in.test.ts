import { describe, expect, test } from 'vitest';
import type { ProviderProfile } from './oauth-profile.js';
import { decideOAuthSignIn, type OAuthSignInFacts } from './oauth-sign-in.js';

const profile: ProviderProfile = {
  provider: 'codehost',
  subject: '7',
  login: 'mona',
  verifiedEmail: 'mona@example.org',
};
const decide = (facts: Partial<OAuthSignInFacts>) =>
  decideOAuthSignIn({ profile, linked: undefined, sameEmail: undefined, registrationAllowed: true, ...facts });
const proven = { id: 'a', emailVerified: true };
const claimed = { id: 'a', emailVerified: false };

describe('signing in by a provider', () => {
  test('a stranger with a verified e-mail gets an account', () => {
    expect(decide({})).toEqual({ kind: 'create', email: 'mona@example.org' });
  });

  test('without a verified e-mail nobody is linked or created, and a known identity still gets in', () => {
    const unverified = { ...profile, verifiedEmail: null };
    expect(decide({ profile: unverified })).toEqual({ kind: 'refuse', why: 'email-not-verified' });
    const signIn = { kind: 'sign-in', userId: 'a', provesEmail: null };
    expect(decide({ profile: unverified, linked: proven })).toEqual(signIn);
    expect(decide({ profile: unverified, linked: claimed })).toEqual(signIn);
  });

  test('a known identity keeps its account when its e-mail has changed, also to one that another account holds', () => {
    const signIn = { kind: 'sign-in', userId: 'a', provesEmail: null };
    expect(decide({ linked: proven })).toEqual(signIn);
    expect(decide({ linked: proven, sameEmail: { id: 'b', emailVerified: false } })).toEqual(signIn);
  });

  test('a known identity with the e-mail that its account claims proves it', () => {
    expect(decide({ linked: claimed, sameEmail: claimed })).toEqual({
      kind: 'sign-in',
      userId: 'a',
      provesEmail: 'mona@example.org',
    });
  });

  test('an account with a proven e-mail is linked as it is', () => {
    expect(decide({ sameEmail: proven })).toEqual({
      kind: 'link',
      userId: 'a',
      email: 'mona@example.org',
      expelSquatter: false,
    });
  });

  test('an account that only claimed the e-mail is linked and its squatter expelled', () => {
    expect(decide({ sameEmail: claimed })).toEqual({
      kind: 'link',
      userId: 'a',
      email: 'mona@example.org',
      expelSquatter: true,
    });
  });

  test('where registration is disabled, strangers are refused and members still get in', () => {
    expect(decide({ registrationAllowed: false })).toEqual({ kind: 'refuse', why: 'registration-disabled' });
    expect(decide({ registrationAllowed: false, sameEmail: proven }).kind).toBe('link');
    expect(decide({ registrationAllowed: false, linked: proven }).kind).toBe('sign-in');
  });
});
