import { expect, test } from 'vitest';
import { isSample, secretFault } from './signing-secret.js';

test.each([
  '',
  'short',
  'x'.repeat(31),
  'a'.repeat(64),
  '<JWT_SIGNING_SECRET>',
  'your-super-secret-jwt-key-change-me-now',
  'supersecretjwtkeythatislongenough123',
  'dev-secret-do-not-use-in-production-0000',
  'My_Secret_Is_Long_Enough_For_HS256_42',
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz012345',
])('a weak, short or sample secret can not sign tokens: %j', (secret) => {
  expect(secretFault(secret)).toBeDefined();
});

test('a random secret of 32 bytes can', () => {
  expect(secretFault('3f1d9a7be05c4826b1f0d2c9a8e7465f')).toBeUndefined();
});

test.each([
  ['<ADMIN_PASSWORD>', true],
  ['ChangeMe123', true],
  ['Correct7Horse', false],
])('a password copied from an example is known as such: %j', (password, sample) => {
  expect(isSample(password)).toBe(sample);
});
