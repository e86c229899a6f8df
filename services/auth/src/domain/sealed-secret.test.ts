import { describe, expect, test } from 'vitest';
import { openSecret, sealSecret } from './sealed-secret.js';

const DATA_KEY = '3f1d9a7be05c4826b1f0d2c9a8e7465f';
const secret = Buffer.from('12345678901234567890');

describe('a sealed secret', () => {
  const sealed = sealSecret(DATA_KEY, 'ada', secret);

  test('opens with its key, for its user', () => {
    expect(openSecret(DATA_KEY, 'ada', sealed)).toEqual(secret);
    expect(Buffer.from(sealed).includes(secret)).toBe(false);
  });

  test('is another one each time', () => {
    expect(sealSecret(DATA_KEY, 'ada', secret)).not.toEqual(sealed);
  });

  test('opens neither with another key nor for another user', () => {
    expect(openSecret(`${DATA_KEY}.`, 'ada', sealed)).toBeUndefined();
    expect(openSecret(DATA_KEY, 'bob', sealed)).toBeUndefined();
  });

  test('does not open when a bit of it was changed, or when it was cut', () => {
    for (let i = 0; i < sealed.length; i++) {
      const changed = sealed.slice();
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(openSecret(DATA_KEY, 'ada', changed)).toBeUndefined();
      expect(openSecret(DATA_KEY, 'ada', sealed.subarray(0, i))).toBeUndefined();
    }
  });
});
