import { randomInt } from 'node:crypto';
import type { Context, FirstStart } from '../services.js';
import { createFirstAdmin } from './set-up.js';

const UPPER_CASE = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const LOWER_CASE = 'abcdefghijkmnopqrstuvwxyz';
const DIGITS = '23456789';
const PASSWORD_CHARACTERS = 20;

const randomCharacter = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));

/** A random password of about 116 bits that obeys the rules and is easy to copy by eye. */
export function randomPassword(): string {
  const alphabet = UPPER_CASE + LOWER_CASE + DIGITS;
  for (;;) {
    const password = Array.from({ length: PASSWORD_CHARACTERS }, () => randomCharacter(alphabet)).join('');
    if (/[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)) return password;
  }
}

/**
 * Creates the default administrator when there is no account: with the configured password, or in single-user mode
 * with a random one. In multi-user mode without a configured password the set-up form creates the first account.
 */
export async function ensureDefaultAdmin(context: Context): Promise<FirstStart> {
  const { config, db, passwords } = context;
  const { username, email } = config.defaultAdmin;
  const existing = async () =>
    ({ kind: 'accounts-exist', administrator: (await db.userQueries.defaultAdmin(username))?.username }) as const;
  if (!(await db.userQueries.isEmpty())) return existing();
  if (config.defaultAdmin.password === undefined && !config.singleUser) return { kind: 'set-up-needed' };
  const password = config.defaultAdmin.password ?? randomPassword();
  const admin = { username, email, passwordHash: await passwords.hash(password, { priority: 'high' }) };
  const created = await createFirstAdmin(context, admin, async () => true);
  return created === true ? { kind: 'created', username, password } : existing();
}
