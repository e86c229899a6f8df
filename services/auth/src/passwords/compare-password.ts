import { compareSync } from 'bcryptjs';
import { argon2idPrefix, BCRYPT_COST, bcryptTopUp, parsePasswordHash } from '../domain/password-hash.js';

export interface PasswordComparison {
  readonly password: string;
  /** The user's hash; `null` when there is no such user, or no password. */
  readonly hash: string | null;
  /** The cost of every stored argon2id hash, each once, as the beginning of such a hash. */
  readonly argon2idPrefixes: readonly string[];
}

const DUMMY_SALT_AND_DIGEST = 'N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGWad68LJZdL17lhWy';
const dummyBcrypt = (cost: number) => `$2b$${String(cost).padStart(2, '0')}$${DUMMY_SALT_AND_DIGEST}`;
const dummyArgon2id = (prefix: string) =>
  `${prefix}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/**
 * Whether a password matches a hash, at the same expense whatever the hash: bcrypt comparisons that add up to one of
 * cost 12, and one argon2id verification for each stored cost. So the time does not tell whether the user exists, has
 * a password, or was imported.
 */
export async function comparePassword({ password, hash, argon2idPrefixes }: PasswordComparison): Promise<boolean> {
  const parsed = hash === null ? undefined : parsePasswordHash(hash);
  const bcrypt = parsed?.kind === 'bcrypt' && hash !== null ? { hash, cost: parsed.cost } : undefined;
  const bcryptMatches = compareSync(password, bcrypt?.hash ?? dummyBcrypt(BCRYPT_COST));
  for (const cost of bcryptTopUp(bcrypt?.cost ?? BCRYPT_COST)) compareSync(password, dummyBcrypt(cost));

  const own = parsed?.kind === 'argon2id' ? argon2idPrefix(parsed.parameters) : undefined;
  const prefixes = new Set(own === undefined ? argon2idPrefixes : [...argon2idPrefixes, own]);
  let argon2idMatches = false;
  for (const prefix of prefixes) {
    const matches = await verifyArgon2id(password, prefix === own && hash !== null ? hash : dummyArgon2id(prefix));
    if (prefix === own) argon2idMatches = matches;
  }
  return (bcrypt !== undefined && bcryptMatches) || argon2idMatches;
}

/** The library, a megabyte of WebAssembly that most installations never need, is loaded on first use. */
async function verifyArgon2id(password: string, hash: string): Promise<boolean> {
  const { argon2Verify } = await import('hash-wasm');
  // The library rejects an empty password without computing anything, which would take no time at all.
  const matches = await argon2Verify({ password: password === '' ? ' ' : password, hash });
  return matches && password !== '';
}
