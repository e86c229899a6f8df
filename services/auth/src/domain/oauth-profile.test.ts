import { describe, expect, test } from 'vitest';
import { claimsSayVerified, codehostProfile, mergedClaims, openIdProfile, subjectOf } from './oauth-profile.js';

describe('who has signed in', () => {
  test('the code host is keyed by its numeric id and gives its primary verified e-mail in lower case', () => {
    const emails = [
      { email: 'old@example.org', primary: false, verified: true },
      { email: 'Mona@Example.org', primary: true, verified: true },
    ];
    expect(codehostProfile({ id: 583231, login: 'mona' }, emails)).toEqual({
      provider: 'codehost',
      subject: '583231',
      login: 'mona',
      verifiedEmail: 'mona@example.org',
      groups: null,
    });
  });

  test.each([
    [undefined],
    [null],
    ['mona@example.org'],
    [[]],
    [[{ email: 'mona@example.org', primary: true, verified: 'true' }]],
    [[{ email: 'mona@example.org', primary: true, verified: false }]],
    [[{ email: 'mona@example.org', primary: false, verified: true }]],
    [[{ email: ['mona@example.org'], primary: true, verified: true }]],
    [[{ email: null, primary: true, verified: true }]],
    [[{ email: 'no address', primary: true, verified: true }]],
    [[[null]]],
  ])('a list of e-mails that proves nothing counts for nothing: %j', (emails) => {
    expect(codehostProfile({ id: 1, login: 'mona', email: 'mona@example.org' }, emails)?.verifiedEmail).toBeNull();
  });

  test.each([
    [{}],
    [{ email: 'm@example.org' }],
    [{ email: 'm@example.org', email_verified: false }],
    [{ email: 'm@example.org', email_verified: 'false' }],
    [{ email: 'm@example.org', email_verified: 'true' }],
    [{ email: 'm@example.org', email_verified: 1 }],
    [{ email: null, email_verified: true }],
    [{ email: ['m@example.org'], email_verified: true }],
    [{ email: `${'m'.repeat(250)}@example.org`, email_verified: true }],
  ])('an e-mail claim counts only when email_verified is true itself: %j', (claims) => {
    expect(openIdProfile('modelhub', { sub: 'u1', ...claims }, undefined)?.verifiedEmail).toBeNull();
  });

  test('verified claims give the e-mail, the subject and the name', () => {
    const claims = { sub: '6f1', preferred_username: 'ada', email: 'Ada@example.org', email_verified: true };
    expect(openIdProfile('modelhub', claims, undefined)).toEqual({
      provider: 'modelhub',
      subject: '6f1',
      login: 'ada',
      verifiedEmail: 'ada@example.org',
      groups: null,
    });
  });

  test('claims that say whether the e-mail is verified are enough; a list is for hosts whose claims say nothing', () => {
    expect(claimsSayVerified({ sub: '6f1', email_verified: true })).toBe(true);
    expect(claimsSayVerified({ sub: '6f1', email_verified: 'false' })).toBe(true);
    expect(claimsSayVerified({ sub: '6f1', email: 'ada@example.org' })).toBe(false);
    const emails = [{ email: 'ada@example.org', primary: true, verified: true }];
    expect(openIdProfile('modelhub', { sub: '6f1' }, emails)?.verifiedEmail).toBe('ada@example.org');
  });

  test.each([0, -1, 1.5, 2 ** 53, Number.NaN, '', 'a b', 'ü', 'x'.repeat(256), null, true, {}, [1]])(
    'what is no exact id is no subject: %j',
    (value) => {
      expect(subjectOf(value)).toBeUndefined();
    },
  );
});

describe('the claims of an ID token and of the userinfo endpoint', () => {
  const sub = 'u1';
  test.each([
    [
      'the token says both',
      { email: 'a@b.example', email_verified: false },
      { email: 'c@d.example', email_verified: true },
      ['a@b.example', false],
    ],
    ['the token says nothing', {}, { email: 'c@d.example', email_verified: true }, ['c@d.example', true]],
    [
      'the endpoint says whether',
      { email: 'a@b.example' },
      { email: 'c@d.example', email_verified: true },
      ['c@d.example', true],
    ],
    [
      'an address is verified by nobody',
      { email: 'a@b.example' },
      { email_verified: true },
      ['a@b.example', undefined],
    ],
  ])('take the e-mail and whether it is verified from one source: %s', (_, token, userinfo, [email, verified]) => {
    const merged = mergedClaims({ sub, ...token }, { sub: 'other', ...userinfo });
    expect([merged.sub, merged.email, merged.email_verified]).toEqual([sub, email, verified]);
  });
});
