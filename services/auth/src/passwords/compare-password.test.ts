import * as bcryptjs from 'bcryptjs';
import { argon2id } from 'hash-wasm';
import { afterAll, describe, expect, test, vi } from 'vitest';

// A dummy comparison costs a quarter of a second and must not matter: here it is free, and says that all is well.
const DUMMY_SALT_AND_DIGEST = 'N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGWad68LJZdL17lhWy';
const compareSync: typeof bcryptjs.compareSync = (given, hash) =>
  hash.endsWith(DUMMY_SALT_AND_DIGEST) || bcryptjs.compareSync(given, hash);
vi.resetModules();
vi.doMock('bcryptjs', () => ({ compareSync }));
const { comparePassword } = await import('./compare-password.js');
afterAll(() => {
  vi.doUnmock('bcryptjs');
  vi.resetModules();
});

const PASSWORD = 'Grüße-Ada-1815';
const CHEAP = { memorySize: 64, iterations: 1, parallelism: 1 };
const argon2 = (options: Partial<typeof CHEAP> = {}) =>
  argon2id({
    ...CHEAP,
    ...options,
    password: PASSWORD,
    salt: new Uint8Array(16).fill(7),
    hashLength: 32,
    outputType: 'encoded',
  });
const compare = (given: string, hash: string | null, argon2idPrefixes: string[] = []) =>
  comparePassword({ password: given, hash, argon2idPrefixes });

describe('comparing a password', () => {
  test('a bcrypt hash of our own, or of a lower cost, matches its password and no other', async () => {
    for (const cost of [12, 5]) {
      const hash = bcryptjs.hashSync(PASSWORD, cost);
      expect(await compare(PASSWORD, hash)).toBe(true);
      expect(await compare(`${PASSWORD} `, hash)).toBe(false);
      expect(await compare(PASSWORD.normalize('NFD'), hash)).toBe(false);
    }
  });

  test('an argon2id hash matches its password and no other, whether or not its cost was announced', async () => {
    const hash = await argon2();
    for (const announced of [[], ['$argon2id$v=19$m=64,t=1,p=1'], ['$argon2id$v=19$m=128,t=1,p=1']]) {
      expect(await compare(PASSWORD, hash, announced)).toBe(true);
      expect(await compare('wrong', hash, announced)).toBe(false);
      expect(await compare('', hash, announced)).toBe(false);
    }
  });

  test('nothing matches an account that does not exist or has no password', async () => {
    expect(await compare(PASSWORD, null)).toBe(false);
    expect(await compare('', null, ['$argon2id$v=19$m=64,t=1,p=1'])).toBe(false);
  });

  // ASVS 11.4.2
  test('nothing matches a hash that we could not have made or taken over', async () => {
    for (const hash of ['', 'plain text', PASSWORD, '$1$salt$digest', `$argon2i${(await argon2()).slice(9)}`]) {
      expect(await compare(PASSWORD, hash)).toBe(false);
    }
  });
});
