import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing/any-text.js';
import { bearerToken } from './bearer-token.js';

const TOKEN = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.e30.${'A'.repeat(43)}`;

describe('the Authorization header', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])(
    'an Authorization header has the token after the scheme, in any case: %j',
    (scheme) => {
      expect(bearerToken(['Host', 'x', 'authorization', `${scheme} ${TOKEN}`])).toBe(TOKEN);
    },
  );

  test.each([
    'Bearer',
    'Bearer ',
    `Basic ${TOKEN}`,
    '',
    `Token ${TOKEN}`,
    TOKEN,
    `Bearer  ${TOKEN}`,
    `Bearer\t${TOKEN}`,
    ` Bearer ${TOKEN}`,
    `Bearer ${TOKEN} `,
    `Bearer ${TOKEN},`,
    `Bearer ${TOKEN}, Bearer ${TOKEN}`,
    `Bearer ${TOKEN}=`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN.slice(0, -1)}B`,
    `Bearer ${TOKEN}a`,
    'Bearer töken',
  ])('an Authorization header has no token: %j', (value) => {
    expect(bearerToken(['Authorization', value])).toBeUndefined();
  });

  test('an Authorization header that is far too long has no token', () => {
    const [header, , signature] = TOKEN.split('.');
    for (const length of [2_049, 65_536]) {
      const token = `${header}.${'a'.repeat(length)}.${signature}`;
      expect(bearerToken(['Authorization', `Bearer ${token}`])).toBeUndefined();
    }
  });

  test('an Authorization header that is sent twice has no token', () => {
    expect(bearerToken(['Authorization', `Bearer ${TOKEN}`, 'AUTHORIZATION', `Bearer ${TOKEN}`])).toBeUndefined();
  });

  test('an Authorization header with anything else after the scheme has no token', () => {
    fc.assert(fc.property(anyText(), (text) => bearerToken(['Authorization', `Bearer ${text}`]) === undefined));
  });
});
