import { hashSync } from 'bcryptjs';
import { argon2id } from 'hash-wasm';
import { describe, expect, test } from 'vitest';
import { comparePassword } from './compare-password.js';

const password = 'Grüße-Ada-1815';
const cheap = { memorySize: 64, iterations: 1, parallelism: 1 };
const argon2 = (options: Partial<typeof cheap> = {}) =>
  argon2id({
    ...cheap,
    ...options,
    password,
    salt: new Uint8Array(16).fill(7),
    hashLength: 32,
    outputType: 'encoded',
  });
const compare = (given: string, hash: string | null, argon2idPrefixes: string[] = []) =>
  comparePassword({ password: given, hash, argon2idPrefixes });

describe('comparing a password', () => {
  test('a bcrypt hash of our own, or of a lower cost, matches its password and no other', async () => {
    for (const cost of [12, 5]) {
      const hash = hashSync(password, cost);
      expect(await compare(password, hash)).toBe(true);
      expect(await compare(`${password} `, hash)).toBe(false);
      expect(await compare(password.normalize('NFD'), hash)).toBe(false);
    }
  });

  test('an argon2id hash matches its password and no other, whether or not its cost was announced', async () => {
    const hash = await argon2();
    for (const announced of [[], ['$argon2id$v=19$m=64,t=1,p=1'], ['$argon2id$v=19$m=128,t=1,p=1']]) {
      expect(await compare(password, hash, announced)).toBe(true);
      expect(await compare('wrong', hash, announced)).toBe(false);
      expect(await compare('', hash, announced)).toBe(false);
    }
  });

  test('nothing matches an account that does not exist or has no password', async () => {
    expect(await compare(password, null)).toBe(false);
    expect(await compare('', null, ['$argon2id$v=19$m=64,t=1,p=1'])).toBe(false);
  });

  test('nothing matches a hash that we could not have made or taken over', async () => {
    for (const hash of ['', 'plain text', password, '$1$salt$digest', `$argon2i${(await argon2()).slice(9)}`]) {
      expect(await compare(password, hash)).toBe(false);
    }
  });
});
