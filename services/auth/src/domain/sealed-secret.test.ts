import { describe, expect, test } from 'vitest';
import { openSecret, sealSecret } from './sealed-secret.js';

const SIGNING_SECRET = '3f1d9a7be05c4826b1f0d2c9a8e7465f';
const secret = Buffer.from('12345678901234567890');

describe('a sealed secret', () => {
  const sealed = sealSecret(SIGNING_SECRET, 'ada', secret);

  test('opens with the signing secret, for its user', () => {
    expect(openSecret(SIGNING_SECRET, 'ada', sealed)).toEqual(secret);
    expect(Buffer.from(sealed).includes(secret)).toBe(false);
  });

  test('is another one each time', () => {
    expect(sealSecret(SIGNING_SECRET, 'ada', secret)).not.toEqual(sealed);
  });

  test('opens neither with another signing secret nor for another user', () => {
    expect(openSecret(`${SIGNING_SECRET}.`, 'ada', sealed)).toBeUndefined();
    expect(openSecret(SIGNING_SECRET, 'bob', sealed)).toBeUndefined();
  });

  test('does not open when a bit of it was changed, or when it was cut', () => {
    for (let i = 0; i < sealed.length; i++) {
      const changed = sealed.slice();
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(openSecret(SIGNING_SECRET, 'ada', changed)).toBeUndefined();
      expect(openSecret(SIGNING_SECRET, 'ada', sealed.subarray(0, i))).toBeUndefined();
    }
  });
});
