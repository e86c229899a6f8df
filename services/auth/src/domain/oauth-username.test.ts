import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing/any-text.js';
import { usernameCandidates, withSuffix } from './oauth-sign-in.js';

const first = (login: string | null, email = 'someone@example.org') => usernameCandidates(login, email).next().value;

describe('the username of a person who arrives by a provider', () => {
  test.each([
    ['octocat', 'octocat'],
    ['Mona.Lisa_42', 'Mona.Lisa_42'],
    ['José Müller', 'Jose-Muller'],
    ['ｆｕｌｌ', 'full'],
    ['-dash-', 'dash'],
    ['ab', 'user-ab'],
    ['x'.repeat(200), 'x'.repeat(64)],
  ])('the username of a person who comes by a provider is the name used there, made to fit: %j', (login, expected) => {
    expect(first(login)).toBe(expected);
  });

  test.each([null, '', '漢字', '---'])(
    'the username comes from the e-mail where the provider’s name gives nothing: %j',
    (login) => {
      expect(first(login, 'grace.hopper@example.org')).toBe('grace.hopper');
    },
  );

  test('the username is "user" where neither name nor e-mail gives anything', () => {
    expect(first('漢字', '"漢"@example.org')).toBe('user');
  });

  test('the username of a person who comes by a provider is numbered when it is taken', () => {
    expect([...usernameCandidates('octocat', 'o@example.org')].slice(0, 3)).toEqual([
      'octocat',
      'octocat-2',
      'octocat-3',
    ]);
  });

  test('always obeys the rules of a username, and never repeats', () => {
    fc.assert(
      fc.property(fc.option(anyText()), fc.emailAddress(), (login, email) => {
        const names = [...usernameCandidates(login, email)];
        for (const name of [...names, withSuffix(names[0] ?? '', 'k3v9q2')])
          expect(name).toMatch(/^[A-Za-z0-9_.-]{3,64}$/);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      }),
    );
  });
});
