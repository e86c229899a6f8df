import { compareSync, getRounds, hashSync } from 'bcryptjs';
import { argon2id } from 'hash-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { comparePassword } from './compare-password.js';

vi.mock('bcryptjs', async (original) => {
  const library = await original<typeof import('bcryptjs')>();
  return { ...library, compareSync: vi.fn(library.compareSync) };
});
beforeEach(() => {
  vi.mocked(compareSync).mockClear();
});

const password = 'Difference-2';
const full = hashSync(password, 12);
const argon2 = await argon2id({
  password,
  salt: new Uint8Array(16).fill(7),
  memorySize: 64,
  iterations: 1,
  parallelism: 1,
  hashLength: 32,
  outputType: 'encoded',
});

/** The rounds of bcrypt that a comparison took, by its calls. */
async function rounds(given: string, hash: string | null): Promise<number[]> {
  await comparePassword({ password: given, hash, argon2idPrefixes: [] });
  return vi.mocked(compareSync).mock.calls.map(([, compared]) => 2 ** getRounds(compared));
}

test.each([
  ['a wrong password', 'Wrong-7', full],
  ['the right password', password, full],
  ['nobody of that name', password, null],
  ['an empty password', '', full],
  ['an empty password for nobody', '', null],
  ['a password of 72 bytes for nobody', 'x'.repeat(72), null],
  ['an account that was imported with argon2id', 'Wrong-7', argon2],
  ['a hash of no known kind', 'Wrong-7', 'plain text'],
])('costs one bcrypt comparison of cost 12: %s', async (_, given, hash) => {
  expect(await rounds(given, hash)).toEqual([4096]);
});

test('an account that was imported with a lower cost takes as many rounds in all', async () => {
  const taken = await rounds('Wrong-7', hashSync(password, 9));
  expect(taken[0]).toBe(512);
  expect(taken.reduce((sum, one) => sum + one)).toBe(4096);
});
