import { ROLES, type Role, ruleMessage } from '@ownvoice/shared/contract';
import { canonicalEmail, emailFaults, usernameFaults } from './account-rules.js';
import { argon2idPrefix, parsePasswordHash } from './password-hash.js';

/** An account on its way between two stores: one line of JSON. Times in milliseconds since the Unix epoch. */
export interface UserRecord {
  readonly username: string;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly role: Role;
  /** Absent: false. */
  readonly suspended?: boolean;
  /** bcrypt or argon2id; `null` for an account that signs in by a provider only. */
  readonly password_hash: string | null;
  readonly identities: readonly { readonly provider: string; readonly subject: string }[];
  readonly created_at: number;
}

/** Different costs of argon2id that may be stored at once: every sign-in pays for each of them. */
export const MAX_ARGON2ID_COSTS = 3;

export type Json = Readonly<Record<string, unknown>>;
type Read =
  | { readonly kind: 'record'; readonly record: UserRecord }
  | { readonly kind: 'faulty'; readonly faults: string[] };

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const FIELDS = [
  'username',
  'email',
  'email_verified',
  'role',
  'suspended',
  'password_hash',
  'identities',
  'created_at',
];
/** Fields of an export that have no meaning in another store. */
const IGNORED_FIELDS = ['id', 'updated_at'];

/**
 * Reads one line of an import.
 * @param now the creation time of accounts without one
 * @returns the record, or every rule that it breaks; never with the hash in it
 */
export function readUserRecord(line: string, now: number): Read {
  const value = parsed(line);
  if (!isObject(value)) return { kind: 'faulty', faults: ['it is not a JSON object.'] };
  const { username, email = null, email_verified = false, role = 'user', suspended = false } = value;
  const { password_hash = null, identities = [], created_at = now } = value;
  const faults = Object.keys(value)
    .filter((name) => !FIELDS.includes(name) && !IGNORED_FIELDS.includes(name))
    .map((name) => `${JSON.stringify(name.slice(0, 40))} is not a field of an account.`);

  if (typeof username !== 'string') faults.push('username must be text.');
  else faults.push(...usernameFaults(username).map(ruleMessage));
  if (email !== null && typeof email !== 'string') faults.push('email must be text or null.');
  else if (email !== null) faults.push(...emailFaults(email).map(ruleMessage));
  if (typeof email_verified !== 'boolean') faults.push('email_verified must be true or false.');
  if (!ROLES.some((one) => one === role)) faults.push(`role must be one of ${ROLES.join(', ')}.`);
  if (typeof suspended !== 'boolean') faults.push('suspended must be true or false.');
  if (password_hash !== null) faults.push(...hashFaults(password_hash));
  if (!isIdentities(identities)) faults.push('identities must be a list of {provider, subject}.');
  if (!Number.isSafeInteger(created_at) || Number(created_at) < 0 || Number(created_at) > 8.64e15)
    faults.push('created_at must be milliseconds since the Unix epoch.');

  if (faults.length > 0) return { kind: 'faulty', faults };
  return {
    kind: 'record',
    record: {
      username: String(username),
      email: typeof email === 'string' ? canonicalEmail(email) : null,
      email_verified: email_verified === true,
      role: role === 'admin' ? 'admin' : 'user',
      ...(suspended === true && { suspended }),
      password_hash: typeof password_hash === 'string' ? password_hash : null,
      identities: isIdentities(identities) ? identities : [],
      created_at: Number(created_at),
    },
  };
}

/** Undefined where it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hashFaults(hash: unknown): string[] {
  const read = typeof hash === 'string' ? parsePasswordHash(hash) : undefined;
  if (read === undefined) return ['password_hash must be text or null.'];
  return read.kind === 'unusable' ? [`password_hash ${read.why}.`] : [];
}

function isIdentities(value: unknown): value is UserRecord['identities'] {
  return (
    Array.isArray(value) &&
    value.length <= 20 &&
    value.every(
      (one) =>
        isObject(one) &&
        Object.keys(one).length === 2 &&
        (one.provider === 'codehost' || one.provider === 'modelhub') &&
        typeof one.subject === 'string' &&
        /^[\x21-\x7e]{1,255}$/.test(one.subject),
    )
  );
}

/** Every cost of argon2id among the hashes of the records, each once, as `argon2idPrefix` has it. */
export function argon2idPrefixesOf(records: readonly UserRecord[]): Set<string> {
  const hashes = records.flatMap(({ password_hash }) =>
    password_hash === null ? [] : [parsePasswordHash(password_hash)],
  );
  return new Set(hashes.flatMap((hash) => (hash.kind === 'argon2id' ? [argon2idPrefix(hash.parameters)] : [])));
}
