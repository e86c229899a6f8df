import { getRounds, hashSync } from 'bcryptjs';
import { argon2id } from 'hash-wasm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const PASSWORD = 'Difference-2';

// The expense of a call is in its hash, so nothing has to be computed. The right password matches whatever the hash.
const compareSync = vi.fn((given: string, _hash: string) => given === PASSWORD);
vi.resetModules();
vi.doMock('bcryptjs', () => ({ compareSync }));
const { comparePassword } = await import('./compare-password.js');
afterAll(() => {
  vi.doUnmock('bcryptjs');
  vi.resetModules();
});
beforeEach(() => {
  compareSync.mockClear();
});

/** A hash of cost 12. */
const FULL_COST_HASH = hashSync(PASSWORD, 4).replace('$04$', '$12$');
const argon2 = await argon2id({
  password: PASSWORD,
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
  return compareSync.mock.calls.map(([, compared]) => 2 ** getRounds(compared));
}

test.each([
  ['a wrong password', 'Wrong-7', FULL_COST_HASH],
  ['the right password', PASSWORD, FULL_COST_HASH],
  ['nobody of that name', PASSWORD, null],
  ['an empty password', '', FULL_COST_HASH],
  ['an empty password for nobody', '', null],
  ['a password of 72 bytes for nobody', 'x'.repeat(72), null],
  ['an account that was imported with argon2id', 'Wrong-7', argon2],
  ['a hash of no known kind', 'Wrong-7', 'plain text'],
])('costs one bcrypt comparison of cost 12: %s', async (_, given, hash) => {
  expect(await rounds(given, hash)).toEqual([4096]);
});

test('an account that was imported with a lower cost takes as many rounds in all', async () => {
  const taken = await rounds('Wrong-7', hashSync(PASSWORD, 9));
  expect(taken[0]).toBe(512);
  expect(taken.reduce((sum, one) => sum + one)).toBe(4096);
});
