import { compareSync, hashSync } from 'bcryptjs';
import { canonicalPassword } from '../domain/account-rules.js';
import type { Passwords } from '../passwords/password-pool.js';
import type { CompareResult, CompareTask } from '../passwords/worker.js';

/** bcrypt's least; a hash takes a millisecond instead of a quarter of a second. */
export const CHEAP_COST = 4;

/** Passwords for tests that are about something else: the same answers at a fraction of the expense, without threads. */
export class CheapPasswords implements Passwords {
  readonly waiting = 0;
  /** Hashes computed so far. */
  hashes = 0;

  async hash(password: string): Promise<string> {
    this.hashes += 1;
    return hashSync(canonicalPassword(password), CHEAP_COST);
  }

  async compare({ password, hash }: Omit<CompareTask, 'kind'>): Promise<CompareResult> {
    return { matches: hash !== null && compareSync(canonicalPassword(password), hash) };
  }

  stopSoon(): void {}

  async close(): Promise<void> {}
}
