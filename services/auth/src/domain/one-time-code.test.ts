import { describe, expect, test } from 'vitest';
import {
  enrolmentOf,
  newRecoveryCodes,
  newSecret,
  pauseAfter,
  readOneTimeCode,
  recoveryCodeHash,
  stepOf,
} from './one-time-code.js';

/** Of the RFC's test vectors, of which we show six of eight digits. @see https://www.rfc-editor.org/rfc/rfc6238#appendix-B */
const RFC_SECRET = Buffer.from('12345678901234567890');
const VECTORS: readonly (readonly [seconds: number, digits: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('a time-based code', () => {
  test.each(VECTORS)('a time-based code at %d s is %s, as in RFC 6238', (seconds, digits) => {
    expect(stepOf(RFC_SECRET, digits, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  // ASVS 6.5.5
  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('a time-based code of %d steps from now is accepted: %s', (steps, taken) => {
    const at = 1_234_567_890_000;
    const step = stepOf(RFC_SECRET, '005924', at - steps * 30_000);
    expect(step).toBe(taken ? Math.floor(at / 30_000) : undefined);
  });

  test('the secret of time-based codes is given to an app in base32 and as an otpauth address', () => {
    const { secret, otpauth_url } = enrolmentOf(RFC_SECRET, 'ada.l-1');
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const url = new URL(otpauth_url);
    expect(`${url.protocol}//${url.host}${url.pathname}`).toBe('otpauth://totp/Ownvoice:ada.l-1');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Ownvoice',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(newSecret()).toHaveLength(20);
  });
});

describe('recovery codes', () => {
  // ASVS 6.5.1–6.5.3
  test('recovery codes are ten, of 120 random bits each', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
  });

  test('recovery codes are read in any case, with and without hyphens and spaces', () => {
    const [code = ''] = newRecoveryCodes();
    const read = { kind: 'recovery', hash: recoveryCodeHash(code) };
    for (const typed of [code, code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
      expect(readOneTimeCode(typed)).toEqual(read);
  });
});

test.each([
  ['123456', { kind: 'totp', digits: '123456' }],
  [' 123 456 ', { kind: 'totp', digits: '123456' }],
  ['', { kind: 'none' }],
  [' - ', { kind: 'none' }],
])('a code is read as it was typed: %j', (text, code) => {
  expect(readOneTimeCode(text)).toEqual(code);
});

test('ten wrong codes pause the next for a minute, each further one for twice as long, up to an hour', () => {
  const minutes = Array.from({ length: 19 }, (_, wrongCodes) => pauseAfter(wrongCodes) / 60_000);
  expect(minutes).toEqual([...Array(10).fill(0), 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(pauseAfter(1_000_000)).toBe(3_600_000);
});
