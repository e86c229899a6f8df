import { compareSync } from 'bcryptjs';
import { argon2idPrefix, bcryptCost, bcryptTopUp, parsePasswordHash } from '../domain/password-hash.js';

/** One attempt to sign in, as work for a hashing thread. */
export interface PasswordComparison {
  readonly password: string;
  /** The account's hash; `null` when there is no such account, or it has no password. */
  readonly hash: string | null;
  /** The cost of every argon2id hash in the store, each once, as the beginning of such a hash. */
  readonly argon2idPrefixes: readonly string[];
}

const saltAndDigest = 'N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGWad68LJZdL17lhWy';
const dummyBcrypt = (cost: number) => `$2b$${String(cost).padStart(2, '0')}$${saltAndDigest}`;
const dummyArgon2id = (prefix: string) =>
  `${prefix}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/**
 * Whether a password is the one of a hash, at the same expense whatever the hash: one bcrypt comparison of cost 12,
 * and one argon2id verification for each cost in the store. So the time it takes doesn't tell whether the account
 * exists, has a password, or came from elsewhere.
 */
export async function comparePassword({ password, hash, argon2idPrefixes }: PasswordComparison): Promise<boolean> {
  const parsed = hash === null ? undefined : parsePasswordHash(hash);
  const bcrypt = parsed?.kind === 'bcrypt' && hash !== null ? { hash, cost: parsed.cost } : undefined;
  const bcryptMatches = compareSync(password, bcrypt?.hash ?? dummyBcrypt(bcryptCost));
  for (const cost of bcryptTopUp(bcrypt?.cost ?? bcryptCost)) compareSync(password, dummyBcrypt(cost));

  const own = parsed?.kind === 'argon2id' ? argon2idPrefix(parsed.parameters) : undefined;
  const prefixes = new Set(own === undefined ? argon2idPrefixes : [...argon2idPrefixes, own]);
  let argon2idMatches = false;
  for (const prefix of prefixes) {
    const matches = await verifyArgon2id(password, prefix === own && hash !== null ? hash : dummyArgon2id(prefix));
    if (prefix === own) argon2idMatches = matches;
  }
  return (bcrypt !== undefined && bcryptMatches) || argon2idMatches;
}

/** The library is read only where there are such hashes: a megabyte of WebAssembly that most never need. */
async function verifyArgon2id(password: string, hash: string): Promise<boolean> {
  const { argon2Verify } = await import('hash-wasm');
  // The library refuses an empty password without computing anything, which would take no time at all.
  const matches = await argon2Verify({ password: password === '' ? ' ' : password, hash });
  return matches && password !== '';
}
