import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bearerToken, tokenCodec } from './token-codec.js';

const SECRET = '3f1d9a7be05c4826b1f0d2c9a8e7465f';
const codec = tokenCodec(SECRET, 900);
const now = Math.floor(Date.now() / 1000);
const claims = {
  sub: '01939c4e-7f00-7000-8000-000000000001',
  username: 'ada',
  role: 'user' as const,
  jti: '01939c4e-7f00-7000-8000-000000000002',
  iat: now,
  exp: now + 900,
};
const whole = { ...claims, iss: 'ownvoice', aud: 'ownvoice' };

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forge = (header: object, payload: object, hash = 'sha256', key = SECRET) => {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`;
};
const HS256 = { alg: 'HS256', typ: 'JWT' };

describe('tokens', () => {
  test('say who, and until when', () => {
    expect(codec.verify(codec.sign(claims))).toEqual(whole);
    expect(codec.verify(forge(HS256, whole))).toEqual(whole);
  });

  test.each([
    { alg: 'none', typ: 'JWT' },
    { alg: 'NoNe', typ: 'JWT' },
    { typ: 'JWT' },
    { alg: 'RS256', typ: 'JWT' },
    { alg: 'HS256', typ: 'JWT', kid: '../../dev/null' },
    { alg: 'HS256', typ: 'JWT', jku: 'https://evil.example/keys' },
    { alg: 'HS256', typ: 'JWT', x5u: 'https://evil.example/cert' },
    { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AA' } },
    { typ: 'JWT', alg: 'HS256' },
  ])('with any other header than ours are refused, rightly signed or not: %j', (header) => {
    expect(codec.verify(forge(header, whole))).toBeUndefined();
    expect(codec.verify(`${part(header)}.${part(whole)}.`)).toBeUndefined();
    expect(codec.verify(`${part(header)}.${part(whole)}`)).toBeUndefined();
  });

  test('signed by another algorithm or key are refused', () => {
    expect(codec.verify(forge({ alg: 'HS512', typ: 'JWT' }, whole, 'sha512'))).toBeUndefined();
    expect(codec.verify(forge(HS256, whole, 'sha512'))).toBeUndefined();
    expect(codec.verify(forge(HS256, whole, 'sha256', `${SECRET}x`))).toBeUndefined();
  });

  test.each([
    { exp: undefined },
    { iss: undefined },
    { aud: undefined },
    { jti: undefined },
    { sub: undefined },
    { iat: undefined },
    { aud: ['ownvoice'] },
    { aud: 'other' },
    { iss: 'other' },
    { exp: String(now + 900) },
    { exp: -1 },
    { exp: 1e308 },
    { exp: now - 1 },
    { nbf: now + 600 },
    { sub: 'admin' },
    { role: 'root' },
    { extra: true },
  ])('with other claims than ours are refused, though rightly signed: %j', (change) => {
    expect(codec.verify(forge(HS256, { ...whole, ...change }))).toBeUndefined();
  });

  test('put together from two are refused', () => {
    const [header, , signature] = codec.sign(claims).split('.');
    const [, payload] = codec.sign({ ...claims, role: 'admin' }).split('.');
    expect(codec.verify(`${header}.${payload}.${signature}`)).toBeUndefined();
  });

  test('no text that we did not sign is one', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => codec.verify(text) === undefined));
  });
});

describe('the Authorization header', () => {
  test.each(['Bearer abc', 'bearer abc', 'BEARER abc'])(
    'carries the token after the scheme, in any case: %j',
    (value) => {
      expect(bearerToken(['Host', 'x', 'authorization', value])).toBe('abc');
    },
  );

  test.each(['Bearer', 'Basic abc', '', 'Token abc'])('says nothing as %j', (value) => {
    expect(bearerToken(['Authorization', value])).toBeUndefined();
  });

  test('says nothing when it is far too long', () => {
    expect(bearerToken(['Authorization', `Bearer ${'a'.repeat(65_536)}`])).toBeUndefined();
  });

  test('sent twice says nothing', () => {
    expect(bearerToken(['Authorization', 'Bearer abc', 'AUTHORIZATION', 'Bearer abc'])).toBeUndefined();
  });
});
