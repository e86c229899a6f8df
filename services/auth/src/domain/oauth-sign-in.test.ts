import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing/any-text.js';
import type { ProviderProfile } from './oauth-profile.js';
import { decideOAuthSignIn, type OAuthSignInFacts, safeReturnTo } from './oauth-sign-in.js';

const profile: ProviderProfile = {
  provider: 'codehost',
  subject: '7',
  login: 'mona',
  verifiedEmail: 'mona@example.org',
  groups: null,
};
const decide = (facts: Partial<OAuthSignInFacts>) =>
  decideOAuthSignIn({
    profile,
    linked: undefined,
    sameEmail: undefined,
    registrationAllowed: true,
    allowedDomains: [],
    ...facts,
  });
const proven = { id: 'a', emailVerified: true, role: 'user' } as const;
const claimed = { id: 'a', emailVerified: false, role: 'user' } as const;

describe('signing in by a provider', () => {
  test('a stranger with a verified e-mail gets an account', () => {
    expect(decide({})).toEqual({ kind: 'create', email: 'mona@example.org' });
  });

  test('without a verified e-mail nobody is linked or created, and a known identity still gets in', () => {
    const unverified = { ...profile, verifiedEmail: null };
    expect(decide({ profile: unverified })).toEqual({ kind: 'reject', why: 'email_not_verified' });
    const signIn = { kind: 'sign-in', userId: 'a', provesEmail: null };
    expect(decide({ profile: unverified, linked: proven })).toEqual(signIn);
    expect(decide({ profile: unverified, linked: claimed })).toEqual(signIn);
  });

  // ASVS 10.5.2
  test('a known identity keeps its account when its e-mail has changed, also to one that another account holds', () => {
    const signIn = { kind: 'sign-in', userId: 'a', provesEmail: null };
    expect(decide({ linked: proven })).toEqual(signIn);
    expect(decide({ linked: proven, sameEmail: { ...claimed, id: 'b' } })).toEqual(signIn);
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

  test('an administrator is linked by a proven address only, and never taken over by one that was claimed', () => {
    expect(decide({ sameEmail: { ...proven, role: 'admin' } })).toMatchObject({ kind: 'link', expelSquatter: false });
    expect(decide({ sameEmail: { ...claimed, role: 'admin' } })).toEqual({ kind: 'reject', why: 'sign_in_to_link' });
  });

  test('an address outside the allowed domains neither signs in, links nor creates', () => {
    const allowedDomains = ['example.com', 'org'];
    for (const facts of [{}, { linked: proven }, { sameEmail: proven }, { linkTo: proven }])
      expect(decide({ allowedDomains, ...facts })).toEqual({ kind: 'reject', why: 'domain_not_allowed' });
    expect(decide({ allowedDomains: ['example.com', 'example.org'] })).toMatchObject({ kind: 'create' });
    expect(decide({ allowedDomains, linked: proven, profile: { ...profile, verifiedEmail: null } })).toMatchObject({
      kind: 'sign-in',
    });
  });

  test('an identity is linked to the signed-in user who asks for it, whatever its address', () => {
    const admin = { ...claimed, id: 'b', role: 'admin' } as const;
    expect(decide({ linkTo: admin })).toEqual({ kind: 'attach', userId: 'b', provesEmail: null });
    expect(decide({ linkTo: admin, sameEmail: proven })).toMatchObject({ kind: 'attach', userId: 'b' });
    expect(decide({ linkTo: admin, sameEmail: admin })).toMatchObject({ provesEmail: 'mona@example.org' });
    expect(decide({ linkTo: admin, linked: admin })).toMatchObject({ kind: 'sign-in', userId: 'b' });
    expect(decide({ linkTo: admin, linked: proven })).toEqual({ kind: 'reject', why: 'identity_in_use' });
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
    expect(decide({ registrationAllowed: false })).toEqual({ kind: 'reject', why: 'registration_disabled' });
    expect(decide({ registrationAllowed: false, sameEmail: proven }).kind).toBe('link');
    expect(decide({ registrationAllowed: false, linked: proven }).kind).toBe('sign-in');
  });
});

describe('return_to', () => {
  test.each([
    ['/', '/'],
    ['/account', '/account'],
    ['/users?role=admin&limit=10', '/users?role=admin&limit=10'],
    ['/stimme/über', '/stimme/%C3%BCber'],
    ['/a/../b', '/b'],
  ])('a path on this origin is kept: %j', (asked, expected) => {
    expect(safeReturnTo(asked)).toBe(expected);
  });

  test('a fragment is dropped, because the session travels in it', () => {
    expect(safeReturnTo('/account#token=planted')).toBe('/account');
  });

  test.each([
    undefined,
    '',
    'account',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/ok\r\nset-cookie: a=b',
    ' /account',
    `/${'a'.repeat(3000)}`,
  ])('anything else is the start page: %j', (asked) => {
    expect(safeReturnTo(asked)).toBe('/');
  });

  // ASVS 3.7.2
  test('whatever is asked, a browser stays on this origin', () => {
    const hostile = fc.array(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '%2e',
        '%2f',
        '\t',
        '\n',
        '@',
        ':',
        '?',
        '#',
        'evil.example',
        'https:',
        'a',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          hostile.map((parts) => parts.join('')),
          anyText(),
        ),
        (asked) => {
          const location = safeReturnTo(asked);
          expect(new URL(location, 'https://voice.example').origin).toBe('https://voice.example');
          expect(location).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
