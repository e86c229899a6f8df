import { compareSync, hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import type { CompareResult } from './worker.js';
import work from './worker.js';

const TYPED = 'Gru\u0308\u00dfe-Ada-1815';
const compare = (password: string, hash: string) =>
  work({ kind: 'compare', password, hash, argon2idPrefixes: [], renew: true }) as Promise<CompareResult>;

test('a password is hashed in NFC, and matches in any form', async () => {
  const hash = String(await work({ kind: 'hash', password: TYPED }));
  expect(compareSync(TYPED.normalize('NFC'), hash)).toBe(true);
  for (const form of ['NFC', 'NFD']) expect(await compare(TYPED.normalize(form), hash)).toEqual({ matches: true });
});

test('an older hash of what was typed still matches that, and is renewed', async () => {
  const { matches, renewedHash = '' } = await compare(TYPED, hashSync(TYPED, 12));
  expect(matches).toBe(true);
  expect(compareSync(TYPED.normalize('NFC'), renewedHash)).toBe(true);
});

test('a form that would be cut is not taken', async () => {
  // Of three bytes as typed, of six composed.
  const typed = `A1a${'\u0958'.repeat(23)}`;
  const hash = String(await work({ kind: 'hash', password: typed }));
  expect(await compare(typed, hash)).toEqual({ matches: true });
  expect((await compare(`${typed.slice(0, -1)}x`, hash)).matches).toBe(false);
});
