import { expect, test } from 'vitest';
import { generatePassword, passwordRequirements } from './field-rules.js';

test('a generated password fulfils the rules, and each is another one', () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  expect(new Set(passwords).size).toBe(200);
  for (const password of passwords) {
    expect(password).toHaveLength(16);
    expect(Object.values(passwordRequirements(password)).every(Boolean), password).toBe(true);
  }
});
