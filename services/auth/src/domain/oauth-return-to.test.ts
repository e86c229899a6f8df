import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing/any-text.js';
import { safeReturnTo } from './oauth-return-to.js';

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
