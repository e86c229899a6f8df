import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing/any-text.js';
import { canonicalEmail, emailFaults, passwordFaults, usernameFaults } from './account-rules.js';

describe('usernames', () => {
  test.each(['abc', 'A.b-c_9', 'x'.repeat(64), '___'])(
    'a username of 3 to 64 letters, digits, "_", "." or "-" is accepted: %j',
    (name) => {
      expect(usernameFaults(name)).toEqual([]);
    },
  );

  test.each([
    '',
    'ab',
    'x'.repeat(65),
    ' alice',
    'alice ',
    'ａｌｉｃｅ',
    'al ice',
    'a@b.c',
    'alice\0',
    'al\r\nice',
    '😀😀😀',
  ])('anything else is refused: %j', (name) => {
    expect(usernameFaults(name)).not.toEqual([]);
  });
});

describe('e-mail addresses', () => {
  test.each(['a@b.example', 'first.last+tag@sub.example.org', 'admin@localhost'])(
    'the e-mail address %j is accepted',
    (email) => {
      expect(emailFaults(email)).toEqual([]);
    },
  );

  test.each(['', 'a', 'a@', '@b', 'a@b..c', 'a b@c.d', 'a@b.c\r\nx', '<a@b.c>', `${'a'.repeat(250)}@b.cd`, 'ü@b.c'])(
    'anything else is refused: %j',
    (email) => {
      expect(emailFaults(email)).not.toEqual([]);
    },
  );

  test('e-mail addresses that differ in case are one', () => {
    expect(canonicalEmail('Ada@Example.ORG')).toBe('ada@example.org');
  });
});

describe('passwords', () => {
  test.each(['Abcde1', ' Aa1  ', 'Пароль1', `Aa1${'x'.repeat(69)}`])('the password %j keeps every rule', (password) => {
    expect(passwordFaults(password)).toEqual([]);
  });

  test('each rule that a password breaks is listed, with the field', () => {
    expect(passwordFaults('').map(({ code }) => code)).toEqual([
      'too_short',
      'no_upper_case',
      'no_lower_case',
      'no_digit',
    ]);
    expect(passwordFaults('abcdef', 'new_password')).toMatchObject([
      { field: 'new_password', code: 'no_upper_case' },
      { field: 'new_password', code: 'no_digit' },
    ]);
  });

  test.each(['x'.repeat(70), '😀'.repeat(18)])(
    '73 bytes are refused, also when they are fewer characters: %j',
    (rest) => {
      expect(passwordFaults(`Aa1${rest}`)).toMatchObject([{ code: 'too_many_bytes', parameters: { limit: 72 } }]);
    },
  );

  test('a password without faults is one that bcrypt reads to its end', () => {
    fc.assert(
      fc.property(anyText(90), (text) => {
        const password = `Aa1${text}`;
        const faults = passwordFaults(password).filter(({ code }) => code !== 'too_short');
        const readToItsEnd = Buffer.byteLength(password) <= 72 && password.isWellFormed() && !password.includes('\0');
        expect(faults.length === 0).toBe(readToItsEnd);
      }),
    );
  });
});
