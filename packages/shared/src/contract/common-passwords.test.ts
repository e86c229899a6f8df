import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.js';

test.each([
  ['a word and digits', ['Password1', 'Welcome1', 'Qwerty123', 'Letmein99', 'Summer2026', 'Trustno1']],
  ['a word in lookalikes and signs', ['P@ssw0rd', 'Pa55word!', 'L3tme1n', '123Password!', 'pA$$W0RD1', '$Dragon$7']],
  ['neighbours', ['Abcd1234', 'Aa123456', 'Aa@123456', 'Qwer1234', 'Asdf1234!', 'Zxcvbnm111']],
])('%s is a common password', (_, passwords) => {
  expect(passwords.filter((password) => !isCommonPassword(password))).toEqual([]);
});

test('other passwords that keep the rules are not common, short ones and those with a common word in them included', () => {
  const passwords = ['Abcdef1', 'Abc123', 'Abcdef12', 'Correct7Horse', 'Admin7Horse', 'MyPassword1', 'Passwordless1'];
  const others = ['Analytical1', 'Apollo11', 'Summerhouse9', 'Xk3vQz', 'Été2026', 'Пароль1', `Aa1${'x'.repeat(69)}`];
  expect([...passwords, ...others].filter(isCommonPassword)).toEqual([]);
});
