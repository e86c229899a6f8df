import { randomInt } from 'node:crypto';
import type { Caller } from '../audit/trail.js';
import { isEmpty } from '../data/accounts.js';
import type { Services } from '../services.js';
import { createFirstAdmin } from './first-account.js';

const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const LOWER = 'abcdefghijkmnopqrstuvwxyz';
const DIGITS = '23456789';
const LENGTH = 20;

const one = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));

/** A random password of about 116 bits that obeys the rules and is easy to copy by eye. */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => one(UPPER + LOWER + DIGITS)).join('');
    if (/[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)) return password;
  }
}

/** What an empty store was met with at start. */
export type FirstStart =
  | { readonly kind: 'created'; readonly username: string; readonly password: string }
  | { readonly kind: 'set-up-needed' }
  | { readonly kind: 'accounts-exist' };

/**
 * Makes the default administrator in an empty store: with the configured password, or in single-user mode with a
 * random one. In multi-user mode without a configured password the set-up form is left to make the first account.
 */
export async function ensureDefaultAdmin(
  services: Pick<Services, 'config' | 'db' | 'passwords'>,
  caller: Caller,
): Promise<FirstStart> {
  const { config, db, passwords } = services;
  if (!(await isEmpty(db.pool))) return { kind: 'accounts-exist' };
  const { username, email } = config.defaultAdmin;
  if (config.defaultAdmin.password === undefined && !config.singleUser) return { kind: 'set-up-needed' };
  const password = config.defaultAdmin.password ?? randomPassword();
  const account = { username, email, passwordHash: await passwords.hash(password) };
  const created = await createFirstAdmin(services, caller, account, async () => true);
  return created === true ? { kind: 'created', username, password } : { kind: 'accounts-exist' };
}
